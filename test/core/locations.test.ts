import { buildSchema, execute, getOperationAST, parse } from 'graphql'
import { expect, it } from 'vitest'
import { fieldLocator } from '../../src/graphql/execution/field-locator.ts'

const schema = buildSchema(`
  interface Named { name: String }
  type Item implements Named { name: String other: Item }
  type Query { item: Item items: [Named] }
`)
const failing = () => {
  throw new Error('No name.')
}
const item = { __typename: 'Item', name: failing, other: { name: failing } }

it.each([
  ['a field', '{ item { name } }'],
  ['an alias', '{ one: item { first: name second: name } }'],
  ['an inline fragment in a list', '{ items { ... on Item { other { name } } } }'],
  [
    'a fragment within a fragment',
    '{ items { ...A } } fragment A on Item { ...B } fragment B on Item { name }',
  ],
  ['fields that are merged', '{ item { other { __typename } } item { other { name } } }'],
])('the lookup of locations finds %s where the interpreter reports it', async (_title, text) => {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('The document has no operation.')
  const { errors = [] } = await execute({ schema, document, rootValue: { item, items: [item, item] } })
  const fieldAt = fieldLocator(document, operation)
  expect(errors.length).toBeGreaterThan(0)
  expect(errors.map(({ path }) => fieldAt(path ?? []))).toEqual(errors.map(({ nodes }) => nodes?.[0]))
})
