import type { Texts } from '../texts.ts'

export const home: Texts['home'] = {
  title: 'ホーム',
  overview: '概要',
  changes: '変更リクエスト',
  people: 'メンバー',
  teams: 'チーム',
  specs: 'OpenAPI',
  webhooks: 'Webhook',
  views: '組織の表示',
  toReview: 'レビュー待ち',
  nothingToReview: 'レビュー待ちの変更リクエストはありません。',
  mine: '自分の変更リクエスト',
  nothingMine: 'オープンな変更リクエストはありません。',
  unread: '未読',
  nothingUnread: 'すべて既読です。',
  showAll: 'すべて表示',
  allUnread: '受信トレイを開く',
  moreOrganizations: (count) => `ほかに ${count} 組織あります。コマンドメニューで選択してください。`,
  noOrganization:
    'まだどの組織にも参加していません。組織の管理者に、アカウントのメールアドレスへの招待を依頼してください。',
  startFirst: '最初のサイトを作る',
  begun: '最初のサイトを作りかけています。',
  goOn: '続ける',
  sites: 'サイト',
}
