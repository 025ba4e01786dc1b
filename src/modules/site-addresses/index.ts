import { defineModule } from '../../core/operations/module.ts'
import type { SitesSettings } from './site-hosts.ts'

declare module '../../core/settings.ts' {
  interface Settings {
    readonly sites: SitesSettings
  }
}

/** Where this server shows published sites, and what their addresses consist of. It does not access the database. */
export const siteAddresses = defineModule({ name: 'site-addresses', operations: [], lists: [], routes: [] })

export {
  decodedPath,
  KEY_MARK,
  PREVIEW_MARK,
  type PublishedAddress,
  parseAddress,
} from './site-address.ts'
export { hostingOf, type SiteHosts } from './site-hosts.ts'
export type { SiteReader, Visitor } from './visitor.ts'
export { whyUnreachable } from './why-unreachable.ts'
