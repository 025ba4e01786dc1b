import { describe, expect, it } from 'vitest'
import { codeExamples } from '../../../src/modules/site-rendering/openapi/code-examples.ts'
import { extractSpecPart } from '../../../src/modules/site-rendering/openapi/extract-spec-part.ts'
import type { SpecPart } from '../../../src/modules/site-rendering/openapi/spec-part.ts'
import { parseNow } from '../../../src/modules/site-rendering/threads/tasks.ts'
import type { SpecBlock } from '../../../src/modules/site-rendering/views.ts'
import { petsDocument } from './pets-document.ts'
import { rendered, specsOf } from './samples.ts'

const block = (changes: Partial<SpecBlock> = {}): SpecBlock => ({
  key: 'k',
  type: 'openapi-operation',
  ref: { kind: 'openapi', spec: 'pets' },
  path: '/pets/{id}',
  method: 'post',
  ...changes,
})

const operationOf = (source: unknown = petsDocument, changes: Partial<SpecBlock> = {}) => {
  const [operation] = extractSpecPart(source, block(changes))?.operations ?? []
  if (!operation) throw new Error('no operation')
  return operation
}

describe('an operation of a document', () => {
  it('has its parameters, with those of its path, and its servers', () => {
    const { parameters, servers, security } = operationOf()
    expect(parameters.map(({ name, in: place }) => [name, place])).toEqual([
      ['id', 'path'],
      ['limit', 'query'],
    ])
    expect(servers).toEqual(['https://eu.example.com/v1'])
    expect(security).toEqual([{ name: 'token', type: 'http', scheme: 'bearer', scopes: [] }])
  })

  it('ends circular schemas at their name and merges allOf', () => {
    const schema = operationOf().body?.content[0]?.schema
    const propertyNamed = (name: string) =>
      schema?.properties?.find((property) => property.name === name)?.schema
    expect(propertyNamed('friends')?.items).toEqual({ name: 'Pet', type: 'Pet', isCut: true })
    expect(propertyNamed('owner')?.properties?.map(({ name }) => name)).toEqual(['email', 'since'])
    expect(propertyNamed('age')?.type).toBe('integer or null')
  })

  it('is read from version 2 in the same form', () => {
    const swagger = {
      swagger: '2.0',
      host: 'api.example.com',
      basePath: '/v1',
      paths: {
        '/pets': {
          post: {
            consumes: ['application/json'],
            parameters: [
              { name: 'limit', in: 'query', type: 'integer', maximum: 5 },
              { name: 'body', in: 'body', schema: { $ref: '#/definitions/Pet' } },
            ],
            responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
          },
        },
      },
      definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    }
    const operation = operationOf(swagger, { path: '/pets' })
    expect(operation.servers).toEqual(['https://api.example.com/v1'])
    expect(operation.parameters[0]?.schema).toMatchObject({
      type: 'integer',
      limits: [{ kind: 'maximum', value: '5' }],
    })
    expect(operation.body?.content[0]).toMatchObject({
      type: 'application/json',
      example: { name: 'string' },
    })
    expect(operation.responses[0]?.content[0]?.schema?.name).toBe('Pet')
  })

  it('is null if the document does not have it', () => {
    expect(extractSpecPart(petsDocument, block({ path: '/constructor' }))).toBeNull()
    expect(
      extractSpecPart(petsDocument, block({ type: 'openapi-schemas', schemas: ['toString'] })),
    ).toBeNull()
    expect(extractSpecPart('text', block())).toBeNull()
  })

  it('has a limited number of schemas, however wide and deep the document is', () => {
    const wide = (level: number): unknown => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [
          `p${at}`,
          level > 0 ? { $ref: `#/components/schemas/L${level - 1}` } : { type: 'string' },
        ]),
      ),
    })
    const schemas = Object.fromEntries(Array.from({ length: 12 }, (_, level) => [`L${level}`, wide(level)]))
    const part = extractSpecPart(
      { openapi: '3.0.0', components: { schemas } },
      block({ type: 'openapi-schemas', schemas: ['L11'] }),
    )
    expect(JSON.stringify(part).length).toBeLessThan(1_000_000)
  })
})

describe('deep and circular schemas', () => {
  const linked = (length: number, last: unknown) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `L${at}`,
        {
          type: 'object',
          properties: { next: at === length - 1 ? last : { $ref: `#/components/schemas/L${at + 1}` } },
        },
      ]),
    )
  const shown = (schemas: Record<string, unknown>) => {
    const markdown =
      '{% openapi-schemas spec="a" schemas="L0" grouped="false" %}\nL0\n{% endopenapi-schemas %}'
    return rendered(markdown, { specs: specsOf(markdown, { openapi: '3.1.0', components: { schemas } }) })
      .html
  }
  const detailsIn = (html: string) => html.match(/<details[^>]*>/g) ?? []

  it('are closed, and end at a limit of levels', () => {
    const details = detailsIn(shown(linked(60, { type: 'string' })))
    expect(details.length).toBeGreaterThan(5)
    expect(details.length).toBeLessThan(15)
    expect(details.every((tag) => !tag.includes('open'))).toBe(true)
  })

  it('end where a schema is reached again, also through others, lists, maps and choices', () => {
    const first = { $ref: '#/components/schemas/L0' }
    const ends = [
      first,
      { type: 'array', items: first },
      { additionalProperties: first },
      { oneOf: [first, { type: 'null' }] },
      { allOf: [first] },
    ]
    for (const end of ends) {
      const html = shown(linked(3, end))
      expect(html).toContain('<code>next</code>')
      expect(detailsIn(html).length, JSON.stringify(end)).toBeLessThan(6)
    }
    // A reference to itself alone is nothing at all.
    expect(shown({ L0: first })).not.toContain('<details')
  })
})

