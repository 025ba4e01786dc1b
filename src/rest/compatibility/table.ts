import { addressOf } from './addresses.ts'
import { answerDifferences, operationsWith } from './answers.ts'
import { differences } from './differences.ts'
import { published } from './published.ts'
import { refusedForGood } from './refused-for-good.ts'
import { refusedForNow } from './refused-for-now.ts'
import { specified } from './specified.ts'

/** Served outside of the routes of modules. */
const OPEN = ['GET /']

/** How an operation differs here: in what it does, in what it reads of a request, and in its answers. */
const differenceOf = (address: string, requests: ReadonlyMap<string, string>): string =>
  [
    differences[address] ?? [],
    requests.get(address) ?? [],
    ...answerDifferences.filter((each) => operationsWith(each).includes(address)).map(({ says }) => says),
  ]
    .flat()
    .join(' ')

/**
 * The table of operations in docs/rest-api.md: every operation of the public API, and whether this server has it.
 * `requests` says by address what this server does not read of requests.
 */
export function operationTable(
  routes: readonly { method: string; path: string }[],
  requests: ReadonlyMap<string, string>,
): string {
  const served = new Set([...routes.map(({ method, path }) => addressOf(method, path)), ...OPEN])
  const rows = (operations: Readonly<Record<string, string>>) =>
    Object.entries(operations).map(([address, id]) => {
      const difference = served.has(address) ? differenceOf(address, requests) : ''
      const state = !served.has(address) ? 'not here' : difference ? 'here, different' : 'here'
      return `| \`${address}\` | ${id} | ${state} | ${difference} |`
    })
  const known = new Set([...Object.keys(specified), ...Object.keys(published)])
  const own = [...served].filter((address) => !known.has(address)).sort()
  const head = '| Operation | Operation id | State | Difference |\n| --- | --- | --- | --- |'
  return [
    `### The ${Object.keys(specified).length} operations of the specification\n\n${head}\n${rows(specified).join('\n')}`,
    `### Operations of newer clients\n\n${head}\n${rows(published).join('\n')}`,
    `### Not here\n\n${[...refusedForGood, ...refusedForNow]
      .map(({ title, reason, operations }) => `- ${title}. ${reason} ${Object.values(operations).join(', ')}`)
      .join('\n')}`,
    `### Only here\n\n${own.map((address) => `- \`${address}\``).join('\n')}`,
  ].join('\n\n')
}
