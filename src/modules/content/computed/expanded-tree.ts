import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import { readOf } from '../../../core/lists/loaders.ts'
import type { PlacedPage } from '../../revisions/index.ts'
import type { Content } from '../content-scope.ts'
import { type PageTree, readSubtree, readTree } from '../pages/tree.ts'
import { visibleTree } from '../readers/seen-content.ts'
import { withGenerated } from './generated.ts'

/** A tree with computed pages in place of their sources. Without any, it is the tree itself. */
async function expanded(
  reads: RequestLoaders,
  content: Content,
  siblings: readonly PageTree[],
): Promise<PageTree[]> {
  const pages = await withGenerated(reads, content, siblings, (placed) => ({ ...placed, pages: [] }))
  return Promise.all(
    pages.map(async (page) =>
      page.pages.length === 0 ? page : { ...page, pages: await expanded(reads, content, page.pages) },
    ),
  )
}

/** The whole tree, with computed pages. */
export async function readExpandedTree(reads: RequestLoaders, content: Content): Promise<PageTree[]> {
  const tree = await readTree(content.snapshot)
  const whole =
    content.isExpanded && content.revision.hasComputed ? await expanded(reads, content, tree) : tree
  return visibleTree(content, whole)
}

/** The same for API layers. */
export const pageTree = readOf('space:read', readExpandedTree, { forReaders: true })

/** A page with its descendants, computed pages included. */
export const pageSubtree = readOf(
  'space:read',
  async (reads, { content, placed }: { content: Content; placed: PlacedPage }): Promise<PageTree> => {
    // A computed page has none.
    if (placed.page.computedSeed !== undefined) return { ...placed, pages: [] }
    const tree = await readSubtree(content.snapshot, placed)
    const isWhole = !content.isExpanded || !content.revision.hasComputed
    const pages = isWhole ? tree.pages : await expanded(reads, content, tree.pages)
    return { ...tree, pages: await visibleTree(content, pages) }
  },
  { forReaders: true },
)
