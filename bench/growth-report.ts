import type { GrowthCost, GrowthFindings } from './growth.ts'
import { number, table, type Verdict } from './table.ts'

/** A cost may grow by this factor from the least data to the most. */
const MAX_GROWTH = 1.5
/** The p50 of a search may grow by this factor with ten times the pages. */
const MAX_SEARCH_GROWTH = 2

type Figure = 'statements' | 'rowsRead' | 'cpu'
const figures: [Figure, string][] = [
  ['statements', 'statements'],
  ['rowsRead', 'rows read'],
  ['cpu', 'CPU'],
]

const namesOf = (costs: readonly GrowthCost[]) => [...new Set(costs.map(({ what }) => what))]
const sizesOf = (costs: readonly GrowthCost[]) => [...new Set(costs.map(({ factor }) => factor))]

const each = (costs: readonly GrowthCost[], what: string, of: Figure | 'p50', digits: number) =>
  costs
    .filter((cost) => cost.what === what)
    .map((cost) => number(cost[of], digits))
    .join(' · ')

function growthOf(costs: readonly GrowthCost[], what: string, of: Figure): number {
  const own = costs.filter((cost) => cost.what === what)
  return (own.at(-1)?.[of] ?? Number.NaN) / (own[0]?.[of] ?? Number.NaN)
}

export function growthReport({ costs, searches, retained }: GrowthFindings): string {
  return [
    table(
      [`growth, × ${sizesOf(costs).join(' · ')}`, 'p50 ms', 'CPU ms', 'statements', 'rows read'],
      namesOf(costs).map((what) => [
        what,
        each(costs, what, 'p50', 1),
        each(costs, what, 'cpu', 1),
        each(costs, what, 'statements', 0),
        each(costs, what, 'rowsRead', 0),
      ]),
    ),
    table(
      ['tables that only grow', 'days kept', 'rows before the clean-up', 'after', 'of the days kept'],
      retained.map(({ table: name, days, before, after, kept }) => [
        name,
        String(days),
        String(before),
        String(after),
        String(kept),
      ]),
    ),
    table(
      ['search', 'pages', 'p50 ms'],
      searches.map(({ what, pages, p50 }) => [what, String(pages), number(p50)]),
    ),
  ].join('\n\n')
}

export function growthVerdicts({ costs, searches, retained }: GrowthFindings): Verdict[] {
  const sizes = sizesOf(costs)
  return [
    ...figures.flatMap(([of, name]) => {
      const [worst] = namesOf(costs).toSorted((a, b) => growthOf(costs, b, of) - growthOf(costs, a, of))
      if (worst === undefined) return []
      const growth = growthOf(costs, worst, of)
      return [
        {
          what: `growth: ${name} from × ${sizes[0]} to × ${sizes.at(-1)} of the data, worst: ${worst}`,
          measured: `${number(growth, 2)}×`,
          target: `≤ ${MAX_GROWTH}×`,
          met: growth <= MAX_GROWTH,
        },
      ]
    }),
    {
      what: 'growth: rows of tables that only grow, after the clean-up',
      measured: retained.map(({ after, kept }) => `${after - kept} too old`).join(', '),
      target: 'none too old',
      // One may have become too old since.
      met: retained.length > 0 && retained.every(({ after, kept }) => after - kept <= 1),
    },
    ...[...new Set(searches.map(({ what }) => what))].map((what) => {
      const own = searches.filter((search) => search.what === what)
      const [fewest, most] = [own[0], own.at(-1)]
      const slower = (most?.p50 ?? Number.NaN) / (fewest?.p50 ?? Number.NaN)
      return {
        what: `growth: p50 of ${what} from ${fewest?.pages} to ${most?.pages} pages`,
        measured: `${number(slower, 2)}×`,
        target: `≤ ${MAX_SEARCH_GROWTH}×`,
        met: slower <= MAX_SEARCH_GROWTH,
      }
    }),
  ]
}
