import type { Texts } from '../texts.ts'

export const commands: Texts['commands'] = {
  title: '検索または移動',
  placeholder: '検索または移動…',
  results: '結果',
  recent: '最近',
  spaces: 'スペース',
  actions: '操作',
  screens: '画面',
  pages: 'ページ',
  changes: '変更リクエスト',
  sites: 'サイト',
  specs: 'OpenAPI 仕様',
  people: '人',
  instance: 'インスタンス',
  allOrganizations: 'インスタンス: 組織',
  allAccounts: 'インスタンス: アカウント',
  changeRequest: (number) => `変更リクエスト #${number}`,
  searching: '検索中…',
  nothing: '見つかりませんでした。別の言葉でお試しください。',
  count: (count) => `${count} 件`,
}
