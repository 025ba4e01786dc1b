import type { Urls } from '../../http/urls.ts'
import { organizationUrl } from '../organizations/index.ts'

/** Long enough to download a document, short enough that a leaked URL soon expires. */
const LIFETIME_MS = 60 * 60 * 1000

export const specsPath = '/orgs/:organizationId/openapi'
export const specPath = `${specsPath}/:specSlug`

interface SpecAt {
  organizationId: string
  slug: string
}

export const specUrl = (urls: Urls, { organizationId, slug }: SpecAt) =>
  `${organizationUrl(urls, organizationId)}/openapi/${slug}`

/** The bundled document of the last version of a public spec, which anyone can read. */
export const publishedSpecUrl = (urls: Urls, { organizationId, slug }: SpecAt) =>
  urls.open(`/openapi/${organizationId}/${slug}.json`)

export const versionUrl = (urls: Urls, spec: SpecAt, versionId: string) =>
  `${specUrl(urls, spec)}/versions/${versionId}`

/** The bundled document of a version, which needs no token and expires. */
export const bundleUrl = (urls: Urls, specId: string, versionId: string) =>
  urls.signed(`/openapi/${specId}/versions/${versionId}/bundle.json`, LIFETIME_MS)
