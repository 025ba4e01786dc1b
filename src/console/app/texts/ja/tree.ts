import type { Texts } from '../texts.ts'

export const tree: Texts['tree'] = {
  actions: (title) => `「${title}」の操作`,
  selected: '選択済み',
  proposed: (number) => `変更 #${number} のページ`,
}
