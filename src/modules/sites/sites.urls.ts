import type { Site } from '../../generated/prisma/client.ts'
import type { Urls } from '../../http/urls.ts'
import { organizationUrl } from '../organizations/index.ts'
import { hostingOf } from '../site-addresses/index.ts'
import { imageUrl, withIconImages } from './images/image-references.ts'
import { SiteIcon } from './sites.model.ts'

export const siteUrl = (urls: Urls, { organizationId, id }: Pick<Site, 'organizationId' | 'id'>) =>
  `${organizationUrl(urls, organizationId)}/sites/${id}`

/** The icon of a site, with the addresses of its images. */
export const iconOf = ({ icon }: Pick<Site, 'icon'>, { settings }: SiteAddresses): SiteIcon | undefined =>
  icon === null
    ? undefined
    : withIconImages(SiteIcon.parse(icon), (reference) => imageUrl(settings, reference))

/** What the address of a site is made of. */
export type Addressed = Pick<
  Site,
  'id' | 'organizationId' | 'basename' | 'hostname' | 'proxy' | 'publishedAt'
> & { organizationHostname: string | null }

/** Where this server shows sites. */
export type SiteAddresses = Pick<Urls, 'settings'>

/** The address of a site on this server, also when a proxy or a hostname of its own is in use. */
export function ownAddress({ settings }: SiteAddresses, site: Addressed): string {
  const hosting = hostingOf(settings)
  const segments = [site.organizationHostname ?? site.organizationId, site.basename ?? site.id]
  return hosting.originOf(site.id) ?? [hosting.base(), ...segments.map(encodeURIComponent)].join('/')
}

/** The address of a row is the same for all of its parts, of which there can be thousands. */
const bases = new WeakMap<Addressed, string>()

function baseOf(urls: SiteAddresses, site: Addressed): string {
  const known = bases.get(site)
  if (known !== undefined) return known
  const { proxy, hostname } = site
  const base = proxy ? `https://${proxy}` : hostname ? `https://${hostname}` : ownAddress(urls, site)
  bases.set(site, base)
  return base
}

/** Where a site, or a part of it, is or will be published: at the proxy of its owner, at its hostname, or on this server. */
export function addressOnSite(
  urls: SiteAddresses,
  site: Addressed,
  segments: readonly string[],
  shareKey?: string,
): string {
  const address = [baseOf(urls, site), ...segments.map(encodeURIComponent), ''].join('/')
  // In the query, which is not logged.
  return shareKey === undefined ? address : `${address}?shareKey=${encodeURIComponent(shareKey)}`
}

/** Where visitors find a site, or a part of it. Undefined while it is not published. */
export const publishedUrl = (
  urls: SiteAddresses,
  site: Addressed,
  segments: readonly string[] = [],
  shareKey?: string,
): string | undefined =>
  site.publishedAt === null ? undefined : addressOnSite(urls, site, segments, shareKey)
