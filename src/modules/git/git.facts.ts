import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  sealed: { GitOperation: 'sealedUrl', GitConnection: 'sealedUrl' },
  ids: { GitOperation: 'job' },
  events: {
    'git.progressed': { audience: 'space', description: 'A Git import or export made progress.' },
    'git.import_completed': { audience: 'space', description: 'A Git import was completed.' },
    'git.import_failed': { audience: 'space', description: 'A Git import failed.' },
    'git.export_completed': { audience: 'space', description: 'A Git export was completed.' },
    'git.export_failed': { audience: 'space', description: 'A Git export failed.' },
    'git.rules_bypassed': {
      audience: 'space',
      description: 'A Git import changed main content although the space has merge rules.',
    },
    'git.connected': { audience: 'space', description: 'A space was connected to a Git repository.' },
    'git.disconnected': {
      audience: 'space',
      description: 'A space was disconnected from its Git repository.',
    },
  },
  withinSpace: ['GitOperation'],
  labels: {
    GitOperation: {
      scope: 'space:read',
      select: `SELECT g."id", s."organizationId", g."direction" || ' ' || g."ref" AS "label" FROM "GitOperation" g
        JOIN "Space" s ON s."id" = g."spaceId" WHERE g."id" = ANY($1)`,
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    git: typeof facts
  }
}
