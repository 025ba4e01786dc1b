import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Team: 'tea',
  },
  events: {
    'team.created': 'admins',
    'team.updated': 'admins',
    'team.deleted': 'admins',
    'team.member_added': 'admins',
    'team.member_updated': 'admins',
    'team.member_removed': 'admins',
  },
  labels: {
    Team: {
      scope: 'organization:members:read',
      select: 'SELECT "id", "organizationId", "title" AS "label" FROM "Team" WHERE "id" = ANY($1)',
    },
  },
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events.ts' {
  interface EventAudiences extends Events {}
}
