import { expect, it } from 'vitest'
import { pagesOf } from '../../src/modules/openapi-specs/processing/pages.ts'

/** A document with a path that is reached through this many references. */
function reachedThrough(references: number) {
  const at = (index: number) => ({ $ref: `#/components/pathItems/p${index}` })
  const items = Array.from({ length: references }, (_, index) => [
    `p${index}`,
    index === references - 1 ? { get: { summary: 'Read it' } } : at(index + 1),
  ])
  return { paths: { '/a': at(0) }, components: { pathItems: Object.fromEntries(items) } }
}

it('a page of a spec shows operations behind up to 99 references, so that circular ones end', () => {
  const titles = (references: number) => pagesOf(reachedThrough(references)).map(({ title }) => title)
  expect(titles(99)).toEqual(['API', 'Operations'])
  expect(titles(100)).toEqual(['API'])
})
