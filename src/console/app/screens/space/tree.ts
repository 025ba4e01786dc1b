import type { TreePage } from './use-tree-pages.ts'

export interface TreeNode {
  page: TreePage
  children: TreeNode[]
}

/** A page that an OpenAPI spec generates: it is read, and nobody can change it. */
export const isGenerated = ({ computed }: TreePage): boolean => computed !== null && computed !== undefined

/** The pages as a tree. They are in order, each after its parent. */
export function treeOf(pages: readonly TreePage[]): TreeNode[] {
  const roots: TreeNode[] = []
  const above: TreeNode[] = []
  for (const page of pages) {
    const node: TreeNode = { page, children: [] }
    above.length = Math.min(page.depth, above.length)
    const siblings = above.at(-1)?.children ?? roots
    siblings.push(node)
    above.push(node)
  }
  return roots
}

/** The pages above a page, from the root down. */
export function ancestorsOf(pages: readonly TreePage[], pageId: string): TreePage[] {
  const above: TreePage[] = []
  for (const page of pages) {
    above.length = Math.min(page.depth, above.length)
    if (page.pageId === pageId) return above
    above.push(page)
  }
  return []
}

/** Pages with a text and an address of their own, in order. */
export const readable = (pages: readonly TreePage[]): TreePage[] =>
  pages.filter(({ __typename, path }) => __typename === 'DocumentPage' && path !== null)

const distance = (wanted: readonly string[], path: readonly string[]): number => {
  const same = path.filter((slug) => wanted.includes(slug)).length
  const last = wanted.at(-1) ?? ''
  const tail = path.at(-1) ?? ''
  const isAlike = tail === last ? 4 : tail.includes(last) || last.includes(tail) ? 2 : 0
  return same + isAlike
}

/** Pages whose paths are most like one that does not exist. */
export function nearPages(pages: readonly TreePage[], path: string): TreePage[] {
  const wanted = path.toLowerCase().split('/')
  return readable(pages)
    .map((page) => ({ page, score: distance(wanted, (page.path ?? '').split('/')) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 5)
    .map(({ page }) => page)
}
