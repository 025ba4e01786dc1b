import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import { VIEWER } from '../../../core/lists/list.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { Prisma, type SiteRedirect } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { SiteRow } from '../../sites/index.ts'
import { type Addressed, joinMember, siteUrl } from '../../sites/index.ts'
import { joinAccess, NOT_DELETED } from '../../spaces/index.ts'
import type { Destination, RedirectFilters } from './redirects.model.ts'
import { capturedBy, pathFrom } from './sources.ts'

const COLUMNS = columnsOf('r', Prisma.SiteRedirectScalarFieldEnum)

/** Redirects to a space that the viewer cannot see are left out, like its site spaces. */
const isVisible = (viewer: string) => `(r."siteSpaceId" IS NULL OR EXISTS (SELECT 1 FROM "SiteSpace" placed
  JOIN "Space" s ON s."id" = placed."spaceId" ${joinAccess(viewer)}
  WHERE placed."id" = r."siteSpaceId" AND ${NOT_DELETED}))`

export const redirectById = loaderById<SiteRedirect>({
  name: 'siteRedirectById',
  scope: 'site:read',
  text: `SELECT ${COLUMNS} FROM "SiteRedirect" r ${joinMember('r', '$2')}
    WHERE r."id" = ANY($1) AND ${isVisible('$2')}`,
})

/** The redirects of a site, oldest first. */
export const redirectsOfSite = defineList<SiteRow, RedirectFilters, SiteRedirect>({
  name: 'siteRedirects',
  columns: COLUMNS,
  from: '"SiteRedirect" r',
  match: `r."siteId" = p.key AND ${isVisible(VIEWER)}`,
  key: ({ id }) => id,
  conditions: ({ draft, search }) => [
    { sql: 'r."draft" = ?::boolean', value: draft },
    ...(search ? [{ sql: 'strpos(r."source", ?) > 0', value: search }] : []),
  ],
  sort: [{ sql: 'r."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
})

/** A redirect that means a path, and what of the path it appends to its destination. */
export interface FoundRedirect {
  row: SiteRedirect
  captured: readonly string[]
}

// All redirects of a site are compared: there are few, and a wildcard can end anywhere in a path.
const AT_PATH = statement<SiteRedirect>({
  name: 'siteRedirectAtPath',
  text: `SELECT ${COLUMNS} FROM "SiteRedirect" r WHERE r."siteId" = $1 AND NOT r."draft"
    AND (r."source" = ANY($2)
      OR right(r."source", 1) = '*' AND starts_with($3, left(r."source", -1)))
    ORDER BY right(r."source", 1) = '*', length(r."source") DESC LIMIT 1`,
})

/** Segments that browsers resolve themselves: appended to an address, they would leave its path. */
const isRelative = (segment: string) => segment === '.' || segment === '..'

/** The redirect that means a path. Whether the caller sees its destination is checked after. */
export async function redirectAt(
  db: Queryable,
  siteId: string,
  segments: readonly string[],
): Promise<FoundRedirect | null> {
  const path = pathFrom(segments)
  // Sources were stored as people wrote them before they were encoded.
  const former = [segments, segments.map(encodeURIComponent)].map((each) => `/${each.join('/')}`)
  const [row] = await db.query(AT_PATH, [siteId, [path, ...former], path])
  if (!row) return null
  const captured = row.captureWildcard ? capturedBy(row.source, path) : []
  return captured.some(isRelative) ? null : { row, captured }
}

/** The destination of a stored redirect. */
export function destinationOf({ sectionId, siteSpaceId, pageId, url }: SiteRedirect): Destination {
  if (url !== null) return { kind: 'external', url }
  if (sectionId !== null) return { kind: 'site-section', siteSectionId: sectionId }
  const placed = { siteSpaceId: siteSpaceId ?? '' }
  return pageId === null ? { kind: 'site-space', ...placed } : { kind: 'site-page', ...placed, pageId }
}

/** The URL of a destination outside of the site, with what a wildcard captured below its path. */
export function externalTarget(url: string, captured: readonly string[]): string {
  if (captured.length === 0) return url
  const target = new URL(url)
  target.pathname = `${target.pathname.replace(/\/$/, '')}${pathFrom(captured)}`
  return target.href
}

export const redirectUrl = (urls: Urls, site: Addressed, id: string) =>
  `${siteUrl(urls, site)}/redirects/${id}`
