import fc from 'fast-check'
import { buildSchema, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { fieldMergeError } from '../../src/graphql/execution/field-merging.ts'

const schema = buildSchema(`
  interface Named { name: String, other(first: Int, where: Where): Named, size: Int, list: [Named] }
  input Where { a: Int, b: [String] }
  type Space implements Named {
    name: String, other(first: Int, where: Where): Space, size: Int, list: [Named], title: String, count: Int
    owner: User
  }
  type User implements Named {
    name: String, other(first: Int, where: Where): Named, size: Int, list: [Named], title: [String], count: Int!
    owner: Space
  }
  type Query { named: Named, space: Space, user: User }
`)

const ours = (text: string) => fieldMergeError(schema, parse(text))
const theirs = (text: string) => validate(schema, parse(text), [OverlappingFieldsCanBeMergedRule])

describe('fields with one name in a response', () => {
  it.each([
    ['{ space { name name } }', null],
    ['{ space { x: name x: size } }', '"name" and "size" are different fields'],
    ['{ space { other(first: 1) { name } other { name } } }', 'they have differing arguments'],
    ['{ space { other(first: 1) { name } other(first: 1) { size } } }', null],
    ['{ space { other(where: { a: 1, b: "x" }) { name } other(where: { b: "x", a: 1 }) { name } } }', null],
    [
      '{ space { other(where: { b: ["x", "y"] }) { name } other(where: { b: ["y", "x"] }) { name } } }',
      'they have',
    ],
    // On different object types the fields may differ, as long as their values have the same shape.
    ['{ named { ... on Space { x: name } ... on User { x: name } } }', null],
    [
      '{ named { ... on Space { x: name } ... on User { x: size } } }',
      'they return conflicting types "String" and "Int"',
    ],
    [
      '{ named { ... on Space { title } ... on User { title } } }',
      'conflicting types "String" and "[String]"',
    ],
    ['{ named { ... on Space { count } ... on User { count } } }', 'conflicting types "Int" and "Int!"'],
    ['{ named { x: size ... on Space { x: count } } }', '"size" and "count" are different fields'],
    ['{ named { ... on Space { x: owner { y: name } } ... on User { x: owner { y: title } } } }', null],
    [
      '{ named { ... on Space { x: owner { y: name } } ... on User { x: owner { y: size } } } }',
      'subfields "y" conflict because they return',
    ],
    [
      '{ space { ...A ...B } } fragment A on Space { other { x: name } } fragment B on Space { other { x: size } }',
      'subfields "x" conflict because "name" and "size" are different fields',
    ],
    [
      '{ named { ... on Query { x: __typename } ... on Space { x: name } ... on User { x: size } } }',
      'they return conflicting types',
    ],
    // A fragment that is used in two places may stand beside different fields.
    ['{ a: space { ...A x: name } b: space { ...A x: size } } fragment A on Space { title }', null],
  ])('%s', (text, reason) => {
    expect(ours(text)?.message ?? null).toEqual(reason === null ? null : expect.stringContaining(reason))
    expect(theirs(text).length > 0).toBe(reason !== null)
  })

  it('are accepted and rejected as by graphql-js, in any document', () => {
    const leaf = fc.constantFrom(
      'name',
      'size',
      'x: name',
      'x: size',
      'title',
      'count',
      'x: count',
      '...F0',
      '...F1',
    )
    const { selection } = fc.letrec<{ selection: string }>((tie) => ({
      selection: fc
        .array(
          fc.oneof(
            { weight: 3, arbitrary: leaf },
            fc
              .tuple(
                fc.constantFrom(
                  'other',
                  'other(first: 1)',
                  'y: other',
                  'list',
                  'y: list',
                  'owner',
                  'y: owner',
                ),
                tie('selection'),
              )
              .map(([field, below]) => `${field} ${below}`),
            fc
              .tuple(fc.constantFrom('Space', 'User', 'Named'), tie('selection'))
              .map(([type, below]) => `... on ${type} ${below}`),
          ),
          { minLength: 1, maxLength: 4 },
        )
        .map((parts) => `{ ${parts.join(' ')} }`),
    }))
    const withoutSpreads = selection.map((text) => text.replaceAll(/\.\.\.F\d/g, 'name'))
    fc.assert(
      fc.property(selection, selection, withoutSpreads, (root, first, last) => {
        const fragments = `fragment F0 on Space ${first.replaceAll('...F0', '...F1')} fragment F1 on User ${last}`
        const text = `{ named ${root} space ${root} named ${last} other: named { ...F0 ...F1 } } ${fragments}`
        expect(ours(text) !== null, text).toBe(theirs(text).length > 0)
      }),
      { numRuns: 500 },
    )
  })

  it('are not compared beyond a number of selections', () => {
    const levels = Array.from(
      { length: 14 },
      (_, level) =>
        `fragment F${level} on Space { a: other { ...F${level + 1} } b: other { ...F${level + 1} } }`,
    )
    expect(() => ours(`{ space { ...F0 } } ${levels.join(' ')} fragment F14 on Space { name }`)).toThrow(
      'The request selects more than 10000 fields',
    )
  })
})
