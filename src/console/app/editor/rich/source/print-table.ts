import type { Node } from 'prosemirror-model'
import type { BlockPrinter } from './block-printer.ts'
import { isUnchanged, originOf } from './origin.ts'

/** Rows and cells that were not changed keep their source. */
export function printTable(printer: BlockPrinter, table: Node, prefix: string): string {
  const columns = table.firstChild?.childCount ?? 1
  const line = printer.nextLine(prefix)
  let text = ''
  table.forEach((row, _offset, at) => {
    const origin = originOf(row)
    const gap = origin?.prefix === prefix ? origin.gap : undefined
    const delimiter = delimiterFor(table.attrs.delimiter as string, columns)
    const hasDelimiter = gap !== undefined && /-/.test(gap)
    if (at === 1) text += hasDelimiter && delimiterIn(gap) === delimiter ? gap : line + delimiter + line
    else if (at > 1) text += gap === undefined || hasDelimiter ? line : gap
    text += printRow(printer, row, prefix)
    if (at === 0 && table.childCount === 1) text += line + delimiter
  })
  return text
}

function printRow(printer: BlockPrinter, row: Node, prefix: string): string {
  const origin = originOf(row)
  if (origin?.prefix === prefix && isUnchanged(row)) return origin.text
  const isFramed = origin?.head.includes('|') && origin.tail.includes('|')
  const isSame = isFramed && origin?.node?.childCount === row.childCount
  let text = isSame ? origin.head : '| '
  row.forEach((cell, _offset, at) => {
    const own = originOf(cell)
    const gap =
      own !== undefined && own === originOf(origin?.node?.maybeChild(at) ?? cell) ? own.gap : undefined
    if (at > 0) text += isSame && gap !== undefined ? gap : ' | '
    text += printer.print(cell, prefix)
  })
  return text + (isSame ? origin.tail : ' |')
}

/** The row below the titles, in what stands between the first row and the second. */
export const delimiterIn = (gap: string): string =>
  (gap.split(/\r\n|\r|\n/)[1] ?? '').replace(/^[\s>]*/, '').trimEnd()

/** The cells of the row below the titles. */
export const cellsOf = (delimiter: string): string[] =>
  delimiter
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The row below the titles, for another number of columns. */
function delimiterFor(written: string, columns: number): string {
  const cells = cellsOf(written)
  if (cells.length === columns) return written
  return rowOf(Array.from({ length: columns }, (_, at) => cells[at] ?? '---'))
}

/** The row below the titles with another column at a place, so that the others keep their alignment. */
export const withColumn = (written: string, at: number): string =>
  rowOf(cellsOf(written).toSpliced(at, 0, '---'))

export const withoutColumn = (written: string, at: number): string => rowOf(cellsOf(written).toSpliced(at, 1))
