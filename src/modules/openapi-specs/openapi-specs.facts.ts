import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  sealed: { OpenAPISpec: 'sealedUrl' },
  ids: {
    OpenAPISpec: 'oas',
    OpenAPISpecVersion: 'oav',
  },
  events: {
    'openapi.created': { audience: 'members', description: 'An OpenAPI spec was created.' },
    'openapi.updated': {
      audience: 'members',
      description: 'The source or the visibility of an OpenAPI spec was changed.',
    },
    'openapi.deleted': { audience: 'members', description: 'An OpenAPI spec was deleted.' },
    'openapi.processed': {
      audience: 'members',
      description: 'A new source of an OpenAPI spec was processed, or its URL has new content.',
    },
    'openapi.failed': { audience: 'members', description: 'The source of an OpenAPI spec has an error.' },
  },
  scopes: {
    'openapi:read': 'Read OpenAPI specs and their versions.',
    'openapi:write': 'Create, change and delete OpenAPI specs.',
  },
  labels: {
    OpenAPISpec: {
      scope: 'openapi:read',
      select: 'SELECT "id", "organizationId", "slug" AS "label" FROM "OpenAPISpec" WHERE "id" = ANY($1)',
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    'openapi-specs': typeof facts
  }
}

declare module '../../core/settings.ts' {
  interface Settings {
    readonly openapiSpecs: { readonly refreshHours: number }
  }
}
