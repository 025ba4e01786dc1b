import type { WriteContext } from '../../core/operations/context.ts'
import { hostOfPattern } from './declaration.model.ts'
import type { PublishIntegration } from './integrations.model.ts'
import { IntegrationTarget } from './integrations.model.ts'

type FacetName = 'domain' | 'category' | 'scope' | 'contentSources' | 'blocks' | 'target'

export const facetOf = (name: FacetName, value: string) => `${name}:${value}`

/**
 * SQL that is true for integrations with a facet. The primary key of facets is in the order of lists, so that a page
 * reads only as many rows as it returns.
 */
export const hasFacet = (id: string, facet: string) =>
  `EXISTS (SELECT 1 FROM "IntegrationFacet" f WHERE f."facet" = ${facet} AND f."integrationId" = ${id})`

/** The values that an integration is listed by. */
function facetsOf({ blocks, categories, contentSources, scopes, target }: PublishIntegration): string[] {
  const domains = blocks.flatMap(({ urlUnfurl = [] }) =>
    urlUnfurl.flatMap((each) => hostOfPattern(each) ?? []),
  )
  const targets = target === 'all' ? IntegrationTarget.options : [target]
  return [
    ...new Set([
      ...domains.map((domain) => facetOf('domain', domain)),
      ...categories.map((category) => facetOf('category', category)),
      ...scopes.map((scope) => facetOf('scope', scope)),
      ...targets.map((each) => facetOf('target', each)),
      facetOf('blocks', String(blocks.length > 0)),
      facetOf('contentSources', String(contentSources.length > 0)),
    ]),
  ]
}

/** Replaces the facets of an integration by those of its manifest. */
export async function storeFacets(
  { tx }: Pick<WriteContext, 'tx'>,
  integrationId: string,
  manifest: PublishIntegration,
): Promise<void> {
  await tx.integrationFacet.deleteMany({ where: { integrationId } })
  await tx.integrationFacet.createMany({
    data: facetsOf(manifest).map((facet) => ({ facet, integrationId })),
  })
}
