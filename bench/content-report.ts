import { type ContentCost, type ContentFindings, type Figure, growthOf, MAX_GROWTH } from './content.ts'
import type { TreeCost } from './content-tree.ts'
import { number, table, type Verdict } from './table.ts'

const namesOf = (costs: readonly ContentCost[]) => [...new Set(costs.map(({ what }) => what))]

export function contentReport({ costs, tree }: ContentFindings): string {
  const sizes = [...new Set(costs.map(({ pages }) => pages))]
  const each = (what: string, of: Figure, digits: number) =>
    sizes
      .map((size) => costs.find((cost) => cost.what === what && cost.pages === size)?.[of] ?? Number.NaN)
      .map((value) => number(value, digits))
      .join(' · ')
  const all = table(
    [
      `content, ${sizes.join(' · ')} pages`,
      'p50 ms',
      'CPU ms',
      'growth of CPU',
      'statements',
      'rows read',
      'growth of rows read',
    ],
    namesOf(costs).map((what) => [
      what,
      each(what, 'p50', 1),
      each(what, 'cpu', 0),
      `${number(growthOf(costs, what, 'cpu'), 2)}×`,
      each(what, 'statements', 0),
      each(what, 'rowsRead', 0),
      `${number(growthOf(costs, what, 'rowsRead'), 2)}×`,
    ]),
  )
  return tree ? `${all}\n\n${treeReport(tree)}` : all
}

const treeReport = ({ pages, bytes, ms, stringifyMs }: TreeCost) =>
  `The tree of ${pages} pages, ${number(bytes / 1000, 0)} kB, takes ${number(ms)} ms, and \`JSON.stringify\` of it ${number(stringifyMs)} ms.`

/** The time of a tree may be this multiple of writing its JSON. */
const MAX_OF_STRINGIFY = 3

const treeVerdict = ({ pages, ratio }: TreeCost): Verdict => ({
  what: `content: tree of ${pages} pages / \`JSON.stringify\` of the same bytes`,
  measured: `${number(ratio, 2)}×`,
  target: `≤ ${MAX_OF_STRINGIFY}×`,
  met: ratio <= MAX_OF_STRINGIFY,
})

export function contentVerdicts({ costs, tree }: ContentFindings): Verdict[] {
  const flat = namesOf(costs.filter(({ isFlat, isRead }) => isFlat && !isRead))
  const verdict = (of: Figure, name: string): Verdict[] => {
    const [worst] = flat.toSorted((one, other) => growthOf(costs, other, of) - growthOf(costs, one, of))
    if (worst === undefined) return []
    const growth = growthOf(costs, worst, of)
    return [
      {
        what: `content: ${name} of an edit or a merge from the smallest space to the largest, worst: ${worst}`,
        measured: `${number(growth, 2)}×`,
        target: `≤ ${MAX_GROWTH}×`,
        met: growth <= MAX_GROWTH,
      },
    ]
  }
  return [
    ...verdict('p50', 'p50'),
    ...verdict('cpu', 'CPU'),
    ...verdict('statements', 'statements'),
    ...verdict('rowsRead', 'rows read'),
    ...(tree ? [treeVerdict(tree)] : []),
  ]
}
