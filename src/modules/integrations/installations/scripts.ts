import type { Queryable } from '../../../platform/database.ts'
import type { SiteScript } from '../../sites/index.ts'
import { scriptPath } from '../integrations.urls.ts'
import { statusOf } from './configuration.ts'

interface Injected {
  id: string
  version: number
  scopes: string[]
  contentSecurityPolicy: string | null
  declarations: unknown
  configuration: unknown
  siteConfiguration: unknown
}

export const SCRIPTS_OF_SITE = {
  name: 'integrationScriptsOfSite',
  text: `SELECT x."id", x."version", x."scopes", x."contentSecurityPolicy", x."configurations" AS "declarations",
      n."configuration", coalesce(c."configuration", '{}'::jsonb) AS "siteConfiguration"
    FROM "Site" i JOIN "IntegrationInstallation" n ON n."organizationId" = i."organizationId"
    JOIN "Integration" x ON x."id" = n."integrationId"
    LEFT JOIN "IntegrationPlacement" c ON c."installationId" = n."id" AND c."siteId" = i."id"
    WHERE i."id" = $1 AND 'site:script:inject' = ANY(x."scopes") AND x."target" IN ('all', 'site')
      AND (c."id" IS NOT NULL OR n."siteSelection" = 'all')
    ORDER BY n."id"`,
}

/** The scripts of a site: of integrations that are installed on it, and configured there and in the organization. */
export async function scriptsOfSite(db: Queryable, siteId: string): Promise<SiteScript[]> {
  const rows = await db.query<Injected>(SCRIPTS_OF_SITE, [siteId])
  return rows
    .filter(
      ({ declarations, configuration, siteConfiguration }) =>
        statusOf(declarations, 'account', configuration) === 'active' &&
        statusOf(declarations, 'site', siteConfiguration) === 'active',
    )
    .map((row) => ({
      path: scriptPath(row),
      contentSecurityPolicy: row.contentSecurityPolicy,
      cookies: row.scopes.includes('site:script:cookies'),
    }))
}
