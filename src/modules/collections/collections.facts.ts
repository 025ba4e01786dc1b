import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Collection: 'col',
  },
  events: {
    'collection.created': { audience: 'collection', description: 'A collection was created.' },
    'collection.updated': { audience: 'collection', description: 'A collection was updated.' },
    'collection.deleted': { audience: 'collection', description: 'A collection was deleted.' },
    'collection.moved': { audience: 'collection', description: 'A collection was moved.' },
    'collection.transferred': { audience: 'collection', description: 'A collection was transferred.' },
    'collection.access_changed': {
      audience: 'admins',
      description:
        'What people can do in a collection was changed for many at once: by its default level or by a move.',
    },
  },
  labels: {
    Collection: {
      scope: 'space:read',
      select: 'SELECT "id", "organizationId", "title" AS "label" FROM "Collection" WHERE "id" = ANY($1)',
    },
  },
  references: {
    parent: 'Collection',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    collections: typeof facts
  }
}
