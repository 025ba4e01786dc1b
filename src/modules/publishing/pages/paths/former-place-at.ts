import { beginningsOf, formerPagesAt } from '../../../content/index.ts'
import { findAtPaths, pathOf } from '../../../revisions/index.ts'
import type { Candidate } from '../../../site-visitors/index.ts'
import type { SiteVisit } from '../../reading/visits.ts'
import { Addresses } from '../addresses.ts'
import { SpacePages } from '../space-pages.ts'

/**
 * Where the page is that a path led to before it was moved, or a page above it; or that it was removed, on a site that
 * is the same for all. Null if there was none.
 */
export async function formerPlaceAt(
  visit: SiteVisit,
  candidates: readonly Candidate[],
): Promise<{ kind: 'moved'; href: string; isPermanent: boolean } | { kind: 'gone' } | null> {
  const keys = candidates.flatMap(({ row, rest }) =>
    beginningsOf(rest).map((part) => ({ ...part, row, spaceId: row.spaceId })),
  )
  let isGone = false
  for (const { at, pageId } of await formerPagesAt(visit.ctx.db, keys)) {
    const key = keys[at]
    if (!key) continue
    const pages = new SpacePages(visit, key.row)
    const page = (await pages.byId([pageId])).get(pageId)
    if (!page) {
      // Where some readers see more than others, it is not said which pages there were.
      const isForAll = key.rest.length === 0 && visit.keeping === 'everyone'
      isGone ||= isForAll && !(await pages.snapshot.pages([pageId])).has(pageId)
      continue
    }
    const path = [pathOf(page), ...key.rest].join('/')
    if (key.rest.length > 0 && !(await isThere(visit, key.row.spaceId, path))) continue
    return { kind: 'moved', href: new Addresses(visit).page(key.row, path), isPermanent: true }
  }
  return isGone ? { kind: 'gone' } : null
}

async function isThere({ ctx, known }: SiteVisit, spaceId: string, path: string): Promise<boolean> {
  const root = known.contents.get(spaceId)?.foldersRoot ?? null
  const [ids = []] = await findAtPaths(ctx.db, [{ spaceId, root, path }])
  return ids.length === path.split('/').length
}
