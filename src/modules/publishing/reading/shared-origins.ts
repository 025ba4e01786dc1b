import { statement } from '../../../platform/statements/statement.ts'
/** Published sites at addresses that they share with others. `$1`: whether this server generates a host for each site. */
export const SHARED_ORIGINS = statement<SharedOrigins>({
  name: 'sharedOrigins',
  text: `SELECT
      count(*) FILTER (WHERE i."proxy" IS NULL AND i."visibility" IN ('share-link', 'visitor-auth'))::int AS "protected",
      count(*) FILTER (WHERE EXISTS (SELECT 1 FROM "IntegrationInstallation" n
        JOIN "Integration" x ON x."id" = n."integrationId" AND 'site:script:inject' = ANY(x."scopes")
        WHERE n."organizationId" = i."organizationId" AND (n."siteSelection" = 'all' OR EXISTS (
          SELECT 1 FROM "IntegrationPlacement" c WHERE c."installationId" = n."id" AND c."siteId" = i."id"))))::int
        AS "scripted"
    FROM "Site" i WHERE i."publishedAt" IS NOT NULL
      AND (i."proxy" IS NOT NULL OR i."hostname" IS NULL AND NOT $1::boolean)`,
})

export interface SharedOrigins {
  protected: number
  scripted: number
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What an operator should know about sites that share their origin, in one sentence; null if there is nothing. */
export function adviceOn(shared: SharedOrigins): string | null {
  const facts = [
    ...(shared.protected === 0
      ? []
      : [
          `${counted(shared.protected, 'protected site shares its', 'protected sites share their')} origin with all sites that are served by path`,
        ]),
    ...(shared.scripted === 0
      ? []
      : [
          `pages of ${counted(shared.scripted, 'site', 'sites')} do not load scripts of integrations, because they are served by path`,
        ]),
  ]
  if (facts.length === 0) return null
  return `${facts.join(', and ')}: set SITES_HOST_PATTERN, or a hostname for each of these sites.`
}
