import { buildSchema, getOperationAST, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { compiledFields } from '../../src/graphql/execution/compiled-fields.ts'
import { Documents } from '../../src/graphql/execution/documents.ts'

const limits = { queryCost: 1_000, queryDepth: 10, documentBytes: 10_000 }

const schema = buildSchema(`
  type Query { name: String, self: Query, node: Node }
  interface Node { id: ID }
  type Space implements Node { id: ID, title: String, node: Node }
  type Comment implements Node { id: ID, text: String }
  type Team implements Node { id: ID }
`)

/** Whether each of five runs of a document is compiled. */
function runs(
  prepare: (documents: Documents, text: string) => ReturnType<Documents['prepare']>,
  text = '{ name }',
): boolean[] {
  const documents = new Documents(schema, limits, { hideSuggestions: false })
  return Array.from({ length: 5 }, () => {
    const prepared = prepare(documents, text)
    const operation = getOperationAST(prepared.document)
    if (!operation) throw new Error('The document has no operation.')
    return documents.compiledOf(prepared, operation) !== null
  })
}

it('the engine compiles a document only when it runs for the third time', () => {
  expect(runs((documents, text) => documents.prepare(text))).toEqual([false, false, true, true, true])
})

it('the engine never compiles a document of a caller without a token', () => {
  expect(runs((documents, text) => documents.prepareOnce(text, () => {}))).toEqual(Array(5).fill(false))
})

/** Fragments in fragments: each level has as many fields as this, each with the next level below it. */
function nested(levels: number, width: number): string {
  const fragments = Array.from({ length: levels }, (_, level) => {
    const below = level + 1 < levels ? `...F${level + 1}` : 'name'
    const fields = Array.from({ length: width }, (_, at) => `a${at}: self { ${below} }`)
    return `fragment F${level} on Query { ${fields.join(' ')} }`
  })
  return `{ ...F0 } ${fragments.join(' ')}`
}

describe('the fields of a compiled document', () => {
  const fieldsOf = (text: string) => {
    const document = parse(text)
    const operation = getOperationAST(document)
    if (!operation) throw new Error('The document has no operation.')
    return compiledFields(schema, document, operation)
  }

  it.each([
    ['{ name self { name } }', 3],
    // 2 fields, and the same below each, and a name below each of those.
    [nested(2, 2), 2 + 4 + 4],
    ['{ ... on Query { name } ...F } fragment F on Query { name }', 2],
    // The id of each of three types.
    ['{ node { id } }', 1 + 3],
    // The title of a space, and below it the ids of three types.
    ['{ node { ... on Space { title node { id } } } }', 1 + 2 + 3],
    ['{ node { ... on Node { __typename } ... on Comment { text } } }', 1 + 3 + 1],
  ])('of %s are %i', (text, count) => {
    expect(fieldsOf(text)).toBe(count)
  })

  it('are counted without expanding fragments', () => {
    expect(fieldsOf(nested(12, 8))).toBeGreaterThan(8 ** 12)
  })
})

it('the engine never compiles a document with too many fields', () => {
  const prepare = (documents: Documents, text: string) => documents.prepare(text)
  expect(runs(prepare, nested(2, 12))).toEqual([false, false, true, true, true])
  expect(runs(prepare, nested(3, 12))).toEqual(Array(5).fill(false))
})
