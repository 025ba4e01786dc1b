import { isGenerated, type TreeNode, treeOf } from '../tree.ts'
import type { TreePage } from '../use-tree-pages.ts'

/** Where a page is: its parent, null at the root, and its position among the stored pages there. */
export interface Spot {
  parent: string | null
  at: number
}

/** Where something goes: beside a page, or below it as the last. Null is the end of the root. */
export type Target = { page: string; where: 'before' | 'inside' | 'after' } | null

/** Only documents and groups have pages below them. */
export const canContain = (page: TreePage): boolean =>
  (page.__typename === 'DocumentPage' || page.__typename === 'GroupPage') && !isGenerated(page)

export const slugOfPath = ({ path }: Pick<TreePage, 'path'>): string => path?.split('/').at(-1) ?? ''

/** A tree that can be changed in place, made from pages and written as pages again. */
export class EditedTree {
  readonly #roots: TreeNode[]

  constructor(pages: readonly TreePage[]) {
    this.#roots = treeOf(pages)
  }

  /** A page, and those beside it. */
  find(id: string): { node: TreeNode; siblings: TreeNode[]; parent: TreeNode | null } | null {
    const search = (siblings: TreeNode[], parent: TreeNode | null): ReturnType<EditedTree['find']> => {
      for (const node of siblings) {
        if (node.page.pageId === id) return { node, siblings, parent }
        const found = search(node.children, node)
        if (found) return found
      }
      return null
    }
    return search(this.#roots, null)
  }

  below(parent: string | null): TreeNode[] {
    return parent === null ? this.#roots : (this.find(parent)?.node.children ?? [])
  }

  spotOf(id: string): Spot | null {
    const found = this.find(id)
    if (!found) return null
    const { node, siblings, parent } = found
    return { parent: parent?.page.pageId ?? null, at: storedBefore(siblings, siblings.indexOf(node)) }
  }

  /** The spot of what is inserted at a target. */
  spotAt(target: Target): Spot {
    if (target === null) return { parent: null, at: storedBefore(this.#roots, this.#roots.length) }
    const found = this.find(target.page)
    if (!found) return this.spotAt(null)
    const { node, siblings, parent } = found
    if (target.where === 'inside') {
      return { parent: node.page.pageId, at: storedBefore(node.children, node.children.length) }
    }
    const index = siblings.indexOf(node) + (target.where === 'after' ? 1 : 0)
    return { parent: parent?.page.pageId ?? null, at: storedBefore(siblings, index) }
  }

  remove(id: string): TreeNode | null {
    const found = this.find(id)
    if (!found) return null
    found.siblings.splice(found.siblings.indexOf(found.node), 1)
    return found.node
  }

  insert(node: TreeNode, { parent, at }: Spot): void {
    const siblings = this.below(parent)
    let index = 0
    while (index < siblings.length && storedBefore(siblings, index) < at) index++
    siblings.splice(index, 0, node)
  }

  /** The pages in order, with the depth and the path that they have now. */
  pages(): TreePage[] {
    const flat: TreePage[] = []
    const write = (nodes: readonly TreeNode[], depth: number, above: string | null) => {
      for (const { page, children } of nodes) {
        const slug = slugOfPath(page)
        const path = page.path === null || slug === '' ? page.path : above ? `${above}/${slug}` : slug
        flat.push(page.depth === depth && page.path === path ? page : { ...page, depth, path })
        write(children, depth + 1, path ?? null)
      }
    }
    write(this.#roots, 0, null)
    return flat
  }
}

/** How many stored pages are before an index. All pages that one source generates are stored as one. */
function storedBefore(siblings: readonly TreeNode[], index: number): number {
  let count = 0
  let last: string | undefined
  for (const { page } of siblings.slice(0, index)) {
    const source = isGenerated(page) ? JSON.stringify(page.computed) : undefined
    if (source === undefined || source !== last) count++
    last = source
  }
  return count
}

/** The pages of a selection in order, without those below another one of them. */
export function topmost(pages: readonly TreePage[], ids: ReadonlySet<string>): TreePage[] {
  const found: TreePage[] = []
  let within: number | undefined
  for (const page of pages) {
    if (within !== undefined && page.depth > within) continue
    within = ids.has(page.pageId) ? page.depth : undefined
    if (within !== undefined) found.push(page)
  }
  return found
}

/** A page and those below it, in order. */
export function subtreeOf(pages: readonly TreePage[], id: string): TreePage[] {
  const from = pages.findIndex(({ pageId }) => pageId === id)
  const depth = pages[from]?.depth
  if (depth === undefined) return []
  const length = pages.slice(from + 1).findIndex((page) => page.depth <= depth)
  return length === -1 ? pages.slice(from) : pages.slice(from, from + 1 + length)
}
