import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../../src/core/errors.ts'
import { eventTypes } from '../../src/core/events/events.ts'
import { modules } from '../../src/modules/index.ts'
import { startApp, type TestApp } from '../support/app.ts'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Described {
  operationId: string
  summary: string
  tags: string[]
  parameters?: {
    name?: string
    in?: string
    $ref?: string
    required?: boolean
    schema?: { default?: unknown }
  }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, Media> }>
}
interface Document {
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: {
    parameters: Record<string, { name: string }>
    schemas: Record<string, object>
    responses: Record<string, { content: Record<string, Media> }>
  }
}

let t: TestApp
let document: Document
beforeAll(async () => {
  t = await startApp()
  document = (await (await fetch(`${t.origin}/v1/openapi.json`)).json()) as Document
})
afterAll(() => t.close())

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))
const at = (method: string, path: string) => document.paths[path]?.[method] as Described

describe('GET /v1/openapi.json', () => {
  it('requires no token, and is not sent again to a client that has it', async () => {
    const first = await fetch(`${t.origin}/v1/openapi.json`)
    await first.body?.cancel()
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await fetch(`${t.origin}/v1/openapi.json`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: '/v1' }])
  })

  it('describes every route once, with a summary, a tag and an operation id of its own', () => {
    const routes = modules.flatMap((module) => module.routes)
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const served = routes.map(
      ({ method, path, rest }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}').replace('*', `{${rest}}`)}`,
    )
    const downloads = ['GET /pdf/{spaceId}/{revisionId}/{name}']
    expect(described.sort()).toEqual([...served, ...downloads, 'GET /', 'GET /openapi.json'].sort())
    const ids = operations().map(({ operationId }) => operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
    const tags = new Set(document.tags.map(({ name }) => name))
    expect(
      operations().filter((each) => each.summary === '' || !each.tags.every((tag) => tags.has(tag))),
    ).toEqual([])
  })

  it('uses the operation ids of clients of the public API', () => {
    expect(at('get', '/spaces/{spaceId}').operationId).toBe('getSpaceById')
    expect(at('post', '/spaces/{spaceId}/change-requests/{changeRequestId}/merge').operationId).toBe(
      'mergeChangeRequest',
    )
    expect(at('get', '/orgs/{organizationId}/webhooks').operationId).toBe('listWebhooks')
    expect(at('get', '/spaces/{spaceId}/events').operationId).toBe('listEventsInSpace')
  })

  it('describes PDFs and their progress, at their paths', () => {
    const pdf = at('get', '/pdf/{spaceId}/{revisionId}/{name}')
    expect(pdf).toMatchObject({ servers: [{ url: '/' }], security: [] })
    expect(Object.keys(pdf.responses[202]?.headers ?? {})).toEqual(
      expect.arrayContaining(['Preference-Applied', 'Retry-After', 'Location']),
    )
    expect(document.components).toMatchObject({
      schemas: { DownloadProgress: { required: ['object', 'done', 'total'] } },
    })
  })

  it('has the parameters of lists with their limits and defaults', () => {
    const { parameters = [] } = at('get', '/spaces/{spaceId}/comments')
    const names = parameters.map((each) => each.name ?? each.$ref?.split('/').at(-1))
    expect(names).toEqual([
      ...['spaceId', 'status', 'targetPage', 'authors', 'order', 'format', 'current'],
      ...['page', 'limit', 'ifNoneMatch'],
    ])
    expect(parameters.find(({ name }) => name === 'order')?.schema?.default).toBe('desc')
    expect(parameters.find(({ name }) => name === 'spaceId')).toMatchObject({ in: 'path', required: true })
    expect(document.components).toMatchObject({
      parameters: { limit: { schema: { minimum: 1, maximum: 1000, default: 50 } } },
    })
  })

  it('describes the headers of conditional and repeated requests where they work', () => {
    const taken = ({ parameters = [] }: Described) =>
      parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []).filter((name) => name !== 'page')
    const given = ({ responses }: Described, status: number) => Object.keys(responses[status]?.headers ?? {})
    const space = (method: string) => at(method, '/spaces/{spaceId}')
    expect(taken(space('get'))).toEqual(['ifNoneMatch'])
    expect(taken(space('patch'))).toEqual(['idempotencyKey', 'ifMatch', 'prefer'])
    expect(taken(space('delete'))).toEqual(['idempotencyKey', 'ifMatch'])
    expect(taken(at('post', '/spaces/{spaceId}/comments'))).toEqual(['idempotencyKey', 'prefer'])
    expect(given(space('get'), 200)).toContain('ETag')
    expect(given(space('get'), 304)).toContain('ETag')
    expect(given(space('patch'), 200)).toEqual(
      expect.arrayContaining(['ETag', 'Idempotent-Replayed', 'X-Ignored-Fields', 'Preference-Applied']),
    )
    expect(given(space('delete'), 205)).not.toContain('ETag')
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, described] of Object.entries(methods)) {
        if (path === '/' || path === '/openapi.json') continue
        const isRead = method === 'get'
        expect(taken(described).includes('idempotencyKey')).toBe(!isRead)
        expect(taken(described).includes('ifNoneMatch')).toBe(isRead)
        expect('304' in described.responses).toBe(isRead)
        expect('412' in described.responses).toBe(!isRead)
      }
    }
    const names = Object.values(document.components.parameters).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Idempotency-Key', 'If-Match', 'If-None-Match', 'Prefer']))
  })

  it('accepts files as a form and everything else as JSON', () => {
    const types = (path: string) => Object.keys(at('post', path).requestBody?.content ?? {})
    expect(types('/spaces/{spaceId}/content/files')).toEqual(['multipart/form-data'])
    expect(types('/spaces/{spaceId}/comments')).toEqual(['application/json'])
    expect(at('post', '/spaces/{spaceId}/restore').requestBody).toBeUndefined()
  })

  it('describes every error with the one error body and every reason of the table', () => {
    const reasons = new Set<string>()
    for (const { content } of Object.values(document.components.responses)) {
      expect(content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' })
      for (const reason of Object.keys(content['application/json']?.examples ?? {})) reasons.add(reason)
    }
    const onlyGraphQL = ['query_too_complex']
    expect([...reasons].sort()).toEqual(
      Object.keys(statusOf)
        .filter((reason) => !onlyGraphQL.includes(reason))
        .sort(),
    )
  })

  it('describes the webhook of every type of event', () => {
    const { webhooks } = document as unknown as {
      webhooks: Record<string, { post: { requestBody: { content: object }; summary: string } }>
    }
    expect(Object.keys(webhooks).sort()).toEqual([...eventTypes.names()].sort())
    expect(webhooks['site.published']?.post).toMatchObject({
      summary: 'A site was published.',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/WebhookMessage' },
                { properties: { type: { const: 'site.published' } } },
              ],
            },
          },
        },
      },
    })
  })

  it('has examples whose ids are of the kind of the resource and of those that it refers to', () => {
    const { content } = at('get', '/spaces/{spaceId}').responses[200] ?? {}
    const example = content?.['application/json']?.example as Record<string, string>
    expect(example.id).toMatch(/^spc_/)
    expect(example.organization).toMatch(/^org_/)
  })

  it('has examples that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'document', ...document } as object)
    const media = [
      ...operations().flatMap(({ requestBody, responses }) => [
        ...Object.values(requestBody?.content ?? {}),
        ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
      ]),
      ...Object.values(document.components.responses).flatMap(({ content }) => Object.values(content)),
    ]
    const validators = new Map<string, ValidateFunction>()
    const validatorOf = (schema: object) => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
      const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object)
      validators.set(text, validate)
      return validate
    }
    const wrong = media.flatMap(({ schema, example, examples = {} }) => {
      const values = [example, ...Object.values(examples).map((each) => each.value)]
      const validate = validatorOf(schema)
      return values
        .filter((value) => value !== undefined && !validate(value))
        .map((value) => ({ value, errors: validate.errors }))
    })
    expect(wrong).toEqual([])
    expect(media.filter(({ example }) => example !== undefined).length).toBeGreaterThan(100)
  })
})
