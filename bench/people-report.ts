import { FEW, type ListCost, MANY, type PeopleFindings } from './people.ts'
import { number, table, type Verdict } from './table.ts'

/** The target for a page of people or places, in milliseconds. */
const TARGET_MS = 30

const at = (costs: ListCost[], { list, caller }: ListCost, api: ListCost['api']) =>
  costs.find((cost) => cost.list === list && cost.caller === caller && cost.api === api)

export function peopleReport({ costs, searches }: PeopleFindings): string {
  const both = (cost: ListCost, show: (one: ListCost) => string) =>
    (['REST', 'GraphQL'] as const)
      .map((api) => at(costs, cost, api))
      .map((one) => (one ? show(one) : '–'))
      .join(' · ')
  const lists = table(
    [
      'list (REST · GraphQL)',
      'as',
      'shown',
      `statements for ${FEW} / ${MANY}`,
      'rows to the client',
      'p50 ms',
    ],
    costs
      .filter(({ api }) => api === 'REST')
      .map((cost) => [
        cost.list,
        cost.caller,
        String(cost.shown),
        both(cost, ({ few, many }) => `${few} / ${many}`),
        both(cost, ({ rows }) => String(rows)),
        both(cost, ({ p50 }) => number(p50)),
      ]),
  )
  const plans = table(
    ['search', 'indexes in its plan', 'tables read whole'],
    searches.map(({ list, indexes, scans }) => [list, indexes.join(', '), scans.join(', ') || 'none']),
  )
  return `${lists}\n\n${plans}`
}

export function peopleVerdicts({ costs, searches }: PeopleFindings): Verdict[] {
  const [slowest] = costs.toSorted((a, b) => b.p50 - a.p50)
  if (!slowest) return []
  return [
    {
      what: `people: statements of a page of ${MANY} against one of ${FEW}`,
      measured: `${costs.filter(({ few, many }) => few === many).length} of ${costs.length} equal`,
      target: 'all equal',
      met: costs.every(({ few, many }) => few === many),
    },
    {
      what: 'people: member search',
      measured: [...new Set(searches.flatMap(({ indexes }) => indexes))]
        .filter((name) => name.startsWith('User_search'))
        .join(', '),
      target: 'from an index',
      met: searches.every(({ indexes }) => indexes.includes('User_search_idx')),
    },
    {
      what: `people: slowest page, ${slowest.list} as ${slowest.caller} at ${slowest.api}`,
      measured: `${number(slowest.p50)} ms`,
      target: `< ${TARGET_MS} ms`,
      met: slowest.p50 < TARGET_MS,
    },
  ]
}
