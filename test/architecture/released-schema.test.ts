import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { intendedBreaks } from './intended-breaks.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

/** Breaking changes that are not declared, and declared ones that do not exist. */
function compare(
  released: GraphQLSchema,
  current: GraphQLSchema,
  intended: Readonly<Record<string, string>>,
) {
  const breaks = findBreakingChanges(released, current).map(({ description }) => description)
  return {
    undeclared: breaks.filter((description) => !(description in intended)),
    superfluous: Object.keys(intended).filter((description) => !breaks.includes(description)),
  }
}

describe('schema.graphql', () => {
  it('has no breaking change, except declared ones', () => {
    const found = compare(
      buildSchema(read('test/architecture/released.graphql')),
      buildSchema(read('schema.graphql')),
      intendedBreaks,
    )
    expect(found).toEqual({ undeclared: [], superfluous: [] })
  })

  it('has every declared break in the changelog', () => {
    const changelog = read('docs/changelog.md')
    expect(Object.keys(intendedBreaks).filter((description) => !changelog.includes(description))).toEqual([])
  })
})

describe('the comparison', () => {
  const before = buildSchema('type Query { space: String, site: String }')
  const after = buildSchema('type Query { space: Int }')

  it('finds removed fields and changed types, unless they are declared', () => {
    expect(compare(before, after, {}).undeclared).toEqual([
      'Query.site was removed.',
      'Query.space changed type from String to Int.',
    ])
    expect(
      compare(before, after, {
        'Query.site was removed.': 'replaced',
        'Query.space changed type from String to Int.': 'mistake',
      }),
    ).toEqual({ undeclared: [], superfluous: [] })
  })

  it('finds declarations without a change', () => {
    expect(compare(before, before, { 'Query.site was removed.': 'replaced' }).superfluous).toEqual([
      'Query.site was removed.',
    ])
  })
})
