import fc from 'fast-check'
import {
  buildSchema,
  execute,
  getIntrospectionQuery,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { Introspection } from '../../src/graphql/execution/introspection.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'

const small = buildSchema(`
  """ A "directive". """
  directive @mark(reason: String = "none", at: [Int!]) repeatable on FIELD | QUERY
  interface Node { id: ID! }
  enum Kind { "The first." ONE TWO @deprecated(reason: "Use ONE.") }
  input Filter { kinds: [Kind!] = [ONE], deep: Filter, old: Int @deprecated }
  scalar Time @specifiedBy(url: "https://example.com/time")
  union Item = Space | Query
  type Space implements Node { id: ID!, items(filter: Filter, first: Int = 10): [[Item!]]!, at: Time, old: Int @deprecated }
  type Query { node(id: ID!): Node, kinds: [Kind] }
`)

function read(schema: typeof small, text: string, given: Record<string, unknown> = {}, maxValues = 1e6) {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('The document has no operation.')
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], given)
  return new Introspection(schema, document, { variables: coerced, maxValues }).of(operation)
}

async function expectSame(schema: typeof small, text: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await execute({ schema, document: parse(text), variableValues: variables })
  expect(errors).toBeUndefined()
  expect(read(schema, text, variables).text).toBe(JSON.stringify(data))
}

const WHOLE = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  inputValueDeprecation: true,
  schemaDescription: true,
  oneOf: true,
})

describe('the schema', () => {
  it.each([
    ['in short', getIntrospectionQuery()],
    ['in full', WHOLE],
  ])('is read as graphql-js reads it, %s', async (_title, text) => {
    await expectSame(small, text)
    await expectSame(graphqlSchema(modules), text)
  })

  it.each<[string, string, Record<string, unknown>?]>([
    ['aliases', '{ a: __schema { t: types { n: name } } __typename }'],
    ['an unknown type', '{ __type(name: "Nothing") { name } }'],
    ['variables', 'query ($n: String!) { __type(name: $n) { name } }', { n: 'Space' }],
    [
      'directives',
      'query ($y: Boolean!) { __schema { types @include(if: $y) { name @skip(if: $y) kind ...F @skip(if: $y) } } } fragment F on __Type { description }',
      { y: true },
    ],
    [
      'an argument of its default',
      '{ __type(name: "Space") { fields { name } a: fields(includeDeprecated: true) { name } } }',
    ],
    [
      'merged selections',
      '{ __schema { types { name fields { name } } } ... on Query { __schema { types { kind fields { args { name } } } } } }',
    ],
    [
      'fragments in fragments',
      '{ __schema { ...A ...A } } fragment A on __Schema { types { ...B fields { type { ...B } } } } fragment B on __Type { name ofType { ...C } } fragment C on __Type { ...D } fragment D on __Type { kind name }',
    ],
  ])('is read with %s', (_title, text, variables) => expectSame(small, text, variables))

  it('is read as graphql-js reads it, in any query', async () => {
    const { type } = fc.letrec<{ type: string; field: string; value: string }>((tie) => ({
      type: fc
        .array(
          fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom('name', 'kind', 'd: description', '__typename', '...T') },
            tie('type').map((below) => `ofType ${below}`),
            tie('field').map((below) => `fields(includeDeprecated: true) ${below}`),
            tie('value').map((below) => `inputFields ${below}`),
            fc.constant('enumValues { name isDeprecated deprecationReason }'),
            tie('type').map((below) => `... on __Type ${below}`),
          ),
          { minLength: 1, maxLength: 4 },
        )
        .map((parts) => `{ ${parts.join(' ')} }`),
      field: fc
        .tuple(tie('type'), tie('value'))
        .map(([type, value]) => `{ name type ${type} args ${value} }`),
      value: tie('type').map((type) => `{ name defaultValue type ${type} }`),
    }))
    await fc.assert(
      fc.asyncProperty(type, type, async (root, fragment) => {
        const text = `{ __schema { types ${root} queryType ${root} } } fragment T on __Type ${fragment.replaceAll('...T', 'name')}`
        const used = root.includes('...T') ? text : text.replace(/fragment.*/, '')
        if (validate(small, parse(used)).length === 0) await expectSame(small, used)
      }),
      { numRuns: 200 },
    )
  })

  it('counts its values, and is not read beyond a number of them', () => {
    expect(read(small, '{ __schema { queryType { name fields { name } } } }').values).toBe(1 + 1 + 2 + 2)
    expect(() => read(small, WHOLE, {}, 500)).toThrow('more than 500 values')
  })

  it('is counted and not written where other fields are selected as well', () => {
    expect(read(small, '{ kinds __type(name: "Space") { name } }')).toEqual({ values: 2, text: null })
  })
})
