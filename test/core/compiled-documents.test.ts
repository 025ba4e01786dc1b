import { buildSchema, getOperationAST } from 'graphql'
import { expect, it } from 'vitest'
import { Documents } from '../../src/graphql/execution/documents.ts'

const limits = { queryCost: 1_000, queryDepth: 10, documentBytes: 1_000 }

/** Whether each of five runs of a document is compiled. */
function runs(prepare: (documents: Documents, text: string) => ReturnType<Documents['prepare']>): boolean[] {
  const documents = new Documents(buildSchema('type Query { name: String }'), limits, {
    hideSuggestions: false,
  })
  return Array.from({ length: 5 }, () => {
    const prepared = prepare(documents, '{ name }')
    const operation = getOperationAST(prepared.document)
    if (!operation) throw new Error('The document has no operation.')
    return documents.compiledOf(prepared, operation) !== null
  })
}

it('compiles a document only when it runs for the third time', () => {
  expect(runs((documents, text) => documents.prepare(text))).toEqual([false, false, true, true, true])
})

it('never compiles a document of a caller without a token', () => {
  expect(runs((documents, text) => documents.prepareOnce(text, () => {}))).toEqual(Array(5).fill(false))
})
