import { validate } from '@readme/openapi-parser'
import { afterAll, describe, expect, it } from 'vitest'
import { matchesSchema } from '../../src/modules/openapi-specs/processing/matches-schema.ts'
import { SpecThreads } from '../../src/modules/openapi-specs/processing/spec-threads.ts'
import type { Processed } from '../../src/modules/openapi-specs/processing/specs.tasks.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { type Answer, serveWeb } from '../support/web.ts'
import { samples } from './documents.ts'

const threads = new SpecThreads()
afterAll(() => threads.close())

const outbound = createOutbound({ allow: ['127.0.0.1'] })
const run = (text: string | Uint8Array, url: string | null = null) =>
  threads.process(
    { name: 'openapi.yaml', url, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text },
    { outbound, signal: new AbortController().signal },
  )

async function processed(text: string, url: string | null = null): Promise<Processed> {
  const result = await run(text, url)
  if ('failure' in result) throw new Error(JSON.stringify(result.failure))
  return result
}

async function failed(text: string | Uint8Array, url: string | null = null) {
  const result = await run(text, url)
  if (!('failure' in result)) throw new Error('It was processed.')
  return { code: result.failure.code, ...result.failure.errors[0], count: result.failure.count }
}

const documentOf = ({ documents }: Processed, hash: string): unknown =>
  JSON.parse(new TextDecoder().decode(documents.find((each) => each.hash === hash)?.bytes))
const bundleOf = (result: Processed) => documentOf(result, result.bundle)

describe('documents as people write them', () => {
  it.each(samples)('$name', async ({ text, pages }) => {
    const result = await processed(text)
    expect(result.pages.map(({ title }) => title)).toEqual(pages)
    expect(new Set(result.pages.map(({ slug }) => slug)).size).toBe(pages.length)
    expect(result.files).toHaveLength(1)
  })
})

