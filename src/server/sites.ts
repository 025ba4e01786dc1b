import { ByteCache } from '../core/byte-cache.ts'
import type { LocalTools } from '../core/operations/context.ts'
import { declaredPart } from '../core/operations/module.ts'
import type { WebContent } from '../core/operations/web.ts'
import { hasOwnOrigin } from '../http/urls.ts'
import { modules } from '../modules/index.ts'
import { type WebParts, WebSurface } from '../web/web-surface.ts'
import type { Wiring } from './wiring.ts'

/** Published sites: what a module serves, and the surface on which it does. */
interface PublishedSites extends Pick<WebContent, 'forget' | 'advice' | 'close'> {
  surface(parts: Omit<WebParts, 'sites' | 'cache' | 'apart' | 'api' | 'isOpen' | 'onFault'>): WebSurface
}

/** The tools have no `changed` yet: it notifies these sites. */
export function createSites(
  { config, database, now, urls, origin, readiness, signed, faults }: Omit<Wiring, 'tools'>,
  tools: LocalTools & Pick<Wiring['tools'], 'files' | 'outbound'>,
): PublishedSites {
  const apart = hasOwnOrigin(config.settings.sites.url, config.publicUrl)
  const cache = new ByteCache(config.sitesCacheBytes)
  const sites = declaredPart(
    modules,
    'web',
  )({
    database,
    files: tools.files,
    now,
    tools,
    cache,
    outbound: tools.outbound,
    imageCacheBytes: config.sitesImagesBytes,
    isApart: apart,
    signed: (...path) => urls.signed(...path),
  })
  return {
    forget: sites.forget,
    advice: () => sites.advice(),
    close: () => sites.close(),
    surface: (parts) =>
      new WebSurface({
        ...parts,
        sites,
        cache,
        apart,
        api: origin.current,
        isOpen: () => readiness.isOpen && signed.isPrepared,
        onFault: (error, ids, path) => faults.reportRequest(error, ids, 'GET', path),
      }),
  }
}
