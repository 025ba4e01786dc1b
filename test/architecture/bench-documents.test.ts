import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { documentOf, questions } from '../../bench/people-lists.ts'
import { breadths, quireQuery } from '../../bench/queries.ts'
import { projectRoot } from '../../src/platform/project-root.ts'

const schema = buildSchema(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))

it('the GraphQL documents of the benchmarks are valid', () => {
  const documents = [
    ...Object.values(breadths).map((breadth) => quireQuery('spc_1', breadth).query),
    ...questions.flatMap((question) => question.callers.map((caller) => documentOf(question, caller))),
  ]
  const errors = documents.flatMap((document) => validate(schema, parse(document)))
  expect(errors.map(({ message }) => message)).toEqual([])
})
