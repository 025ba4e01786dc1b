import { notFound } from '../../../core/errors.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import type { BatchDefinition, Condition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { VIEWER } from '../../../core/lists/list.ts'
import { loaderById, readOf } from '../../../core/lists/loaders.ts'
import {
  type IntegrationInstallation,
  type IntegrationPlacement,
  Prisma,
} from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { OrganizationRow } from '../../organizations/index.ts'
import { type IntegrationRow, integrationColumns, joinOwner } from '../integrations.loaders.ts'
import { NAME } from '../names.ts'
import type { ExternalIdFilter } from './installations.model.ts'

/** What an installation needs of its integration. */
interface OfIntegration {
  integrationName: string
  integrationVersion: number
  /** What the integration lets configure. */
  declarations: unknown
}

export type InstallationRow = IntegrationInstallation & OfIntegration & { spaces: number }
export type PlacementRow = IntegrationPlacement &
  OfIntegration & {
    integrationId: string
    organizationId: string
    /** The address of the site, for an installation on a site. */
    hostname: string | null
    proxy: string | null
  }

/** The site of an installation, with what its address is made of. */
export const siteOf = ({ siteId, hostname, proxy }: PlacementRow) => ({ id: siteId ?? '', hostname, proxy })

const OF_INTEGRATION = `${NAME} AS "integrationName", x."version" AS "integrationVersion",
  x."configurations" AS "declarations"`

/** Installations `n` of organizations in which the viewer is an admin. Other users do not see their configurations. */
const guarded = (viewer: string) => `"IntegrationInstallation" n
  JOIN "Integration" x ON x."id" = n."integrationId"
  JOIN "Member" m ON m."organizationId" = n."organizationId" AND m."userId" = ${viewer}
    AND m."role" = 'admin' AND NOT m."disabled"`

const COLUMNS = `${columnsOf('n', Prisma.IntegrationInstallationScalarFieldEnum)}, ${OF_INTEGRATION},
  (SELECT count(*)::int FROM "IntegrationPlacement" c WHERE c."installationId" = n."id" AND c."spaceId" IS NOT NULL) AS "spaces"`
const PLACEMENT = `${columnsOf('c', Prisma.IntegrationPlacementScalarFieldEnum)}, ${OF_INTEGRATION},
  n."integrationId", n."organizationId",
  (SELECT i."hostname" FROM "Site" i WHERE i."id" = c."siteId") AS "hostname",
  (SELECT i."proxy" FROM "Site" i WHERE i."id" = c."siteId") AS "proxy"`

export const installationById = loaderById<InstallationRow>({
  name: 'integrationInstallationById',
  scope: 'integration:installations:read',
  text: `SELECT ${COLUMNS} FROM ${guarded('$2')} WHERE n."id" = ANY($1)`,
})

/** The integrations of installations that the viewer manages, also those that became private after they were installed. */
export const installedIntegration = loaderById<IntegrationRow>({
  name: 'installedIntegration',
  scope: 'integration:installations:read',
  text: `SELECT ${integrationColumns('$2')} FROM "Integration" x ${joinOwner('$2')} WHERE x."id" = ANY($1)
    AND EXISTS (SELECT 1 FROM "IntegrationInstallation" n JOIN "Member" a ON a."organizationId" = n."organizationId"
      WHERE n."integrationId" = x."id" AND a."userId" = $2 AND a."role" = 'admin' AND NOT a."disabled")`,
})

export const requiredInstallation = readOf(
  'integration:installations:read',
  (reads, installationId: string) => getInstallationRow(reads, { installationId }),
)

export interface InstallationAt {
  integrationName?: string | undefined
  installationId: string
}

export async function findInstallation(
  reads: RequestLoaders,
  { integrationName, installationId }: InstallationAt,
): Promise<InstallationRow | null> {
  const row = await reads.load(installationById, installationId)
  return row && (integrationName === undefined || row.integrationName === integrationName) ? row : null
}

export async function getInstallationRow(
  reads: RequestLoaders,
  at: InstallationAt,
): Promise<InstallationRow> {
  const row = await findInstallation(reads, at)
  if (!row) throw notFound('This installation')
  return row
}

