import type { SitesTexts } from '../texts.ts'

export const publish: SitesTexts['publish'] = {
  title: '公開',
  titleOf: (space) => `${space} を公開`,
  hint: 'サイトはスペースのページを読者に表示します。後で変更してマージした内容はすぐに反映されます。',
  siteTitle: 'サイトのタイトル',
  address: 'アドレスに入る名前',
  addressHint: '文字、数字、ハイフン、ピリオド、アンダースコアが使えます。',
  visibility: '閲覧できる人',
  visibilities: {
    PUBLIC: '全員',
    UNLISTED: 'アドレスを知っている全員（検索エンジンには載りません）',
    SHARE_LINK: '共有リンクを持つ全員',
    VISITOR_AUTH: '自社のサーバーがサインインさせた訪問者',
  },
  submit: '公開する',
  cancel: 'キャンセル',
  close: '閉じる',
  published: 'サイトを公開しました。',
  addressOf: 'サイトのアドレス',
  open: 'サイトを開く',
  manage: 'サイトの設定',
  onSites: 'このスペースのページは次のサイトにあります:',
  another: '別のサイトで公開する',
  publishSite: (title) => `${title} を公開`,
  state: { published: '公開中', unpublished: '未公開' },
  nameTaken: '組織の別のサイトがこの名前をアドレスに使っています。別の名前を選んでください。',
}
