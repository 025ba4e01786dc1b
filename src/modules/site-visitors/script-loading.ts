import { hostingOf } from '../site-addresses/index.ts'
import type { Addressed, SiteAddresses } from '../sites/index.ts'

/** Whether pages of a site load scripts of integrations at its published address, and if not, why. */
export interface ScriptLoading {
  loaded: boolean
  reason: string | null
}

const refused = (reason: string): ScriptLoading => ({
  loaded: false,
  reason: `Pages do not load scripts of integrations: ${reason}`,
})

/** A script has the rights of its origin, so it is loaded only where the origin belongs to the site alone. */
export function scriptLoadingOf(
  { settings }: SiteAddresses,
  { id, proxy, hostname }: Pick<Addressed, 'id' | 'proxy' | 'hostname'>,
): ScriptLoading {
  if (proxy !== null) {
    return refused(
      `at the proxy ${proxy}, the site shares its origin with other pages. Use a hostname instead.`,
    )
  }
  if (hostname !== null || hostingOf(settings).originOf(id) !== null) return { loaded: true, reason: null }
  return refused(
    'the site is served by path, where other sites have the same origin. Set a hostname of the site, or let the operator of the server set SITES_HOST_PATTERN.',
  )
}
