import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { BatchDefinition, Condition, RequestLoaders } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type Integration, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { containsFolded } from '../members/index.ts'
import { ORGANIZATION_NOT_DELETED } from '../organizations/index.ts'
import type { Block, Configurations, ContentSource, ExternalLink } from './declaration.model.ts'
import { facetOf, hasFacet } from './facets.ts'
import type { IntegrationFilters, IntegrationScope } from './integrations.model.ts'
import type { IntegrationReach } from './integrations.policy.ts'
import { NAME } from './names.ts'

/** An integration for the viewer. Nothing reads its secrets. */
export type IntegrationRow = Omit<
  Integration,
  | 'sealedSecrets'
  | 'publications'
  | 'scopes'
  | 'blocks'
  | 'contentSources'
  | 'externalLinks'
  | 'configurations'
> & {
  scopes: IntegrationScope[]
  blocks: Block[]
  contentSources: ContentSource[]
  externalLinks: ExternalLink[]
  configurations: Configurations
  /** The viewer's role in the organization that owns it; null for others. */
  viewerRole: Role | null
  viewerMayInstall: boolean
  ownerTitle: string
  ownerHostname: string | null
}

const {
  sealedSecrets: _secrets,
  publications: _publications,
  name: _key,
  ...shown
} = Prisma.IntegrationScalarFieldEnum

/** The columns of the integration `x` for a viewer, given as SQL. */
export const integrationColumns = (viewer: string) => `${columnsOf('x', shown)}, ${NAME} AS "name",
  o."title" AS "ownerTitle", o."hostname" AS "ownerHostname", m."role" AS "viewerRole",
  EXISTS (SELECT 1 FROM "Member" a WHERE a."userId" = ${viewer} AND a."role" = 'admin' AND NOT a."disabled"
    AND (x."visibility" <> 'private' OR a."organizationId" = x."organizationId")) AS "viewerMayInstall"`

/** Joins the owner of the integration `x`, and the viewer's membership in it. Guests are not members. */
export const joinOwner = (
  viewer: string,
) => `JOIN "Organization" o ON o."id" = x."organizationId" AND ${ORGANIZATION_NOT_DELETED}
  LEFT JOIN "Member" m ON m."organizationId" = x."organizationId" AND m."userId" = ${viewer}
    AND m."role" IS NOT NULL AND NOT m."disabled"`

/** Who can see an integration that they can name, and who finds it in a list. */
const IS_VISIBLE = `(x."visibility" <> 'private' OR m."id" IS NOT NULL)`
const IS_LISTED = `(x."visibility" = 'public' OR m."id" IS NOT NULL)`

export const integrationById = loaderById<IntegrationRow>({
  name: 'integrationById',
  scope: 'integration:read',
  text: `SELECT ${integrationColumns('$2')} FROM "Integration" x ${joinOwner('$2')}
    WHERE x."id" = ANY($1) AND ${IS_VISIBLE}`,
})

const BY_NAME = statement<IntegrationRow>({
  name: 'integrationByName',
  text: `SELECT ${integrationColumns('$2')} FROM "Integration" x ${joinOwner('$2')}
    WHERE ${NAME} = ANY($1) AND ${IS_VISIBLE} ORDER BY m."id" IS NOT NULL, x."id" DESC`,
})

const integrationByName: BatchDefinition<string, IntegrationRow> = {
  name: BY_NAME.name,
  batch: async ({ db, viewer }, names) => {
    const rows = await db.query(BY_NAME, [names, viewer.userId])
    // Of several that the viewer can see, the last one is that of their own organization.
    const found = new Map(rows.map((row) => [row.name, row]))
    return names.map((name) => found.get(name) ?? null)
  },
}

export const findIntegration = (reads: RequestLoaders, name: string): Promise<IntegrationRow | null> =>
  reads.load(integrationByName, name)

export async function getIntegrationRow(reads: RequestLoaders, name: string): Promise<IntegrationRow> {
  const integration = await findIntegration(reads, name)
  if (!integration) throw notFound('This integration')
  return integration
}

export const reachOfIntegration = ({ viewerRole, viewerMayInstall }: IntegrationRow): IntegrationReach => ({
  role: viewerRole,
  mayInstall: viewerMayInstall,
})

/** The condition of the search, by the index on names and titles. */
const soughtIn = (search: string | undefined): Condition[] =>
  search ? [{ sql: containsFolded(`quire_fold(x."name" || ' ' || x."title")`), value: search }] : []

const byFacet = (facet: string | undefined): Condition[] =>
  facet === undefined ? [] : [{ sql: hasFacet('x."id"', '?::text'), value: facet }]

const inOrder = {
  columns: integrationColumns(VIEWER),
  from: `"Integration" x ${joinOwner(VIEWER)}`,
  key: ({ id }: { id: string }) => id,
  sort: [{ sql: 'x."id"', type: 'text' as const, value: ({ id }: IntegrationRow) => id }],
  order: () => 'asc' as const,
}

/** The integrations that the viewer finds, oldest first. Its parent is the viewer. */
export const integrationsOfViewer = defineList<{ id: string }, IntegrationFilters, IntegrationRow>({
  ...inOrder,
  name: 'integrations',
  match: IS_LISTED,
  conditions: ({ search, category, blockDomain, blocks, contentSources, owner, scope, target }) => [
    ...(owner === undefined ? [] : [{ sql: 'x."organizationId" = ?::text', value: owner }]),
    ...byFacet(blockDomain && facetOf('domain', blockDomain.toLowerCase())),
    ...byFacet(category && facetOf('category', category)),
    ...byFacet(scope && facetOf('scope', scope)),
    ...byFacet(contentSources === undefined ? undefined : facetOf('contentSources', String(contentSources))),
    ...byFacet(blocks === undefined ? undefined : facetOf('blocks', String(blocks))),
    ...byFacet(target && facetOf('target', target)),
    ...soughtIn(search),
  ],
})

/** Public integrations and those of an organization, oldest first: what it can install. */
export const integrationsForOrganization = defineList<
  { id: string },
  { search?: string | undefined },
  IntegrationRow
>({
  ...inOrder,
  name: 'integrationsForOrganization',
  match: `(x."visibility" = 'public' OR x."organizationId" = p.key)`,
  conditions: ({ search }) => soughtIn(search),
})

/** The integrations that are installed where `installed` says, oldest first. */
export const installedIntegrations = <Parent extends { id: string }>(name: string, installed: string) =>
  defineList<Parent, { search?: string | undefined }, IntegrationRow>({
    ...inOrder,
    name,
    match: `x."id" IN (${installed})`,
    conditions: ({ search }) => soughtIn(search),
  })
