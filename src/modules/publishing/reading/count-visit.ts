import { z } from 'zod'
import { hostOf, type VisitCounts, wordsOf } from '../../insights/index.ts'
import type { PlacedPage } from '../../revisions/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import type { SiteVisit } from './visits.ts'

/** What a page reports. Anything else is ignored: it may be a page of another version of this server. */
const Reported = z.union([
  z.object({ search: z.string().trim().min(1).max(512), found: z.boolean() }),
  z.object({ referrer: z.string().max(2_048).optional() }),
])

/** Counts a view of a page, or a search. Addresses and cookies of readers are not looked at. */
export function countVisit(
  counts: VisitCounts,
  { known: { site }, shown }: SiteVisit,
  { row, page }: { row: SiteSpaceRow; page: PlacedPage },
  received: unknown,
): void {
  const { success, data } = Reported.safeParse(received)
  if (!success || shown.lookAt(row.id).insights.enabled === false) return
  if ('search' in data) {
    counts.count(site.id, data.found ? 'search' : 'miss', wordsOf(data.search))
    return
  }
  counts.count(site.id, 'view', `${row.spaceId}/${page.id}`, page.page.title)
  const host = hostOf(data.referrer)
  if (host !== null) counts.count(site.id, 'referrer', host)
}