const head = `openapi: 3.0.0\ninfo: { title: T, version: '1' }\n`
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const bomb = `a: &a [x, x, x, x, x, x, x, x, x]
${'bcdefgh'
  .split('')
  .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]`)
  .join('\n')}\n`

describe('the schema of a version', () => {
  const info = { title: 'T', version: '1' }
  const parameter = { name: 'a', in: 'query', schema: { type: 'string' } }
  it.each([
    { swagger: '2.0', info, paths: {}, definitions: { A: { type: 'string' } } },
    { openapi: '3.0.3', info, paths: {}, components: { schemas: { A: { type: 'string' } } } },
    { openapi: '3.1.0', info, components: { schemas: { A: true }, parameters: { parameter } } },
  ])('accepts valid documents and refuses what it does not have: %j', (document) => {
    expect(matchesSchema(document)).toBe(true)
    expect(matchesSchema({ ...document, unknown: 1 })).toBe(false)
  })
})

describe('broken documents report what is wrong, and the line', () => {
  it.each([
    ['no YAML', `${head}paths: {\n  "/a": [}\n`, 4, /./],
    ['a plain text', 'Hello', 1, /not an OpenAPI document/],
    ['an empty file', ' \n', 1, /not an OpenAPI document/],
    ['no version', 'info: {}\npaths: {}', 1, /neither "openapi" nor "swagger"/],
    ['a version that is no text', '{"openapi": {"toString": 1}}', 1, /version \{"toString":1\}/],
    ['an unknown version', '# a\nopenapi: 4.0.0\ninfo: {}', 2, /version "4.0.0"/],
    [
      'a missing field',
      'openapi: 3.0.0\npaths: {}\ninfo:\n  title: T\n',
      3,
      /info.*required property 'version'/,
    ],
    [
      'an unknown field',
      `${head}paths:\n  /a:\n    get:\n      foo: 1\n      responses: {'200': {description: ok}}`,
      6,
      /must NOT have additional/,
    ],
    [
      'an unknown field in JSON',
      `{\n"openapi": "3.0.0",\n"info": {"title": "T", "version": "1"},\n"paths": {},\n"foo":\n1}`,
      6,
      /must NOT have additional/,
    ],
    [
      'a missing field in Swagger 2.0',
      `swagger: '2.0'\npaths: {}\ninfo:\n  title: T\n`,
      3,
      /info.*required property 'version'/,
    ],
    [
      'a schema that is a number in OpenAPI 3.1',
      `openapi: 3.1.0\ninfo: { title: T, version: '1' }\ncomponents:\n  schemas:\n    A: 5`,
      5,
      /must be object,boolean/,
    ],
    ['a reference to nothing', `${head}paths:\n  /a:\n    $ref: '#/x'`, 4, /"#\/x", which does not exist/],
    ['a reference through itself', `${head}paths:\n  /a:\n    $ref: '#/paths/~1a/b'`, 4, /does not exist/],
    ['a file reference', `${head}paths:\n  /a:\n    $ref: 'file:///etc/passwd'`, 4, /file: URL/],
    ['a relative reference in a text', `${head}paths:\n  /a:\n    $ref: 'a.yaml'`, 4, /must be absolute/],
    [
      'the key __proto__',
      `{"openapi":"3.0.0",\n"info":{"title":"T","version":"1"},\n"paths":{"__proto__":{"x":1}}}`,
      3,
      /__proto__/,
    ],
    ['the key __proto__ in YAML', `${head}paths:\n  __proto__: { x: 1 }`, 3, /__proto__/],
    ['a depth of 10,000', `{"openapi":"3.0.0",\n"x":${nested(10_000)}}`, 2, /nested too deeply/],
    ['an alias bomb', `${head}paths: {}\n${bomb}`, 1, /aliases repeat/],
    ['an alias of itself', `${head}paths: {}\nx-a: &a [*a]`, 4, /contains itself/],
  ])('%s', async (_name, text, line, message) => {
    expect(await failed(text)).toMatchObject({
      code: 'PARSE_ERROR',
      line,
      message: expect.stringMatching(message),
    })
  })

  it('bytes that are no UTF-8', async () => {
    expect(await failed(Uint8Array.of(0xff, 0xfe, 0x41, 0x00))).toMatchObject({
      code: 'PARSE_ERROR',
      line: 1,
    })
  })

  it('many problems: the first twenty, and their number', async () => {
    const paths = Array.from(
      { length: 30 },
      (_, index) => `  /p${index}: { get: { foo: 1, responses: { '200': { description: ok } } } }`,
    ).join('\n')
    const result = await run(`${head}paths:\n${paths}`)
    if (!('failure' in result)) throw new Error('It was processed.')
    expect(result.failure.errors).toHaveLength(20)
    expect(result.failure.count).toBe(30)
    expect(result.failure.errors[3]).toMatchObject({ line: 7 })
  })
})

describe('documents of many files', () => {
  const files = (all: Record<string, string>): Answer => {
    return (request, response) => {
      const found = all[request.url?.slice(1) ?? '']
      response.writeHead(found === undefined ? 404 : 200)
      response.end(found)
    }
  }

  it('are fetched relative to the entry and bundled, cycles included', async () => {
    const web = await serveWeb(
      files({
        'paths/pets.yaml': `get:\n  tags: [pets]\n  responses:\n    '200':\n      description: ok\n      content: { application/json: { schema: { $ref: '../schemas.yaml#/Pet' } } }`,
        'schemas.yaml': `Pet: { type: object, properties: { owner: { $ref: '#/Owner' } } }\nOwner: { type: object, properties: { pets: { type: array, items: { $ref: 'schemas.yaml#/Pet' } }, entry: { $ref: 'openapi.yaml#/components/schemas/Id' } } }`,
      }),
    )
    const entry = `${head}paths:\n  /pets: { $ref: paths/pets.yaml }\n  /cats: { $ref: ./paths/pets.yaml }\ncomponents: { schemas: { Id: { type: string }, Pet: { $ref: 'schemas.yaml#/Pet' } } }`
    const result = await processed(entry, `${web.origin}/openapi.yaml`)
    expect(result.files.map(({ name }) => name)).toEqual(['openapi.yaml', 'paths/pets.yaml', 'schemas.yaml'])
    expect(result.pages.map(({ title, entries }) => [title, entries])).toEqual([
      ['T', 0],
      ['pets', 2],
      ['Models', 2],
    ])
    expect(web.requests).toHaveLength(2)
    const pet = '#/paths/~1pets/get/responses/200/content/application~1json/schema'
    expect(bundleOf(result)).toMatchObject({
      paths: {
        '/pets': {
          get: {
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: {
                      properties: {
                        owner: {
                          properties: {
                            pets: { items: { $ref: pet } },
                            entry: { $ref: '#/components/schemas/Id' },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        '/cats': { $ref: '#/paths/~1pets' },
      },
      components: { schemas: { Pet: { $ref: pet } } },
    })
    expect(documentOf(result, result.files[0]?.hash ?? '')).toMatchObject({
      paths: { '/pets': { $ref: 'paths/pets.yaml' } },
    })
  })

  it('can be absolute in a text, and show no credentials', async () => {
    const web = await serveWeb((request, response) => {
      response.end(request.headers.authorization ? `{"type":"object"}` : '')
    })
    const ref = `${web.origin.replace('//', '//me:s3cret@')}/a.json?token=abc`
    const result = await processed(`${head}paths: {}\ncomponents: { schemas: { A: { $ref: '${ref}' } } }`)
    expect(result.files.map(({ name }) => name)).toEqual([
      'openapi.yaml',
      `${web.origin}/a.json?token=hidden`,
    ])
    expect(
      JSON.stringify(result.documents.map(({ bytes }) => new TextDecoder().decode(bytes))),
    ).not.toContain('s3cret')
    expect(bundleOf(result)).toMatchObject({ components: { schemas: { A: { type: 'object' } } } })
  })

  it('fail with the code of the file that cannot be fetched', async () => {
    const web = await serveWeb(files({ 'loop.yaml': `a: { $ref: 'loop.yaml#/a' }`, 'bad.yaml': 'a: [' }))
    const at = (file: string) => failed(`${head}paths:\n  /a: { $ref: '${web.origin}/${file}' }`)
    expect(await at('none.yaml')).toMatchObject({
      code: 'FETCH_ERROR',
      message: expect.stringContaining('404'),
    })
    expect(await at('bad.yaml')).toMatchObject({
      code: 'PARSE_ERROR',
      message: expect.stringContaining('bad.yaml'),
    })
    expect(await at('loop.yaml#/a')).toMatchObject({
      code: 'PARSE_ERROR',
      message: expect.stringContaining('itself'),
    })
    const refused = await failed(`${head}paths:\n  /a: { $ref: 'http://169.254.169.254/latest' }`)
    expect(refused).toMatchObject({
      code: 'FETCH_ERROR',
      message: expect.stringContaining('not on the public internet'),
    })
  })

  it('are at most 100', async () => {
    const web = await serveWeb((_request, response) => response.end('type: object'))
    const schemas = (count: number) =>
      Array.from({ length: count }, (_, index) => `S${index}: { $ref: '${web.origin}/${index}' }`).join(', ')
    const text = (count: number) => `${head}paths: {}\ncomponents: { schemas: { ${schemas(count)} } }`
    expect((await processed(text(99))).files).toHaveLength(100)
    expect(await failed(text(100))).toMatchObject({
      code: 'PARSE_ERROR',
      message: expect.stringContaining('100 files'),
      line: 4,
    })
  })

  it('have at most 32 MiB together', async () => {
    const body = JSON.stringify({ type: 'object', description: 'x'.repeat(11 * 1024 * 1024) })
    const web = await serveWeb((_request, response) => response.end(body))
    const schemas = (count: number) =>
      Array.from({ length: count }, (_, index) => `S${index}: { $ref: '${web.origin}/${index}.json' }`)
    const text = (count: number) =>
      `${head}paths: {}\ncomponents: { schemas: { ${schemas(count).join(', ')} } }`
    expect((await processed(text(2))).files).toHaveLength(3)
    expect(await failed(text(3))).toMatchObject({
      code: 'PARSE_ERROR',
      message: expect.stringContaining('more than 33554432 bytes together'),
      line: 4,
    })
  })
})

describe('schemas that refer twice to the next one', () => {
  const chain = (count: number, last: object) => {
    const ref = (at: number) => ({ $ref: `#/components/schemas/S${at}` })
    const schemas = Array.from({ length: count }, (_, at): [string, object] => [
      `S${at}`,
      { type: 'object', properties: { a: ref(at + 1), b: ref(at + 1) } },
    ])
    const info = { title: 'T', version: '1' }
    return JSON.stringify({
      openapi: '3.0.3',
      info,
      paths: {},
      components: { schemas: { ...Object.fromEntries(schemas), [`S${count}`]: last } },
    })
  }
  it('are processed as long as they stay below the limit when they are expanded', async () => {
    expect((await processed(chain(12, { type: 'string' }))).pages.map(({ title }) => title)).toEqual([
      'T',
      'Models',
    ])
  })

  it('are rejected without being expanded, with the schema and the limit', async () => {
    const error = await failed(chain(60, { type: 'string' }))
    expect(error).toMatchObject({ code: 'PARSE_ERROR', line: 1, count: 1 })
    expect(error.message).toMatch(
      /^components › schemas › S\d\d › properties: has more than 134217728 bytes when its references are replaced by their values/,
    )
  })

  it('are processed if they are circular, because circular references stay references', async () => {
    const circular = { type: 'object', properties: { top: { $ref: '#/components/schemas/S0' } } }
    await processed(chain(60, circular))
    await processed(chain(60, { type: 'object', properties: { self: { $ref: '#/components/schemas/S60' } } }))
  })

  it('count however they are spread over files, paths and pointers', async () => {
    const root = `${head}paths: {}\ncomponents: { schemas: { A: { $ref: '#/components/schemas/S' }, S: { properties: { x: { items: { type: string } } } } } }`
    await processed(root)
    const wide = chain(18, { type: 'string' }).replace(
      '"paths":{}',
      `"paths":${JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [
            `/p${at}`,
            {
              get: {
                responses: {
                  200: {
                    description: '',
                    content: {
                      'application/json': { schema: { $ref: '#/components/schemas/S0/properties/a' } },
                    },
                  },
                },
              },
            },
          ]),
        ),
      )}`,
    )
    expect((await failed(wide)).message).toMatch(/^(paths|openapi.yaml).*: has more than 134217728 bytes/)
  })
})

