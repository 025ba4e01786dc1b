import { expect, test } from 'vitest'
import { documentFromMarkdown } from '../../src/modules/documents/index.ts'

// Without its limit, each of these takes quadratic time: minutes instead of a second or two.
test.each([
  ['open links', '[a](x ('],
  ['brackets', '[a]'],
  ['unclosed html', 'x <?'],
  ['emphasis', 'a**b'],
  ['lazy lines', 'b\n'],
  ['underlined headings', 'a\n-\n'],
  ['words after a bracket', 'a '],
])(
  'many %s are parsed in limited time',
  (_, unit) => {
    const tree = documentFromMarkdown(`> [a\n${unit.repeat(30_000 / unit.length)}`)
    expect(tree.nodes.length).toBeGreaterThan(0)
  },
  20_000,
)
