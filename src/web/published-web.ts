import type { IncomingMessage, Server } from 'node:http'
import { ByteCache } from '../core/byte-cache.ts'
import type { ServerParts } from '../core/operations/module.ts'
import type { WebOptions, WebSites } from '../core/operations/web.ts'
import { isApart } from './hosts.ts'
import { type WebParts, WebSurface } from './server.ts'

interface Settings {
  sitesUrl: string | undefined
  publicUrl: string | undefined
  sitesCacheBytes: number
}

/** Published sites as a part of the server: one module declares them. */
export class PublishedWeb {
  readonly #apart: boolean
  readonly #cache: ByteCache
  readonly #sites: WebSites | undefined
  #surface: WebSurface | undefined

  constructor(
    modules: readonly ServerParts[],
    { sitesUrl, publicUrl, sitesCacheBytes }: Settings,
    options: Omit<WebOptions, 'cache' | 'isApart'>,
  ) {
    this.#apart = isApart(sitesUrl, publicUrl)
    this.#cache = new ByteCache(sitesCacheBytes)
    const [declared] = modules.flatMap(({ web }) => web ?? [])
    this.#sites = declared?.({ ...options, cache: this.#cache, isApart: this.#apart })
  }

  /** Something of an organization has changed. */
  forget(organizationId: string): void {
    this.#sites?.forget(organizationId)
  }

  /** What the operator should know about the addresses of sites, in one sentence; null if there is nothing. */
  async advice(): Promise<string | null> {
    return this.#sites?.advice() ?? null
  }

  /** Takes the requests to sites from the listener of the API. */
  mount(server: Server, parts: Omit<WebParts, 'sites' | 'cache' | 'apart'>): void {
    if (!this.#sites) return
    this.#surface = new WebSurface({ ...parts, sites: this.#sites, cache: this.#cache, apart: this.#apart })
    this.#surface.mount(server)
  }

  /** Whether the host of a request, such as the upgrade to a WebSocket, is that of a site: the API is not there. */
  async isForSite(request: IncomingMessage): Promise<boolean> {
    return (await this.#surface?.isForSite(request)) ?? false
  }
}
