import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    ChangeRequest: 'cr',
  },
  events: {
    'change_request.opened': { audience: 'space', description: 'A change request was created.' },
    'change_request.updated': { audience: 'space', description: 'A change request was changed.' },
    'change_request.status_changed': {
      audience: 'space',
      description: 'The status of a change request was changed.',
    },
  },
  labels: {
    ChangeRequest: {
      scope: 'space:read',
      select:
        'SELECT c."id", s."organizationId", c."subject" AS "label" FROM "ChangeRequest" c JOIN "Space" s ON s."id" = c."spaceId" WHERE c."id" = ANY($1)',
    },
  },
  withinSpace: ['ChangeRequest'],
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    'change-requests': typeof facts
  }
}
