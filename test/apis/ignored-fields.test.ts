import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ignoredFields, ignoredFieldsHeader } from '../../src/rest/ignored-fields.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { bodyOf, expectRefused, send } from '../support/refusals.ts'
import { buildWorld, type World } from '../support/world.ts'

describe('the fields of a body that a schema does not read', () => {
  const inner = z.object({ known: z.string().optional() })
  const tree: z.ZodType = z.lazy(() => z.object({ children: z.array(tree).optional() }))
  const schema = z.object({
    spaceId: z.string().optional(),
    nested: inner.optional(),
    list: z.array(inner.nullable()).default([]),
    either: z.union([z.string(), inner, z.object({ other: inner })]).optional(),
    tagged: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), one: z.string() }),
        z.object({ kind: z.literal('b'), two: z.string() }),
      ])
      .optional(),
    free: z.unknown().optional(),
    loose: z.looseObject({ known: z.string() }).optional(),
    record: z.record(z.string(), inner).optional(),
    piped: inner.transform((value) => value.known).optional(),
    prepared: z.preprocess((value) => value, inner).optional(),
    tree: tree.optional(),
  })
  const x = { known: 'k', x: 1 }

  it.each([
    ['an object', { nested: x, y: 1 }, ['nested.x', 'y']],
    ['a list', { list: [{ known: 'k' }, x, null, 7] }, ['list.1.x']],
    ['a union', { either: { other: x, known: 'k', x: 1 } }, ['either.other.x', 'either.x']],
    ['a tagged union', { tagged: { kind: 'a', one: '1', two: '2' } }, ['tagged.two']],
    ['free values', { free: x, loose: x }, []],
    ['a record', { record: { any: x } }, ['record.any.x']],
    ['a transformed value', { piped: x, prepared: x }, ['piped.x', 'prepared.x']],
    [
      'a schema that contains itself',
      { tree: { children: [{ children: [], x: 1 }] } },
      ['tree.children.0.x'],
    ],
    ['names of the prototype', { toString: 1, constructor: {} }, ['toString', 'constructor']],
    ['values of another type', { nested: 'text', list: { x: 1 }, either: [x] }, []],
  ])('are found in %s', (_title, body, expected) => {
    expect(ignoredFields(schema, body).map((path) => path.join('.'))).toEqual(expected)
  })

  it('include those that the path sets', () => {
    expect(ignoredFields(schema, { spaceId: 'spc_1' }, { spaceId: 'spc_2' })).toEqual([['spaceId']])
  })

  it('are listed in a header of bounded length and safe characters', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`field-${n}-${'x'.repeat(90)}`, n]),
    )
    const header = ignoredFieldsHeader(ignoredFields(schema, many))
    expect(header.length).toBeLessThan(1_100)
    expect(header).toMatch(/^field-0-x+, .*, \.\.\.$/)
    expect(ignoredFieldsHeader([['a\r\nSet-Cookie: b', 0, 'ü,\ud800']])).toBe(
      'a%0D%0ASet-Cookie%3A%20b.0.%C3%BC%2C%EF%BF%BD',
    )
  })

  it('are found in a body that nests far deeper than the schema', () => {
    let deep: object = { x: 1 }
    for (let depth = 0; depth < 100_000; depth++) deep = { children: [deep] }
    expect(ignoredFields(schema, { tree: deep, free: deep, y: 1 })).toEqual([['y']])
  })
})

describe('a REST body with unknown fields', () => {
  let t: TestApp
  let world: World
  beforeAll(async () => {
    t = await startApp()
    world = await buildWorld(t)
  })
  afterAll(() => t.close())

  const post = (json: object, headers: Record<string, string> = {}) =>
    send(t.origin, `/v1/spaces/${world.space.id}/comments`, { token: world.person.token, json, headers })
  const body = { body: { markdown: 'Hello.', mood: 'happy' }, colour: 'red', spaceId: 'spc_other' }

  it('is accepted, and the response lists them', async () => {
    const answer = await post(body)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-ignored-fields')).toBe('body.mood, colour, spaceId')
    expect(answer.headers.get('preference-applied')).toBe(null)
    expect(bodyOf(answer).body.markdown).toBe('Hello.')
  })

  it('has no such header when every field is read', async () => {
    const answer = await post({ body: { markdown: 'Hello.' } }, { prefer: 'handling=strict' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-ignored-fields')).toBe(null)
    expect(answer.headers.get('preference-applied')).toBe('handling=strict')
  })

  it.each(['handling=strict', 'return=minimal, Handling="strict"; foo'])(
    'is rejected with their paths under "Prefer: %s"',
    async (prefer) => {
      const before = await t.db.database.prisma.comment.count()
      const answer = await post(body, { prefer })
      const { details } = expectRefused(answer, 'invalid_input')
      expect(details?.map(({ path }) => path)).toEqual([['body', 'mood'], ['colour'], ['spaceId']])
      expect(await t.db.database.prisma.comment.count()).toBe(before)
    },
  )

  it('is accepted under "Prefer: handling=lenient"', async () => {
    expect((await post(body, { prefer: 'handling=lenient' })).status).toBe(200)
  })
})
