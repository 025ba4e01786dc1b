import type { Table, TableCell } from 'mdast'
import { type Conversion, inlinesFrom, plainText } from './inlines.ts'
import { paragraphBlock } from './paragraphs.ts'
import type { Fragment, TableBlock, TableColumn, TableRecord } from './types.ts'

export function tableBlock(table: Table, conversion: Conversion): TableBlock {
  const { keys } = conversion
  const [header, ...rows] = table.children
  // A row may be wider than the header; its text is kept in columns without a title.
  const width = table.children.reduce((widest, row) => Math.max(widest, row.children.length), 0)
  const titles = Array.from({ length: width }, (_, at) => cellText(header?.children[at], conversion))
  const columns = titles.map((title, at): TableColumn => {
    const alignment = table.align?.[at]
    const id = keys.take('column', title)
    return { id, title, type: 'text', ...(alignment ? { textAlignment: alignment } : {}) }
  })

  const fragments: Fragment[] = []
  const records: Record<string, TableRecord> = {}
  for (const [rowIndex, row] of rows.entries()) {
    const values: Record<string, string> = {}
    const texts: string[] = []
    for (const [at, cell] of row.children.entries()) {
      const column = columns[at]
      if (column === undefined) continue
      const inlines = inlinesFrom(cell.children, conversion)
      const fragment = cellFragment(inlines, conversion)
      fragments.push(fragment)
      values[column.id] = fragment.fragment
      texts.push(plainText(inlines))
    }
    // Readers sort records by this as a string, hence the fixed width.
    const orderIndex = String(rowIndex).padStart(8, '0')
    records[keys.take('record', JSON.stringify(texts))] = { orderIndex, values }
  }

  const view: TableBlock['data']['view'] = {
    type: 'grid',
    columns: columns.map((column) => column.id),
    hideHeader: false,
  }
  const definition = Object.fromEntries(columns.map((column) => [column.id, column]))
  const data = { view, definition, records }
  return keys.assign(
    { object: 'block', type: 'table', key: '', isVoid: true, data, fragments },
    JSON.stringify(titles),
    fragments,
  )
}

function cellText(cell: TableCell | undefined, conversion: Conversion): string {
  return cell === undefined ? '' : plainText(inlinesFrom(cell.children, conversion))
}

function cellFragment(inlines: ReturnType<typeof inlinesFrom>, conversion: Conversion): Fragment {
  const nodes = [paragraphBlock(inlines, conversion)]
  const fragment = conversion.keys.assign({ object: 'fragment', key: '', fragment: '', nodes }, '', nodes)
  fragment.fragment = fragment.key
  return fragment
}
