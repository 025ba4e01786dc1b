import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import { contentOfSpace, findPage } from '../../content/index.ts'
import { pathOf } from '../../revisions/index.ts'
import {
  type Addressed,
  addressOnSite,
  segmentsOfSiteSpace,
  siteSpaceById,
  siteSpacesIn,
} from '../../sites/index.ts'
import { externalTarget } from './redirects.loaders.ts'

/** Where a redirect leads: on its site, or elsewhere. */
export type Target = { url: string } | { segments: readonly string[] }

/** Where a redirect leads for a member. Null if that is gone, or the member cannot see it. */
export async function targetFor(
  reads: RequestLoaders,
  { url, sectionId, siteSpaceId, pageId }: SiteRedirect,
  captured: readonly string[] = [],
): Promise<Target | null> {
  if (url !== null) return { url: externalTarget(url, captured) }
  const rows =
    sectionId === null
      ? [await reads.load(siteSpaceById, siteSpaceId ?? '')]
      : ((await reads.load(siteSpacesIn, sectionId)) ?? [])
  const row = rows.find((each) => each?.isDefault) ?? rows[0]
  if (!row) return null
  if (pageId === null) return { segments: [...segmentsOfSiteSpace(row), ...captured] }
  const page = await findPage(reads, await contentOfSpace(reads, row.space), pageId)
  return page ? { segments: [...segmentsOfSiteSpace(row), ...pathOf(page).split('/'), ...captured] } : null
}

/** The address of a target, also while the site is not published. */
export const targetUrl = (urls: Urls, site: Addressed, target: Target, shareKey?: string): string =>
  'url' in target ? target.url : addressOnSite(urls, site, target.segments, shareKey)
