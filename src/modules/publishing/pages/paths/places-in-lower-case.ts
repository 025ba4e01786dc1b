import { findAtPaths } from '../../../revisions/index.ts'
import { candidatesAmong } from '../../../site-visitors/index.ts'
import type { SiteSpaceRow } from '../../../sites/index.ts'
import type { SiteVisit } from '../../reading/visits.ts'

/** What a path can mean, and the pages along it. */
interface Place {
  row: SiteSpaceRow
  rest: readonly string[]
  ids: readonly string[]
}

const lowered = (text: string): string => text.toLowerCase()

/**
 * The places of a path that was written with capitals, `/Guide/Quickstart`, below sections and variants in any case.
 * Slugs are made in lower case, so a path is looked up once more, and only when nothing else was found.
 */
export async function placesInLowerCase(visit: SiteVisit, segments: readonly string[]): Promise<Place[]> {
  const path = segments.map(lowered)
  const { siteSpaces } = visit.shown
  if (path.every((segment, at) => segment === segments[at]) && siteSpaces.every(isLowered)) return []
  const byId = new Map(siteSpaces.map((row) => [row.id, row]))
  const candidates = candidatesAmong(siteSpaces.map(loweredRow), path).flatMap(({ row, rest }) => {
    const original = byId.get(row.id)
    return original ? [{ row: original, rest }] : []
  })
  const chains = await findAtPaths(
    visit.ctx.db,
    candidates.map(({ row, rest }) => ({
      spaceId: row.spaceId,
      root: visit.known.contents.get(row.spaceId)?.foldersRoot ?? null,
      path: rest.join('/'),
    })),
  )
  return candidates.map((each, at) => ({ ...each, ids: chains[at] ?? [] }))
}

const isLowered = ({ path, sectionPath }: SiteSpaceRow): boolean =>
  path === lowered(path) && (sectionPath === null || sectionPath === lowered(sectionPath))

const loweredRow = (row: SiteSpaceRow): SiteSpaceRow => ({
  ...row,
  path: lowered(row.path),
  sectionPath: row.sectionPath === null ? null : lowered(row.sectionPath),
})
