import type { Texts } from '../texts.ts'

export const places: Texts['places'] = {
  spaces: 'スペース',
  spacesOf: (organization) => `${organization} のスペース`,
  sites: 'サイト',
  sitesOf: (organization) => `${organization} のサイト`,
  collections: 'コレクション',
  untitled: '無題',
  noSpacesHere: 'スペースはありません',
  published: '公開中',
  unpublished: '非公開',
  open: (count) => `オープン ${count} 件`,
  openChangesOf: (count, space) => `${space} のオープンな変更リクエスト ${count} 件`,
  openPublished: (space) => `${space} の公開ページを開く`,
  newSpace: '新しいスペース',
  newSpaceHint: 'スペースにはページが入ります。後で別のコレクションに移動できます。',
  title: 'タイトル',
  emoji: '絵文字',
  organization: '組織',
  collection: 'コレクション',
  noCollection: 'なし',
  create: 'スペースを作成',
  cancel: 'キャンセル',
  emptyOrganization:
    'スペースはまだありません。スペースには、製品、ハンドブック、ガイドなどのページが入ります。',
  emptyCollection: 'このコレクションにはまだ何もありません。',
  noneVisible: '表示できるスペースがありません。組織の管理者にアクセスを依頼してください。',
}
