import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: { Import: 'imp' },
  sealed: { Import: 'sealedUrl' },
  events: {
    'import.started': { audience: 'space', description: 'An import of a large archive was requested.' },
    'import.progressed': { audience: 'space', description: 'An import of a large archive made progress.' },
    'import.completed': { audience: 'space', description: 'Content was imported into a change request.' },
    'import.cancelled': { audience: 'space', description: 'An import was cancelled.' },
    'import.failed': { audience: 'space', description: 'An import of a large archive failed.' },
  },
  withinSpace: ['Import'],
  labels: {
    Import: {
      scope: 'space:read',
      select: `SELECT i."id", s."organizationId", i."source" || ' ' || i."address" AS "label" FROM "Import" i
        JOIN "Space" s ON s."id" = i."spaceId" WHERE i."id" = ANY($1)`,
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    import: typeof facts
  }
}

declare module '../../core/settings.ts' {
  interface Settings {
    readonly import: { readonly maxBytes: number }
  }
}
