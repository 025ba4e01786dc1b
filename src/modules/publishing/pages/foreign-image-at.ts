import type { WebAnswer } from '../../../core/operations/web.ts'
import type { ForeignImages } from '../foreign/foreign-images.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { MARKS, markedIn, siteSpaceNamed } from './addresses.ts'

/** An image of another host that a page shows. Null where the site shows none, or none with this address. */
export async function foreignImageAt(
  visit: SiteVisit,
  images: ForeignImages,
  charge: (points: number) => void,
): Promise<WebAnswer | null> {
  const { above, rest } = markedIn(visit.segments, MARKS.foreign) ?? { above: [], rest: [] }
  const row = siteSpaceNamed(visit.shown.siteSpaces, above)
  const isShown = row !== undefined && visit.shown.lookAt(row.id).externalLinks.images !== 'link'
  const { id: siteId } = visit.known.site
  return isShown ? images.answer({ siteId, segments: rest, keeping: visit.keeping, charge }) : null
}
