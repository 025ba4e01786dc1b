import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Team: 'tea',
  },
  events: {
    'team.created': { audience: 'admins', description: 'A team was created.' },
    'team.updated': { audience: 'admins', description: 'A team was updated.' },
    'team.deleted': { audience: 'admins', description: 'A team was deleted.' },
    'team.member_added': { audience: 'admins', description: 'A member was added to a team.' },
    'team.member_updated': { audience: 'admins', description: 'The role of a member of a team was changed.' },
    'team.member_removed': { audience: 'admins', description: 'A member was removed from a team.' },
  },
  labels: {
    Team: {
      scope: 'organization:members:read',
      select: 'SELECT "id", "organizationId", "title" AS "label" FROM "Team" WHERE "id" = ANY($1)',
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    teams: typeof facts
  }
}
