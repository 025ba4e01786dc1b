import { readFileSync } from 'node:fs'
import { callers, type TableCaller } from './world.ts'

/** The expected result for a caller: `ok`, or the status of the error. */
export type Answered = string
export type Api = 'rest' | 'graphql'

export interface TableRow {
  operation: string
  /** The target, if it makes a difference; otherwise empty. */
  what: string
  cells: Record<TableCaller, Record<Api, Answered>>
}

/** The key of a row, which is also the key of its case. */
export const keyOf = ({ operation, what }: Pick<TableRow, 'operation' | 'what'>) =>
  what === '' ? operation : `${operation}: ${what}`

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The table in docs/access.md: a row per operation, a column per caller. Of two results, the first is REST's. */
export function readTable(): TableRow[] {
  const lines = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8').split('\n')
  const header = lines.findIndex((line) => line.startsWith('| Operation'))
  const columns = cellsOf(lines[header] ?? '')
  const end = lines.findIndex((line, index) => index > header && !line.startsWith('|'))
  return lines.slice(header + 2, end).map((line) => {
    const values = cellsOf(line)
    if (values.length !== columns.length || values.slice(2).includes('')) {
      throw new Error(
        `docs/access.md: each row needs the ${columns.length - 2} columns of the callers: ${line}`,
      )
    }
    const cell = (column: string) => values[columns.indexOf(column)] ?? ''
    const cells = Object.fromEntries(
      callers.map((caller) => {
        const [rest = '', graphql = rest] = (cell(caller) || cell('anonymous')).split(' / ')
        return [caller, { rest, graphql }]
      }),
    ) as TableRow['cells']
    return { operation: cell('Operation').replaceAll('`', ''), what: cell('On what'), cells }
  })
}

/** The operations that readers of published sites can call, in docs/access.md. */
export function readableOperations(): string[] {
  const text = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('## Readers of published sites')
  return [...(section.split('\n## ', 1)[0] ?? '').matchAll(/^- `([\w.]+)`/gm)].map(([, id = '']) => id)
}
