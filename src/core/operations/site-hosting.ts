/** Where this server shows published sites. */
export interface SiteHosting {
  /** The URL that addresses by path begin with. */
  sites(): string
  /** The origin that this server generates for a site; null without SITES_HOST_PATTERN. */
  originOf(siteId: string): string | null
  /** The site of a generated host; null if the host is not one. */
  siteAt(host: string): string | null
  /** Whether a host is below SITES_HOST_PATTERN. Nothing but sites is served there. */
  isBelowPattern(host: string): boolean
  /** Whether a host is one of this server itself, so that it cannot be that of a site. */
  isOwn(host: string): boolean
}
