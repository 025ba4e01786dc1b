import type { Texts } from '../texts.ts'

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
