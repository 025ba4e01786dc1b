import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { settingsApis } from '../support/apis-site-settings.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { done, failedRequests, refused } from '../support/outcome.ts'

let t: TestApp
let people: People
let cast: Company
let siteId: string
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  const data = { id: newId('Site'), organizationId: cast.organization.id, title: 'Docs' }
  siteId = (await t.db.database.prisma.site.create({ data })).id
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
})

const isBeta = { type: 'boolean', description: 'Whether the visitor tests new features.' }
const plan = { type: 'string', description: 'The plan.', enum: ['free', 'pro "x"'] }
const schemaOf = (properties: object) => ({ type: 'object', additionalProperties: false, properties })
const unsigned = (properties: object) => ({
  ...schemaOf(properties),
  description: 'Unsigned claims of the site visitor.',
})
const whole = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...schemaOf({
    isBeta,
    plan,
    company: { type: 'string', description: 'The company.' },
    seats: { type: 'number', description: 'The number of seats.' },
    'https://acme.example/roles': {
      type: 'array',
      description: 'The roles.',
      items: { type: 'string', enum: ['admin'] },
    },
    account: {
      ...schemaOf({ isPaid: { ...isBeta, description: 'Whether it is paid.' } }),
      description: 'The account.',
    },
    unsigned: unsigned({ isBeta }),
  }),
}

describe.each(settingsApis)('the adaptive schema of a site by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who], { organizationId: cast.organization.id, siteId })

  it('is not found before one is written, and replaced as a whole', async () => {
    await refused(as('read').schema(), 404)
    expect(await done(as('read').templateConditions())).toEqual([])
    const written = await done(as('create').putSchema(whole))
    expect(JSON.stringify(written.jsonSchema)).toBe(JSON.stringify(whole))
    expect(await done(as('read').schema())).toEqual(written)
    expect(await done(as('create').putSchema(whole))).toEqual(written)
    expect((await done(as('create').putSchema(schemaOf({ isBeta })))).jsonSchema).toEqual(
      schemaOf({ isBeta }),
    )
    const events = await t.db.database.prisma.event.findMany({
      where: { organizationId: cast.organization.id, type: 'site_adaptive_schema.updated' },
    })
    expect(events.map(({ subject }) => subject)).toEqual([{ site: siteId }, { site: siteId }])
  })

  it('has a template condition for each boolean, string and value of a string', async () => {
    await done(as('create').putSchema(whole))
    expect(await done(as('read').templateConditions())).toEqual([
      { description: isBeta.description, condition: 'visitor.claims.isBeta' },
      { description: 'The plan. Value: free', condition: 'visitor.claims.plan === "free"' },
      { description: 'The plan. Value: pro "x"', condition: 'visitor.claims.plan === "pro \\"x\\""' },
      { description: 'The company. Replace "value".', condition: 'visitor.claims.company === "value"' },
      {
        description: 'The roles. Value: admin',
        condition: 'visitor.claims["https://acme.example/roles"].includes("admin")',
      },
      { description: 'Whether it is paid.', condition: 'visitor.claims.account.isPaid' },
      { description: isBeta.description, condition: 'visitor.claims.unsigned.isBeta' },
    ])
  })

  it('refuses other forms of JSON Schema, and keeps the previous one', async () => {
    await done(as('create').putSchema(whole))
    const claim = (form: object) => schemaOf({ claim: { description: 'A claim.', ...form } })
    const many = (count: number, of: (index: number) => unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`claim${index}`, of(index)]))
    const nested = (depth: number): object =>
      depth === 0 ? isBeta : { ...schemaOf({ inner: nested(depth - 1) }), description: 'Nested.' }
    const enumOf = (count: number) => ({ ...plan, enum: Object.keys(many(count, () => 0)) })
    const bad = [
      'text',
      [],
      {},
      { type: 'object', properties: {} },
      { ...schemaOf({}), additionalProperties: true },
      { ...schemaOf({}), $schema: 'https://json-schema.org/draft/2020-12/schema' },
      { ...schemaOf({}), definitions: {} },
      schemaOf({ claim: { type: 'boolean' } }),
      schemaOf({ claim: { $ref: '#/definitions/claim' } }),
      schemaOf({ claim: isBeta, __proto__x: { $ref: '#' } }),
      claim({ type: 'null' }),
      claim({ type: ['boolean', 'string'] }),
      claim({ type: 'string', pattern: '(a+)+$' }),
      claim({ type: 'string', enum: [] }),
      claim({ type: 'string', enum: ['a', 'a'] }),
      claim({ type: 'string', enum: [1] }),
      claim({ type: 'string', description: '' }),
      claim({ type: 'array' }),
      claim({ type: 'array', items: { type: 'object', properties: {} } }),
      claim({ type: 'object', properties: { inner: isBeta } }),
      claim({ type: 'object', additionalProperties: false, properties: { inner: { type: 'boolean' } } }),
      schemaOf({ 'a b': isBeta }),
      schemaOf({ unsigned: { ...unsigned({}), description: 'Another text.' } }),
      schemaOf({ unsigned: isBeta }),
      schemaOf({ deep: nested(4) }),
      schemaOf({ deep: nested(60) }),
      schemaOf(many(101, () => isBeta)),
      schemaOf({ plan: enumOf(101) }),
      schemaOf(many(11, () => enumOf(100))),
      schemaOf(
        many(100, () => ({
          ...plan,
          description: 'x'.repeat(256),
          enum: ['x'.repeat(100), ...enumOf(99).enum],
        })),
      ),
    ]
    for (const schema of bad) {
      const { details } = await refused(as('create').putSchema(schema), 400)
      expect(details?.[0]?.path[0]).toBe('jsonSchema')
    }
    const { details } = await refused(as('create').putSchema(schemaOf({ claim: { type: 'boolean' } })), 400)
    expect(details).toEqual([
      {
        path: ['jsonSchema', 'properties', 'claim'],
        message: "must have required property 'description'",
      },
    ])
    for (const schema of [schemaOf({ deep: nested(3) }), schemaOf(many(10, () => enumOf(100)))]) {
      await done(as('create').putSchema(schema))
    }
  })

  it('is read by members and written by those who can change the site', async () => {
    await refused(as('edit').putSchema(whole), 403)
    await done(as('create').putSchema(whole))
    for (const who of ['guest', 'stranger'] as const) {
      await refused(as(who).schema(), 404)
      await refused(as(who).templateConditions(), 404)
      await refused(as(who).putSchema(whole), 404)
    }
    await refused(enter(t, null, { organizationId: cast.organization.id, siteId }).schema(), 401)
  })
})
