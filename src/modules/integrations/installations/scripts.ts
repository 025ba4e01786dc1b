import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { SiteScript } from '../../site-visitors/index.ts'
import { scriptPath } from '../integrations.urls.ts'
import { NAME } from '../names.ts'
import { statusOf } from './configuration.ts'

/** An integration whose blocks pages of a site can show. */
export interface SiteBlocks {
  /** The ID and the number of the version, which identify its script. */
  id: string
  version: number
  /** The name and the blocks, as texts refer to them. */
  name: string
  blocks: readonly string[]
  /** The policy that its script needs. */
  contentSecurityPolicy: string | null
}

interface Installed extends Omit<SiteBlocks, 'blocks'> {
  blocks: { id: string }[]
  scopes: string[]
  declarations: unknown
  configuration: unknown
  siteConfiguration: unknown
  isInjected: boolean
}

// Scripts need an installation on the site itself. Blocks are written in spaces, so one on a space is enough.
export const INTEGRATIONS_OF_SITE = statement<Installed>({
  name: 'integrationsOfSite',
  text: `SELECT x."id", x."version", ${NAME} AS "name", x."blocks", x."scopes", x."contentSecurityPolicy",
      x."configurations" AS "declarations", n."configuration",
      coalesce(c."configuration", '{}'::jsonb) AS "siteConfiguration", f."isInjected"
    FROM "Site" i JOIN "IntegrationInstallation" n ON n."organizationId" = i."organizationId"
    JOIN "Integration" x ON x."id" = n."integrationId"
    LEFT JOIN "IntegrationPlacement" c ON c."installationId" = n."id" AND c."siteId" = i."id"
    CROSS JOIN LATERAL (SELECT c."id" IS NOT NULL OR n."siteSelection" = 'all' AS "isOnSite") o
    CROSS JOIN LATERAL (SELECT o."isOnSite" AND 'site:script:inject' = ANY(x."scopes")
      AND x."target" IN ('all', 'site') AS "isInjected") f
    WHERE i."id" = ANY($1) AND (f."isInjected" OR jsonb_array_length(x."blocks") > 0 AND (o."isOnSite"
      OR n."spaceSelection" = 'all' OR EXISTS (SELECT 1 FROM "IntegrationPlacement" p
        JOIN "SiteSpace" s ON s."spaceId" = p."spaceId" AND s."siteId" = i."id" WHERE p."installationId" = n."id")))
    ORDER BY n."id"`,
})

/** The scripts and the blocks of a site, in one statement. */
export const integrationsOfSite = (
  db: Queryable,
  siteId: string,
): Promise<{ scripts: SiteScript[]; blocks: SiteBlocks[] }> => integrationsOfSites(db, [siteId])

async function integrationsOfSites(
  db: Queryable,
  siteIds: readonly string[],
): Promise<{ scripts: SiteScript[]; blocks: SiteBlocks[] }> {
  const rows = await db.query(INTEGRATIONS_OF_SITE, [siteIds])
  const active = rows.filter(
    ({ declarations, configuration }) => statusOf(declarations, 'account', configuration) === 'active',
  )
  return {
    scripts: active
      .filter(
        ({ isInjected, declarations, siteConfiguration }) =>
          isInjected && statusOf(declarations, 'site', siteConfiguration) === 'active',
      )
      .map((row) => ({
        path: scriptPath(row),
        contentSecurityPolicy: row.contentSecurityPolicy,
        cookies: row.scopes.includes('site:script:cookies'),
      })),
    blocks: active
      .filter(({ blocks }) => blocks.length > 0)
      .map(({ id, version, name, blocks, contentSecurityPolicy }) => ({
        id,
        version,
        name,
        blocks: blocks.map((block) => block.id),
        contentSecurityPolicy,
      })),
  }
}

/** The scripts of a site: of integrations that are installed on it, and configured there and in the organization. */
export const scriptsOfSite = async (db: Queryable, siteId: string): Promise<SiteScript[]> =>
  (await integrationsOfSite(db, siteId)).scripts

/** The scripts of several sites, each once. */
export async function scriptsOfSites(db: Queryable, siteIds: readonly string[]): Promise<SiteScript[]> {
  const { scripts } = await integrationsOfSites(db, siteIds)
  return [...new Map(scripts.map((script) => [script.path, script])).values()]
}