it('documents that take too much time or memory are ended', async () => {
  const small = new SpecThreads({ timeoutMs: 300, heapMegabytes: 32 })
  const signal = new AbortController().signal
  const doubling = Array.from({ length: 40 }, (_, index) => {
    const ref = `{ $ref: '#/components/schemas/S${index + 1}' }`
    return `S${index}: { type: object, properties: { a: ${ref}, b: ${ref} } }`
  })
  const text = `${head}paths: {}\ncomponents: { schemas: { ${doubling.join(', ')}, S40: { type: string } } }`
  const result = await small.process(
    { name: 'a.yaml', url: null, bytes: new TextEncoder().encode(text) },
    { outbound, signal },
  )
  expect(result).toMatchObject({
    failure: { code: 'PARSE_ERROR', errors: [{ message: expect.stringMatching(/longer than|memory/) }] },
  })
  const large = JSON.stringify({
    openapi: '3.0.0',
    x: Array.from({ length: 400_000 }, (_, index) => ({ [`k${index}`]: index })),
  })
  const full = await small.process(
    { name: 'a.json', url: null, bytes: new TextEncoder().encode(large) },
    { outbound, signal },
  )
  expect(full).toMatchObject({
    failure: { code: 'PARSE_ERROR', errors: [{ message: expect.stringMatching(/longer than|memory/) }] },
  })
  await small.close()
})

it('the processing never lets the parser read files or URLs by itself', async () => {
  const web = await serveWeb((_request, response) => response.end('{}'))
  const paths = {
    '/a': { $ref: `${web.origin}/a` },
    '/b': { $ref: 'file:///etc/hostname' },
    '/c': { $ref: 'package.json' },
  }
  const document = { openapi: '3.0.0', info: { title: 'T', version: '1' }, paths }
  await validate(structuredClone(document) as never, { resolve: { external: false, file: false } })
  expect(web.requests).toHaveLength(0)
})
