import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: { SiteRedirect: 'rdr' },
  events: {
    'site_redirect.created': { audience: 'members', description: 'A redirect of a site was created.' },
    'site_redirect.updated': { audience: 'members', description: 'A redirect of a site was changed.' },
    'site_redirect.deleted': { audience: 'members', description: 'A redirect of a site was deleted.' },
  },
  labels: {
    SiteRedirect: {
      scope: 'site:read',
      select: `SELECT r."id", i."organizationId", r."source" AS "label" FROM "SiteRedirect" r
        JOIN "Site" i ON i."id" = r."siteId" WHERE r."id" = ANY($1)`,
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    siteVisitors: typeof facts
  }
}
