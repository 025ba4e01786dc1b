import type { Visitor } from '../site-addresses/index.ts'
import type { Customization, Customizations } from '../sites/index.ts'
import { conditionsMetBy } from '../sites/index.ts'
import type { VisitedSite } from './admission.ts'
import { claimsOf } from './visible-structure.ts'

/**
 * How a visitor sees a site: links of the header whose condition is not met, and site spaces that are hidden, are
 * left out. Conditions are not shown.
 */
export async function visibleCustomizations(
  { site, siteSpaces }: Customizations,
  { visited, visitor, isShown }: { visited: VisitedSite; visitor: Visitor; isShown: (id: string) => boolean },
): Promise<Customizations> {
  const shown = Object.entries(siteSpaces).filter(([id]) => isShown(id))
  const all = [site, ...shown.map(([, customization]) => customization)]
  const conditions = all.flatMap(({ header }) => header.links.flatMap(({ condition }) => condition ?? []))
  const met = await conditionsMetBy(conditions, claimsOf(visited, visitor))
  const visible = (customization: Customization): Customization => ({
    ...customization,
    header: {
      ...customization.header,
      links: customization.header.links
        .filter(({ condition }) => !condition || met.has(condition))
        .map(({ condition: _condition, ...link }) => link),
    },
  })
  return {
    site: visible(site),
    siteSpaces: Object.fromEntries(shown.map(([id, customization]) => [id, visible(customization)])),
  }
}
