import { readFileSync } from 'node:fs'
import { type CallerName, callers } from './world.ts'

/** What a caller is answered: `ok`, or the status of a refusal. */
export type Answered = string
export type Api = 'rest' | 'graphql'

export interface TableRow {
  operation: string
  /** On what, where it makes a difference; else empty. */
  what: string
  cells: Record<CallerName, Record<Api, Answered>>
}

/** The name of a row: that of its case. */
export const keyOf = ({ operation, what }: Pick<TableRow, 'operation' | 'what'>) =>
  what === '' ? operation : `${operation}: ${what}`

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The table of the document: one row per operation, one column per caller. Two answers are REST's and GraphQL's. */
export function readTable(): TableRow[] {
  const lines = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8').split('\n')
  const header = lines.findIndex((line) => line.startsWith('| Operation'))
  const columns = cellsOf(lines[header] ?? '')
  const end = lines.findIndex((line, index) => index > header && !line.startsWith('|'))
  return lines.slice(header + 2, end).map((line) => {
    const values = cellsOf(line)
    const cell = (column: string) => values[columns.indexOf(column)] ?? ''
    const cells = Object.fromEntries(
      callers.map((caller) => {
        const [rest = '', graphql = rest] = cell(caller).split(' / ')
        return [caller, { rest, graphql }]
      }),
    ) as TableRow['cells']
    return { operation: cell('Operation').replaceAll('`', ''), what: cell('On what'), cells }
  })
}
