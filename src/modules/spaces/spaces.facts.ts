import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Space: 'spc',
  },
  events: {
    'space.created': { audience: 'space', description: 'A space was created.' },
    'space.updated': { audience: 'space', description: 'A space was updated.' },
    'space.deleted': { audience: 'space', description: 'A space was deleted.' },
    'space.restored': { audience: 'space', description: 'A space was restored.' },
    'space.duplicated': { audience: 'space', description: 'A space was duplicated.' },
    'space.moved': { audience: 'space', description: 'A space was moved.' },
    'space.transferred': { audience: 'space', description: 'A space was transferred.' },
    'space.access_changed': {
      audience: 'admins',
      description:
        'What people can do in a space was changed for many at once: by its default level or by a move.',
    },
    'space.purged': { audience: 'space', description: 'A deleted space was permanently removed.' },
  },
  scopes: {
    'space:read': 'Read spaces, their content, change requests, comments and reviews.',
    'space:write': 'Change spaces, their content, change requests, comments and reviews.',
  },
  labels: {
    Space: {
      scope: 'space:read',
      select: 'SELECT "id", "organizationId", "title" AS "label" FROM "Space" WHERE "id" = ANY($1)',
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    spaces: typeof facts
  }
}
