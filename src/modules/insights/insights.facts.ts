import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: { SiteFeedback: 'sfb' },
  events: {
    'site_feedback.created': { audience: 'members', description: 'A reader of a site rated a page.' },
    'site_feedback.commented': {
      audience: 'members',
      description: 'A reader of a site commented on their rating of a page.',
    },
    'site_feedback.deleted': { audience: 'members', description: 'Feedback of a reader was deleted.' },
  },
  labels: {
    SiteFeedback: {
      scope: 'site:read',
      select: `SELECT f."id", i."organizationId", f."pageTitle" AS "label" FROM "SiteFeedback" f
        JOIN "Site" i ON i."id" = f."siteId" WHERE f."id" = ANY($1)`,
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    insights: typeof facts
  }
}
