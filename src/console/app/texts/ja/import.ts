import type { Texts } from '../texts.ts'

export const imports: Texts['imports'] = {
  below: '下にインポート…',
  action: 'インポート…',
  empty: 'ページがまだありません。最初のページを書くか、インポートしてください。',
  createAndImport: '作成してインポート',
}
