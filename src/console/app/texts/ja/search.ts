import type { Texts } from '../texts.ts'

export const search: Texts['search'] = {
  title: '検索',
  field: 'すべてのスペースを検索',
  hint: 'すべての語を含むページを探します。語句は "引用符" で囲み、除外する語の前には - を付けます。',
  begin: '表示できるすべてのスペースのページを検索します。',
  nothing: (text) => `次の語をすべて含むページはありません: ${text}`,
  tryOther: '語を減らすか、別の語でお試しください。',
  found: (count) => `${count} ページ見つかりました`,
  moreInSpace: (title) => `${title} の検索結果`,
}
