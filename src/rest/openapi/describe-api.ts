import type { DescribedDownload, DescribedMessage } from '../../core/operations/downloads.ts'
import type { Route } from '../route.ts'
import { describeDownload } from './downloads.ts'
import { exampleOfFailure, failures, RestError } from './errors.ts'
import { ExampleMaker } from './examples.ts'
import { headers, headersOfFailure } from './headers.ts'
import { SchemaConverter } from './json-schema.ts'
import { openPaths } from './open-paths.ts'
import { describeOperation, type Parts, templateOf } from './operation.ts'
import { operationIds } from './operation-id.ts'
import { parameters } from './parameters.ts'
import { describeWebhooks } from './webhooks.ts'

export interface DescribedModule {
  readonly name: string
  readonly routes: readonly Route[]
  readonly describedDownloads?: readonly DescribedDownload[]
  readonly describedMessages?: () => readonly DescribedMessage[]
}

const DESCRIPTION = `The REST API of Quire, a documentation publishing service.

Send an API token with each request: \`Authorization: Bearer qre_…\`.

Lists return \`{next?, count, items}\`. \`next.page\` is the cursor of the next page and is absent on the last one; the
GraphQL API accepts the same cursors. Query parameters that an operation does not have are ignored. Errors have one body, \`{error: {code, message, reason, details?}}\`.

Writes accept \`Idempotency-Key\`, so that they can be repeated safely. Reads return an \`ETag\`: send it as
\`If-None-Match\` to skip a body that you have, and as \`If-Match\` to change only the version that you have read.`

/** \`change-requests\` as "Change requests", and \`openapi-specs\` as "OpenAPI specs". */
const tagOf = (name: string) => {
  const words = name
    .replaceAll('-', ' ')
    .replace(/\bopenapi\b/, 'OpenAPI')
    .replace(/\bpdf\b/, 'PDF')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The REST API as an OpenAPI 3.1 document, built from the routes. */
export function describeApi(modules: readonly DescribedModule[], version: string) {
  const converter = new SchemaConverter()
  const parts: Parts = { converter, examples: new ExampleMaker(converter.components) }
  const ids = operationIds(modules.flatMap(({ routes }) => routes))
  const error = converter.convert(RestError)
  const paths: Record<string, Record<string, object>> = { ...openPaths(converter) }
  const tags: object[] = [{ name: 'Server' }]
  for (const { name, routes, describedDownloads = [] } of modules) {
    for (const download of describedDownloads) {
      paths[download.path] = { get: describeDownload(download, tagOf(name), converter) }
    }
    if (routes.length > 0) tags.push({ name: tagOf(name) })
    for (const route of routes) {
      const path = templateOf(route)
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = describeOperation(
        route,
        ids.get(route) ?? '',
        tagOf(name),
        parts,
      )
    }
  }
  const webhooks = describeWebhooks(
    modules.flatMap(({ describedMessages }) => describedMessages?.() ?? []),
    converter,
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Quire REST API', version, description: DESCRIPTION },
    servers: [{ url: '/v1' }],
    security: [{ token: [] }],
    tags,
    paths,
    webhooks,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token. It acts as its user, within its scopes.',
        },
      },
      parameters,
      headers,
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, { name, description, examples }]) => [
          name,
          {
            description,
            headers: headersOfFailure(Number(status)),
            content: {
              'application/json': {
                schema: error,
                examples: Object.fromEntries(
                  examples.map(([reason, message]) => [reason, { value: exampleOfFailure(reason, message) }]),
                ),
              },
            },
          },
        ]),
      ),
      schemas: Object.fromEntries(
        Object.entries(converter.components).sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    },
  }
}
