import { describe, expect, it } from 'vitest'
import { clientVersions } from '../../src/rest/compatibility/answers.ts'
import { ClientSchemas } from '../support/contract/client-schemas.ts'
import { StockClients } from '../support/contract/stock-clients.ts'

const user = {
  object: 'user',
  id: 'usr_1',
  displayName: 'Ada',
  urls: { location: 'https://quire.example/v1/users/usr_1' },
}
const { displayName: _displayName, ...nameless } = user

describe('the comparison with stock clients', () => {
  it('finds nothing in an answer that they expect', () => {
    expect(new StockClients().problemsOf('GET /user', 200, user)).toEqual([])
  })

  it('names what is missing, for each client', () => {
    expect(new StockClients().problemsOf('GET /user', 200, nameless)).toEqual(
      clientVersions.map(
        (version) => `GET /user 200 is not what clients ${version} expect: displayName is missing.`,
      ),
    )
  })

  it('names wrong values, also in lists, and statuses that no client expects', () => {
    const clients = new StockClients()
    const list = { items: [{ ...user, object: 'member' }] }
    expect(clients.problemsOf('GET /spaces/{}/commenters', 200, list).join()).toMatch(
      /items\/\*\/joinedAt is missing/,
    )
    expect(clients.problemsOf('GET /user', 207, user)).toContain(
      'GET /user 207 is not what clients 0.202 expect: status 207 is not expected.',
    )
  })

  it('ignores failures and operations that are not in the table', () => {
    const clients = new StockClients()
    expect(clients.problemsOf('GET /user', 404, {})).toEqual([])
    expect(clients.problemsOf('GET /user/tokens', 200, {})).toEqual([])
  })

  it('accepts differences that the table declares, and reports those that are no longer there', () => {
    const clients = new StockClients()
    const address = 'POST /urls/published'
    const place = {
      ...Object.fromEntries(
        ['site', 'siteSpace', 'space', 'pathname', 'basePath', 'siteBasePath', 'organization'].map((name) => [
          name,
          'x',
        ]),
      ),
      complete: true,
      canonicalUrl: 'https://docs.example/',
    }
    expect(clients.stale().filter((each) => each.startsWith(address))).toHaveLength(2)
    expect(clients.problemsOf(address, 200, { ...place, apiToken: 'x' })).toEqual([])
    expect(clients.stale().filter((each) => each.startsWith(address))).toHaveLength(2)
    expect(clients.problemsOf(address, 200, place)).toEqual([])
    expect(clients.stale().filter((each) => each.startsWith(address))).toEqual([])
    expect(clients.problemsOf('GET /user', 200, place)).not.toEqual([])
  })

  it('knows which operations no answer was compared for', () => {
    const clients = new StockClients()
    expect(clients.uncompared('0.202')).toContain('GET /user')
    clients.problemsOf('GET /user', 200, user)
    expect(clients.uncompared('0.202')).not.toContain('GET /user')
  })
})

describe('the schemas of a client', () => {
  const schemas = new ClientSchemas({
    Cat: {
      type: 'object',
      properties: { kind: { enum: ['cat'] }, lives: { type: 'number' } },
      required: ['kind', 'lives'],
    },
    Dog: { type: 'object', properties: { kind: { enum: ['dog'] } }, required: ['kind', 'name', 'owner'] },
    Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
  })
  const pet = { $ref: '#/components/schemas/Pet' }

  it('report the variant of a union that an answer means', () => {
    expect(schemas.differencesOf(pet, { kind: 'cat', lives: 9 })).toEqual([])
    expect(schemas.differencesOf(pet, { kind: 'cat' })).toEqual(['lives is missing'])
    expect(schemas.differencesOf(pet, { kind: 'dog' })).toEqual(['name is missing', 'owner is missing'])
    expect(schemas.differencesOf({ type: 'array', items: pet }, [{ kind: 'cat' }])).toEqual([
      '*/lives is missing',
    ])
  })

  it('report what differs inside of a variant, and not that the answer is no other variant', () => {
    const place = {
      oneOf: ['dog', 'cat'].map((name) => ({
        type: 'object',
        properties: { [name]: pet },
        required: [name],
      })),
    }
    expect(schemas.differencesOf(place, { cat: { kind: 'cat' } })).toEqual(['cat/lives is missing'])
  })

  it('report what differs inside of several values of a variant, and not that it is another variant', () => {
    const reply = {
      oneOf: [
        { type: 'object', required: ['id'] },
        {
          type: 'object',
          properties: {
            pets: {
              type: 'array',
              items: pet,
            },
          },
          required: ['pets'],
        },
      ],
    }
    const pets = [{ kind: 'bird' }, { kind: 'fish' }]
    expect(schemas.differencesOf(reply, { pets }).every((each) => each.startsWith('pets/*/'))).toBe(true)
  })

  it('accept null where OpenAPI 3.0 calls a value nullable, and only there', () => {
    const text = { type: 'string' }
    expect(schemas.differencesOf({ ...text, nullable: true }, null)).toEqual([])
    expect(schemas.differencesOf(text, null)).toEqual([' must be string'])
    expect(schemas.differencesOf({ ...text, nullable: true }, 1)).not.toEqual([])
  })

  it('keep properties that are named like keywords', () => {
    const named = { type: 'object', properties: { nullable: { type: 'string' }, oneOf: { type: 'string' } } }
    expect(schemas.differencesOf(named, { nullable: 1, oneOf: 2 })).toEqual([
      'nullable must be string',
      'oneOf must be string',
    ])
  })
})
