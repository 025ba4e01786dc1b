import { columnsOf } from '../../../core/lists/columns.ts'
import type { BatchDefinition, ListDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { VIEWER } from '../../../core/lists/list.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { Prisma, type SiteRedirect } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import type { Queryable } from '../../../platform/database.ts'
import { joinAccess, NOT_DELETED } from '../../spaces/index.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { siteUrl } from '../sites.urls.ts'
import { joinMember } from '../structure/rows.ts'
import { type Destination, RedirectKind } from './redirects.model.ts'

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
export const redirectsOfSite: ListDefinition<SiteRow, object, SiteRedirect> = {
  name: 'siteRedirects',
  columns: COLUMNS,
  from: '"SiteRedirect" r',
  match: `r."siteId" = p.key AND ${isVisible(VIEWER)}`,
  key: ({ id }) => id,
  sort: [{ sql: 'r."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
}

interface SourceInSite {
  siteId: string
  source: string
}

const bySource: BatchDefinition<SourceInSite, { id: string }> = {
  name: 'siteRedirectBySource',
  cacheKey: ({ siteId, source }) => `${siteId}${source}`,
  batch: async ({ db }, keys) => {
    const rows = await db.query<SourceInSite & { id: string }>(
      {
        name: 'siteRedirectBySource',
        text: `SELECT r."id", r."siteId", r."source" FROM unnest($1::text[], $2::text[]) AS k(site, source)
          JOIN "SiteRedirect" r ON r."siteId" = k.site AND r."source" = k.source`,
      },
      [keys.map(({ siteId }) => siteId), keys.map(({ source }) => source)],
    )
    return keys.map(
      (key) => rows.find(({ siteId, source }) => siteId === key.siteId && source === key.source) ?? null,
    )
  },
}

/** The redirect of a path, or null. Access to the site is checked before. */
export async function findRedirectOf(
  reads: RequestLoaders,
  siteId: string,
  source: string,
): Promise<SiteRedirect | null> {
  const found = await reads.load(bySource, { siteId, source })
  return found ? reads.load(redirectById, found.id) : null
}

const AT_PATH = {
  name: 'siteRedirectAtPath',
  text: `SELECT ${COLUMNS} FROM "SiteRedirect" r WHERE r."siteId" = $1 AND r."source" = ANY($2) LIMIT 1`,
}

/** The redirect of a path, as people write it or encoded. Whether the caller sees its destination is checked after. */
export async function redirectAt(
  db: Queryable,
  siteId: string,
  segments: readonly string[],
): Promise<SiteRedirect | null> {
  const written = [segments, segments.map(encodeURIComponent)].map((each) => `/${each.join('/')}`)
  const [row] = await db.query<SiteRedirect>(AT_PATH, [siteId, written])
  return row ?? null
}

/** The destination of a stored redirect. */
export const destinationOf = ({ kind, sectionId, siteSpaceId, pageId, url }: SiteRedirect): Destination => ({
  kind: RedirectKind.parse(kind),
  ...(sectionId === null ? {} : { siteSection: sectionId }),
  ...(siteSpaceId === null ? {} : { siteSpace: siteSpaceId }),
  ...(pageId === null ? {} : { page: pageId }),
  ...(url === null ? {} : { url }),
})

export const redirectUrl = (urls: Urls, site: SiteRow, id: string) => `${siteUrl(urls, site)}/redirects/${id}`
