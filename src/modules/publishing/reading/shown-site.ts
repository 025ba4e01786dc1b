import type { Visitor } from '../../site-addresses/index.ts'
import {
  type ShownStructure,
  shownOf,
  siteSpacesIn,
  visibleCustomizations,
} from '../../site-visitors/index.ts'
import type { Claims, Customization, SiteSpaceRow } from '../../sites/index.ts'
import type { KnownSite } from './known-site.ts'

/** What readers with the same claims see of a site. */
export interface ShownSite {
  key: string
  structure: ShownStructure
  siteSpaces: readonly SiteSpaceRow[]
  /** How a site space looks: like the site, or in its own way. */
  lookAt(siteSpaceId: string | null): Customization
  claims: Claims
}

export async function shownSite(
  { site, structure: rows, customizations }: KnownSite,
  visitor: Visitor,
  claims: Claims,
  key: string,
): Promise<ShownSite> {
  const structure = await shownOf(rows, site, visitor)
  const siteSpaces = siteSpacesIn(structure)
  const ids = new Set(siteSpaces.map(({ id }) => id))
  const looks = await visibleCustomizations(customizations, {
    visited: site,
    visitor,
    isShown: (id) => ids.has(id),
  })
  return {
    key,
    structure,
    siteSpaces,
    lookAt: (id) => (id === null ? undefined : looks.siteSpaces[id]) ?? looks.site,
    claims,
  }
}
