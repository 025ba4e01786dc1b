import type { Texts } from '../texts.ts'

export const talk: Texts['talk'] = {
  filter: 'スレッドの絞り込み',
  filters: {
    all: (count) => `すべて ${count}`,
    open: (count) => `未解決 ${count}`,
    resolved: (count) => `解決済み ${count}`,
  },
  comment: 'コメントを書く',
  empty: 'まだ会話はありません。最初のコメントを書きましょう。',
  noneOf: '該当するスレッドはありません。',
  somebody: '誰か',
  opened: 'が変更リクエストを作成しました',
  edited: (count) => (count === 1 ? 'が内容を編集しました' : `が内容を ${count} 回編集しました`),
  updated: 'がメインから更新しました',
  ready: 'がレビュー可能にしました',
  drafted: 'が下書きに戻しました',
  archived: 'が変更リクエストをアーカイブしました',
  requested: 'がレビューを依頼しました',
  approved: 'が変更を承認しました',
  rejected: 'が修正を依頼しました',
  merged: 'が変更リクエストをマージしました',
  outdated: '(以前のバージョン)',
}