/** A row by two keys, in one statement for any number of them. */
function pairLoader<Row extends { first: string; second: string }>(
  name: string,
  text: string,
): BatchDefinition<readonly [string, string], Row> {
  const byPairs = statement<Row>({ name, text })
  const pairKeyOf = ([first, second]: readonly [string, string]) => `${first} ${second}`
  return {
    name,
    cacheKey: pairKeyOf,
    batch: async ({ db, viewer }, pairs) => {
      const rows = await db.query(byPairs, [
        pairs.map(([first]) => first),
        pairs.map(([, second]) => second),
        viewer.userId,
      ])
      const found = new Map(rows.map((row) => [pairKeyOf([row.first, row.second]), row]))
      return pairs.map((pair) => found.get(pairKeyOf(pair)) ?? null)
    },
  }
}
const PAIRS = 'k."first", k."second" FROM unnest($1::text[], $2::text[]) AS k("first", "second")'

/** The installation of an integration in an organization, by the id of the organization and the name. */
export const installationIn = pairLoader<InstallationRow & { first: string; second: string }>(
  'integrationInstallationIn',
  `SELECT ${COLUMNS}, ${PAIRS} JOIN (${guarded('$3')}) ON n."organizationId" = k."first" AND ${NAME} = k."second"`,
)

const byExternalId = (alias: string, { externalId }: ExternalIdFilter): Condition[] =>
  externalId === undefined ? [] : [{ sql: `${alias}."externalIds" @> ARRAY[?::text]`, value: externalId }]

const inOrder = {
  columns: COLUMNS,
  from: guarded(VIEWER),
  key: ({ id }: { id: string }) => id,
  sort: [{ sql: 'n."id"', type: 'text' as const, value: ({ id }: { id: string }) => id }],
  order: () => 'asc' as const,
}

/** The installations of an integration in the viewer's organizations, oldest first. */
export const installationsOfIntegration = defineList<IntegrationRow, ExternalIdFilter, InstallationRow>({
  ...inOrder,
  name: 'integrationInstallations',
  match: 'n."integrationId" = p.key',
  conditions: (filters) => byExternalId('n', filters),
})

/** The installations in an organization, oldest first. */
export const installationsOfOrganization = defineList<OrganizationRow, object, InstallationRow>({
  ...inOrder,
  name: 'organizationInstallations',
  match: 'n."organizationId" = p.key',
})

export type PlaceKey = 'spaceId' | 'siteId'

const placements = (key: PlaceKey) => ({
  columns: PLACEMENT,
  from: `${guarded(VIEWER)} JOIN "IntegrationPlacement" c ON c."installationId" = n."id"
    AND c."${key}" IS NOT NULL`,
  key: ({ id }: { id: string }) => id,
  sort: [{ sql: 'c."id"', type: 'text' as const, value: ({ id }: { id: string }) => id }],
  order: () => 'asc' as const,
  conditions: (filters: ExternalIdFilter) => byExternalId('c', filters),
})

/** The spaces or the sites of an installation, oldest first. */
export const placementsOfInstallation = (key: PlaceKey) =>
  defineList<InstallationRow, ExternalIdFilter, PlacementRow>({
    ...placements(key),
    name: `integrationInstallation ${key}`,
    match: 'c."installationId" = p.key',
  })

/** The same of all installations of an integration in the viewer's organizations. */
export const placementsOfIntegration = (key: PlaceKey) =>
  defineList<IntegrationRow, ExternalIdFilter, PlacementRow>({
    ...placements(key),
    name: `integration ${key}`,
    match: 'n."integrationId" = p.key',
  })

const placementBy = (key: PlaceKey) =>
  pairLoader<PlacementRow & { first: string; second: string }>(
    `integrationPlacement ${key}`,
    `SELECT ${PLACEMENT}, ${PAIRS} JOIN "IntegrationPlacement" c ON c."installationId" = k."first" AND c."${key}" = k."second"
      JOIN (${guarded('$3')}) ON n."id" = c."installationId"`,
  )

/** An installation on a space or a site, by the ids of the installation and of the place. */
export const placementAt = { spaceId: placementBy('spaceId'), siteId: placementBy('siteId') }
