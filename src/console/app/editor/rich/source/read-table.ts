import type { Table, TableRow } from 'mdast'
import { hasBlockElements } from '../../../../../modules/documents/reading/block-elements.ts'
import { type ContainerReader, type Draft, type Piece, rangeOf } from './draft.ts'
import { delimiterIn } from './print-table.ts'
import { Irregular, readInline } from './read-inline.ts'
import { schema } from './schema.ts'

const { nodes: types } = schema

/** A table of rows, with the row below the titles that says how columns are aligned. */
export function readTable(reader: ContainerReader, table: Table, prefix: string): Draft {
  const range = rangeOf(table)
  const rows = table.children.map(
    (row): Piece => ({ ...rangeOf(row), kind: 'row', read: () => readRow(reader, row, prefix) }),
  )
  const [first, second] = rows
  if (first === undefined) throw new Irregular()
  const { nodes, tail } = reader.children(rows, { from: range.start, to: range.end }, prefix)
  if (nodes.some(({ type }) => type !== types.table_row)) throw new Irregular()
  const below = reader.text.slice(first.end, second?.start ?? range.end)
  const lines = below.split(/\r\n|\r|\n/)
  const delimiter = delimiterIn(below)
  if (!/^[-:| \t]+$/.test(delimiter) || (second !== undefined && lines.length !== 3)) throw new Irregular()
  return { type: types.table, attrs: { delimiter }, content: nodes, tail: second === undefined ? '' : tail }
}

function readRow(reader: ContainerReader, row: TableRow, prefix: string): Draft {
  const { start, end } = rangeOf(row)
  const cells = row.children.map((cell): Piece => {
    const outer = rangeOf(cell)
    const text = reader.text.slice(outer.start, outer.end)
    const [before = ''] = /^\|?[ \t]*/.exec(text) ?? []
    const rest = text.slice(before.length)
    const inner = rest.replace(/(?<!\\)\|[ \t]*$/, '').trimEnd()
    const from = outer.start + before.length
    return {
      start: from,
      end: from + inner.length,
      kind: 'cell',
      read: () => {
        if (hasBlockElements(cell.children)) throw new Irregular()
        return { type: types.table_cell, content: readInline(cell.children, { text: reader.text, prefix }) }
      },
    }
  })
  if (cells.length === 0) throw new Irregular()
  const read = reader.children(cells, { from: start, to: end }, prefix)
  if (read.nodes.some(({ type }) => type !== types.table_cell)) throw new Irregular()
  return { type: types.table_row, content: read.nodes, head: read.head, tail: read.tail }
}
