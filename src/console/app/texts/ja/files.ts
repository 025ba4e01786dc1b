import type { Texts } from '../texts.ts'

export const files: Texts['files'] = {
  title: 'ファイル',
  name: '名前',
  kind: '種類',
  size: 'サイズ',
  uses: '使用箇所',
  usedOn: (count) => (count === 0 ? 'なし' : `${count} か所`),
  actions: '操作',
  actionsOf: (name) => `${name} の操作`,
  empty: 'ファイルはまだありません。',
  emptyEdit: 'ファイルはまだありません。ここにドロップするか、選択してください。',
  upload: 'アップロード',
  drop: 'ドロップしてアップロード',
  uploading: (name) => `${name} をアップロード中`,
  uploaded: (count) => `${count} 件のファイルをアップロードしました。`,
  uploadFailed: (name, reason) => `${name} をアップロードできませんでした: ${reason}`,
  cancel: 'キャンセル',
  dismiss: '閉じる',
  locked:
    'このスペースのメインは変更リクエストでのみ変更できます。ファイルは変更リクエストで追加してください。',
  copyLink: 'リンクをコピー',
  copied: 'コピーしました',
  notCopied: 'ブラウザーがコピーを許可しませんでした。',
  open: '開く',
  rename: '名前を変更',
  renameTitle: 'ファイル名を変更',
  save: '名前を変更',
  remove: '削除',
  removeTitle: (name) => `${name} を削除しますか?`,
  removeText: (count) =>
    count === 0
      ? 'どのページでも使われていません。以前のリビジョンには残ります。'
      : `${count} か所で使われており、そこには何も表示されなくなります。以前のリビジョンには残ります。`,
  removed: (name) => `${name} を削除しました。`,
  renamed: (name) => `名前を ${name} に変更しました。`,
  reusable: '再利用コンテンツ',
  pixels: (width, height) => `${width} × ${height}`,
}

export const links: Texts['links'] = {
  title: 'リンク',
  filter: 'リンクの絞り込み',
  broken: 'リンク切れ',
  all: 'すべて',
  other: 'ほかのスペース',
  link: 'リンク',
  page: 'ページ',
  state: '状態',
  states: { BROKEN: 'リンク切れ', OK: '正常', IN_APP: 'ほかのスペースへのリンク' },
  reasons: {
    PAGE: 'ページまたは見出しが存在しません。',
    FILE: 'ファイルが存在しません。',
    SPACE: 'スペースが存在しないか、表示する権限がありません。',
    REUSABLE_CONTENT: '再利用コンテンツが存在しません。',
    URL: 'このアドレスには何もありません。',
  },
  noPage: 'ページの外',
  noneBroken: 'リンク切れはありません。',
  none: 'リンクはありません。',
}
