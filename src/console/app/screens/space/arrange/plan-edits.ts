import { freeSlug } from '../../../../../core/slugs.ts'
import type { ContentChangeInput } from '../../../editor/editable-content.ts'
import type { TreePage } from '../use-tree-pages.ts'
import { canContain, EditedTree, type Spot, slugOfPath, subtreeOf, type Target } from './tree-edits.ts'

/** What is sent, how the tree looks until the answer has arrived, and what takes it back. */
export interface Plan {
  changes: ContentChangeInput[]
  pages: (before: readonly TreePage[]) => readonly TreePage[]
  /** Given the revision before the changes, and the ids of the pages that they inserted, by their `ref`. */
  undo: (revision: string, inserted: ReadonlyMap<string, string>) => ContentChangeInput[]
}

/** Why pages cannot be moved somewhere. */
export type Refusal = 'itself' | 'group' | 'leaf'

export function refusalOf(
  pages: readonly TreePage[],
  moved: readonly TreePage[],
  target: Target,
): Refusal | null {
  const { parent } = new EditedTree(pages).spotAt(target)
  if (parent === null) return null
  const above = pages.find(({ pageId }) => pageId === parent)
  if (above && !canContain(above)) return 'leaf'
  const isInside = (page: TreePage) => subtreeOf(pages, page.pageId).some(({ pageId }) => pageId === parent)
  if (moved.some(isInside)) return 'itself'
  return moved.some(({ __typename }) => __typename === 'GroupPage') ? 'group' : null
}

/** Moves pages, in their order, to a target. A page whose slug is taken there gets another one. */
export function planMove(pages: readonly TreePage[], moved: readonly TreePage[], target: Target): Plan {
  const tree = new EditedTree(pages)
  const back: ContentChangeInput[] = []
  const changes = moved.flatMap(({ pageId }, index): ContentChangeInput[] => {
    const was = tree.spotOf(pageId)
    const node = tree.remove(pageId)
    if (!was || !node) return []
    const previous = moved[index - 1]
    const spot = tree.spotAt(previous ? { page: previous.pageId, where: 'after' } : target)
    const slug = slugOfPath(node.page)
    const free = freeAt(tree, spot, slug)
    tree.insert({ ...node, page: withSlug(node.page, free) }, spot)
    const reslugged = free === slug ? {} : { slug: free }
    back.unshift({
      updatePage: { page: pageId, into: was.parent, at: was.at, ...(free === slug ? {} : { slug }) },
    })
    return [{ updatePage: { page: pageId, into: spot.parent, at: spot.at, ...reslugged } }]
  })
  const after = tree.pages()
  return { changes, pages: () => after, undo: () => back }
}

const withSlug = (page: TreePage, slug: string): TreePage =>
  slug === '' || slug === slugOfPath(page) ? page : { ...page, path: slug }

function freeAt(tree: EditedTree, { parent }: Spot, slug: string): string {
  if (slug === '') return ''
  return freeSlug(slug, new Set(tree.below(parent).map(({ page }) => slugOfPath(page))))
}

/** One place up or down among its siblings, below the page before it, or behind the page that it is below. */
export type Step = 'up' | 'down' | 'in' | 'out'

/** Where a step leads to; null where there is no such place. */
export function targetOfStep(pages: readonly TreePage[], id: string, step: Step): Target {
  const found = new EditedTree(pages).find(id)
  if (!found) return null
  const { node, siblings, parent } = found
  const beside = (by: number) => siblings[siblings.indexOf(node) + by]?.page
  const before = beside(-1)
  const after = beside(1)
  switch (step) {
    case 'up':
      return before ? { page: before.pageId, where: 'before' } : null
    case 'down':
      return after ? { page: after.pageId, where: 'after' } : null
    case 'in':
      return before && canContain(before) ? { page: before.pageId, where: 'inside' } : null
    case 'out':
      return parent && { page: parent.page.pageId, where: 'after' }
  }
}

/** Deletes pages with all below them. They come back with their ids, texts and places. */
export function planDelete(pages: readonly TreePage[], deleted: readonly TreePage[]): Plan {
  const all = deleted.flatMap(({ pageId }) => subtreeOf(pages, pageId))
  const gone = new Set(all.map(({ pageId }) => pageId))
  return {
    changes: deleted.map(({ pageId: page }) => ({ deletePage: { page } })),
    pages: (before) => before.filter(({ pageId }) => !gone.has(pageId)),
    undo: (revision) => all.map(({ pageId: page }) => ({ revertPage: { page, revision } })),
  }
}

interface Fields {
  title?: string
  linkTitle?: string
  slug?: string
  hidden?: boolean
  url?: string
}

/** Changes fields of pages. */
export function planUpdate(changed: readonly { page: TreePage; after: Fields; before: Fields }[]): Plan {
  const fields = new Map(changed.map(({ page, after }) => [page.pageId, after]))
  const changeOf = (page: TreePage, { url, ...rest }: Fields): ContentChangeInput => ({
    updatePage: { page: page.pageId, ...rest, ...(url === undefined ? {} : { target: { url } }) },
  })
  return {
    changes: changed.map(({ page, after }) => changeOf(page, after)),
    pages: (before) => {
      const next = before.map((page) => {
        const { url, slug, ...rest } = fields.get(page.pageId) ?? {}
        if (!fields.has(page.pageId)) return page
        const shown = { ...page, ...rest, ...(url === undefined ? {} : { href: url }) }
        return slug === undefined ? shown : withSlug(shown, slug)
      })
      return new EditedTree(next).pages()
    },
    undo: () => changed.map(({ page, before }) => changeOf(page, before)),
  }
}

/** Inserts pages, which the tree shows once the server has answered. Those with the refs are deleted to take it back. */
export const planInsert = (
  changes: ContentChangeInput[],
  refs: readonly string[],
  back: readonly ContentChangeInput[] = [],
): Plan => ({
  changes,
  pages: (before) => before,
  undo: (_revision, inserted) => [
    ...back,
    ...refs.flatMap((ref) => {
      const page = inserted.get(ref)
      return page === undefined ? [] : [{ deletePage: { page } }]
    }),
  ],
})