describe('examples of a request', () => {
  const [curl, javascript, python, go, ruby, php, java] = codeExamples(operationOf()).map(({ code }) => code)

  it('contain the address, the credentials and the body', () => {
    expect(curl).toContain("--url 'https://eu.example.com/v1/pets/it'\\''s?limit={limit}'")
    expect(curl).toContain("--header 'Authorization: Bearer YOUR_TOKEN'")
    expect(curl).toMatch(/--data '\{\n {4}"name": "string",/)
    expect(javascript).toContain('body: JSON.stringify({')
    expect(python).toContain('requests.post(')
    expect(python).toContain('"kind": "cat"')
  })

  it('are complete in Go, Ruby, PHP and Java', () => {
    for (const code of [go, ruby, php, java]) {
      expect(code).toContain('https://eu.example.com/v1/pets/it')
      expect(code).toContain('Bearer YOUR_TOKEN')
      expect(code).toMatch(/kind.*cat/)
    }
    expect(go).toContain('http.NewRequest("POST", "https://eu.example.com')
    expect(ruby).toContain('Net::HTTP::Post.new(uri)')
    // A quote does not end a string of PHP.
    expect(php).toContain("curl_init('https://eu.example.com/v1/pets/it\\'s?limit={limit}')")
    expect(java).toContain('.method("POST", HttpRequest.BodyPublishers.ofString("{\\n')
  })

  it('are valid JavaScript', () => {
    expect(() => new Function(`return async () => { ${javascript} }`)).not.toThrow()
  })
})

describe('an API block', () => {
  const text = (tag: string) => `## Create a pet\n\n{% ${tag} %}\ncaption\n{% end${tag.split(' ')[0]} %}`
  const renderedWith = (markdown: string) =>
    rendered(markdown, { specs: specsOf(markdown, petsDocument) }).html

  it('shows method, path, parameters, limits, schemas and responses', () => {
    const html = renderedWith(text('openapi-operation spec="pets" path="/pets/{id}" method="post"'))
    expect(html).toContain('<span class="method post">POST</span> <code>/pets/{id}</code>')
    expect(html).toContain(
      '<dt><code>limit</code> <span class="type">integer</span> <span class="required">required</span></dt>',
    )
    expect(html).toContain('Default: <code>20</code>')
    expect(html).toContain('<code>≤ 50</code>')
    expect(html).toMatch(
      /<span>Possible values: <code>[^<]*cat[^<]*<\/code> <code>[^<]*dog[^<]*<\/code><\/span>/,
    )
    expect(html).toContain('<p>Its <strong>name</strong>.</p>')
    expect(html).toContain('<span class="status s2">201</span>')
    expect(html).toContain('>curl</button>')
    expect(html).toContain('>Java</button>')
    expect(html).toContain('data-other="Collapse all">Expand all</button>')
  })

  it('can be tried where the page says so, with servers that have encryption', () => {
    const block = text('openapi-operation spec="pets" path="/pets/{id}" method="post"')
    const tried = (servers: { url: string }[]) =>
      rendered(block, { specs: specsOf(block, { ...petsDocument, servers }), canTry: true })
    const { html, connectOrigins, operations } = tried([
      { url: 'http://plain.example.com' },
      { url: 'https://api.example.com/v1' },
      { url: '/relative' },
    ])
    expect(connectOrigins).toEqual(['https://api.example.com'])
    expect(html).toContain('&quot;servers&quot;:[&quot;https://api.example.com/v1&quot;]')
    expect(operations).toEqual([{ id: 'create-a-pet', title: 'Create a pet', method: 'POST' }])
    expect(tried([{ url: 'http://plain.example.com' }]).html).not.toContain('data-try')
    expect(renderedWith(block)).not.toContain('data-try')
  })

  it('shows models and webhooks', () => {
    expect(renderedWith(text('openapi-schemas spec="pets" schemas="Pet" grouped="false"'))).toContain(
      '<section class="model" aria-label="Pet">',
    )
    expect(renderedWith(text('openapi-webhook spec="pets" name="petCreated" method="post"'))).toContain(
      '>Webhook</span> <code>petCreated</code>',
    )
  })

  it('says that a specification is not available', () => {
    expect(rendered(text('openapi-operation spec="gone" path="/a" method="get"')).html).toContain(
      'This API description is not available.',
    )
  })

  it('escapes everything that the document contains', () => {
    const bad = '"><script>alert(1)</script>'
    const source = {
      openapi: '3.1.0',
      servers: [{ url: bad }],
      security: [{ [bad]: [bad] }],
      paths: {
        [bad]: {
          get: {
            summary: bad,
            description: `${bad} [a](javascript:alert(1))`,
            deprecated: true,
            parameters: [
              { name: bad, in: 'query', schema: { type: bad, enum: [bad], default: bad, pattern: bad } },
            ],
            requestBody: {
              content: {
                [bad]: { schema: { title: bad, properties: { [bad]: { description: bad } } }, example: bad },
              },
            },
            responses: {
              [bad]: {
                description: bad,
                headers: { [bad]: { description: bad } },
                content: { 'text/html': { example: bad } },
              },
            },
          },
        },
      },
    }
    const part = extractSpecPart(source, block({ type: 'swagger', path: undefined as never, method: 'get' }))
    const { specBlocks, tree } = parseNow(text('openapi src="a.json"'))
    const [found] = specBlocks
    const { html } = rendered('', { tree, specs: { [found?.key ?? '']: part as SpecPart } })
    expect(html).toContain('class="operation"')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('javascript:')
  })
})
