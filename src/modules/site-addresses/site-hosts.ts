import type { WebHosting } from '../../core/operations/web.ts'
import type { Settings } from '../../core/settings.ts'

export interface SitesSettings {
  /** What addresses of sites by path begin with; without it, the URL of this server. */
  readonly url: string | undefined
  /** What generated hosts end with, such as `.docs.example.com`. */
  readonly hostSuffix: string | undefined
}

const PORT = /:\d{1,5}$/
/** An ID with a hyphen instead of its underscore, which hosts cannot have. */
const LABEL = /^([a-z]{2,5})-([a-z0-9]{1,50})$/

/** The hosts of published sites. That of a site is made of its ID, so it never becomes that of another site. */
export class SiteHosts implements WebHosting {
  readonly #suffix: string | undefined
  readonly #sitesUrl: string | undefined
  readonly #api: () => string
  #known: { sites: string; api: string; hosts: readonly string[]; scheme: string; port: string } | undefined

  /** The origin of the API is read each time: without PUBLIC_URL it is known only once the server listens. */
  constructor({ url, hostSuffix }: SitesSettings, api: () => string) {
    this.#sitesUrl = url
    this.#suffix = hostSuffix
    this.#api = api
  }

  base(): string {
    return `${this.#sitesUrl ?? this.#api()}/sites`
  }

  /** The origin that is generated for a site; null without a pattern for hosts. */
  originOf(siteId: string): string | null {
    if (this.#suffix === undefined) return null
    const { scheme, port } = this.#parsed()
    return `${scheme}//${siteId.replace('_', '-')}${this.#suffix}${port}`
  }

  originAt(host: string): string | null {
    const siteId = this.siteAt(host)
    return siteId && this.originOf(siteId)
  }

  /** The site of a generated host; null if the host is not one. */
  siteAt(host: string): string | null {
    if (this.#suffix === undefined || !this.isBelowPattern(host)) return null
    const [, kind, rest] = LABEL.exec(host.replace(PORT, '').slice(0, -this.#suffix.length)) ?? []
    return kind === undefined ? null : `${kind}_${rest}`
  }

  /** Whether a host is one of this server itself, so that it cannot be that of a site. */
  isOwn(host: string): boolean {
    return this.#parsed().hosts.includes(host.replace(PORT, '')) || this.isBelowPattern(host)
  }

  isBelowPattern(host: string): boolean {
    return this.#suffix !== undefined && host.replace(PORT, '').endsWith(this.#suffix)
  }

  /** Addresses are parsed again when they change. */
  #parsed() {
    const [sites, api] = [this.base(), this.#api()]
    if (this.#known?.sites === sites && this.#known.api === api) return this.#known
    const [one, other] = [new URL(sites), new URL(api)]
    const port = one.port === '' ? '' : `:${one.port}`
    this.#known = { sites, api, hosts: [one.hostname, other.hostname], scheme: one.protocol, port }
    return this.#known
  }
}

const known = new WeakMap<SitesSettings, SiteHosts>()

/** Where an instance with these settings shows sites. */
export function hostingOf({ sites, origin }: Settings): SiteHosts {
  const before = known.get(sites)
  if (before) return before
  const hosting = new SiteHosts(sites, origin)
  known.set(sites, hosting)
  return hosting
}
