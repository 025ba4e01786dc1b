import type { Texts } from '../texts.ts'

export const space: Texts['space'] = {
  pages: 'ページ',
  noPages: 'ページはまだありません。',
  children: (title) => `「${title}」の下のページ`,
  hidden: '公開サイトでは非表示',
  views: 'スペースの表示',
  actions: 'スペースの操作',
  exportPdf: 'PDF として書き出す',
  changes: '変更リクエスト',
  openChanges: (count) => `オープン ${count} 件`,
  history: '履歴',
  files: 'ファイル',
  links: 'リンク',
  access: 'アクセス',
  git: 'Git',
  settings: '設定',
  here: '閲覧中の人',
  nobodyElse: 'ほかに閲覧中の人はいません',
  andMore: (count) => `ほか ${count} 人`,
  editing: (name) => `${name}さん (編集中)`,
  publish: '公開…',
}
