import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Collection: 'col',
  },
  events: {
    'collection.created': 'collection',
    'collection.updated': 'collection',
    'collection.deleted': 'collection',
    'collection.moved': 'collection',
    'collection.transferred': 'collection',
  },
  labels: {
    Collection: {
      scope: 'space:read',
      select: 'SELECT "id", "organizationId", "title" AS "label" FROM "Collection" WHERE "id" = ANY($1)',
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
