import { z } from 'zod'
import { ALWAYS, refs } from './headers.ts'
import type { SchemaConverter } from './json-schema.ts'

const ApiInformation = z
  .object({
    object: z.literal('api-information'),
    name: z.string(),
    version: z.string(),
    build: z.string(),
    status: z.literal('up'),
    startedAt: z.string().meta({ format: 'date-time' }),
    links: z.record(z.string(), z.string()),
  })
  .meta({ id: 'ApiInformation', description: 'Information about this server and its documentation.' })

const failures = {
  429: { $ref: '#/components/responses/RateLimited' },
  503: { $ref: '#/components/responses/Unavailable' },
}

/** Paths below `/v1` that require no token. */
export function openPaths(converter: SchemaConverter): Record<string, Record<string, object>> {
  return {
    '/': {
      get: {
        operationId: 'getApiInformation',
        summary: 'Get information about this server and its documentation',
        tags: ['Server'],
        security: [],
        responses: {
          200: {
            description: 'For browsers, a page with the same links.',
            headers: refs(ALWAYS),
            content: {
              'application/json': { schema: converter.convert(ApiInformation) },
              'text/html': { schema: { type: 'string' } },
            },
          },
          ...failures,
        },
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'getOpenApiDocument',
        summary: 'This document',
        tags: ['Server'],
        security: [],
        responses: {
          200: {
            description: 'An OpenAPI 3.1 document.',
            headers: refs([...ALWAYS, 'ETag']),
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          304: {
            description: 'The document that `If-None-Match` names has not changed.',
            headers: refs([...ALWAYS, 'ETag']),
          },
          ...failures,
        },
      },
    },
  }
}
