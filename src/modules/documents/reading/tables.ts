import type { Element, ElementContent } from 'hast'
import type { PhrasingContent, Table } from 'mdast'
import { plainText } from '../tree/plain-text.ts'
import { refFrom } from '../tree/refs.ts'
import {
  type CellValue,
  columnTypes,
  type DocumentNode,
  type Fragment,
  type Ref,
  type TableBlock,
  type TableColumn,
  type TableRecord,
  type TableView,
} from '../tree/types.ts'
import { wordsOfBlocks } from '../tree/words.ts'
import type { Conversion } from './conversion.ts'
import { elementsIn, onlyElements, property, wordsIn } from './html.ts'
import { inlinesFrom } from './inlines.ts'
import { filled, paragraphBlock } from './paragraphs.ts'

/** `blocksOf` has the blocks of a cell, if it contains any. */
export function tableBlock(
  table: Table,
  blocksOf: (children: PhrasingContent[]) => DocumentNode[] | undefined,
  conversion: Conversion,
): TableBlock {
  const { keys } = conversion
  const [header, ...rows] = table.children
  // A row can be wider than the header. Its text is kept in columns without a title.
  const width = table.children.reduce((widest, row) => Math.max(widest, row.children.length), 0)
  const columns = Array.from({ length: width }, (_, at): TableColumn => {
    const children = header?.children[at]?.children ?? []
    const blocks = blocksOf(children)
    const inlines = blocks ? [] : inlinesFrom(children, conversion)
    const title = blocks ? wordsOfBlocks(blocks) : plainText(inlines)
    const alignment = table.align?.[at]
    const id = keys.take('column', title)
    const column = { id, title, type: 'text' as const, ...(alignment ? { textAlignment: alignment } : {}) }
    if (blocks || inlines.some(({ object }) => object === 'inline')) {
      conversion.extras.setTitle(column, blocks ?? [paragraphBlock(inlines, conversion)])
    }
    return column
  })
  const made = new Rows(columns, conversion)
  for (const row of rows) {
    made.add(
      row.children.map((cell) => {
        const blocks = blocksOf(cell.children)
        if (blocks) return { words: wordsOfBlocks(blocks), nodes: filled(blocks, conversion) }
        const inlines = inlinesFrom(cell.children, conversion)
        return { words: plainText(inlines), nodes: [paragraphBlock(inlines, conversion)] }
      }),
    )
  }
  return made.block({ type: 'grid', columns: columns.map(({ id }) => id), hideHeader: false })
}

type Cell = { words: string; nodes: DocumentNode[] } | { words: string; value: CellValue }

class Rows {
  #columns: readonly TableColumn[]
  #conversion: Conversion
  #fragments: Fragment[] = []
  #records: Record<string, TableRecord> = {}
  #count = 0

  constructor(columns: readonly TableColumn[], conversion: Conversion) {
    this.#columns = columns
    this.#conversion = conversion
  }

  add(cells: readonly Cell[]): void {
    const values: Record<string, CellValue> = {}
    for (const [at, cell] of cells.entries()) {
      const column = this.#columns[at]
      if (column === undefined) continue
      values[column.id] = 'value' in cell ? cell.value : this.#fragment(cell.nodes)
    }
    // Clients sort records by this string, so it has a fixed width.
    const orderIndex = String(this.#count++).padStart(8, '0')
    const words = JSON.stringify(cells.map((cell) => cell.words))
    this.#records[this.#conversion.keys.take('record', words)] = { orderIndex, values }
  }

  #fragment(nodes: DocumentNode[]): string {
    const fragment = this.#conversion.keys.assign(
      { object: 'fragment', key: '', fragment: '', nodes },
      '',
      nodes,
    )
    fragment.fragment = fragment.key
    this.#fragments.push(fragment)
    return fragment.key
  }

  block(view: TableView): TableBlock {
    const definition = Object.fromEntries(this.#columns.map((column) => [column.id, column]))
    const data = { view, definition, records: this.#records }
    const fragments = this.#fragments
    return this.#conversion.keys.assign(
      { object: 'block', type: 'table', key: '', isVoid: true, data, fragments },
      JSON.stringify(this.#columns.map(({ title }) => title)),
      fragments,
    )
  }
}

/** A table that is written as HTML because of its cards, column types or long cells. */
export function htmlTableBlock(
  table: Element,
  blocksOf: (children: ElementContent[]) => DocumentNode[],
  conversion: Conversion,
): TableBlock | undefined {
  const [header, ...rows] = rowsOf(table)
  const heads = header && cellsOf(header)
  if (!heads || heads.length === 0) return undefined
  const columns = heads.map((head): TableColumn => {
    const title = wordsIn(head.children).replace(/\s+/g, ' ').trim()
    const type = columnTypes.find((name) => name === property(head, 'dataType')) ?? 'text'
    const alignment = (['left', 'center', 'right'] as const).find((name) => name === property(head, 'align'))
    const id = conversion.keys.take('column', title)
    const column = { id, title, type, ...(alignment ? { textAlignment: alignment } : {}) }
    if (refsIn(head).length > 0) conversion.extras.setTitle(column, blocksOf(head.children))
    return column
  })
  const made = new Rows(columns, conversion)
  for (const row of rows) {
    made.add(
      cellsOf(row).map((cell, at): Cell => {
        const words = wordsIn(cell.children).trim()
        const type = columns[at]?.type ?? 'text'
        return type === 'text'
          ? { words, nodes: blocksOf(cell.children) }
          : { words, value: cellValue(cell, type, words) }
      }),
    )
  }
  return made.block(viewOf(table, heads, columns))
}

function rowsOf(table: Element): Element[] {
  return (onlyElements(table.children) ?? []).flatMap((part) =>
    part.tagName === 'tr'
      ? [part]
      : (onlyElements(part.children) ?? []).filter((row) => row.tagName === 'tr'),
  )
}

const cellsOf = (row: Element): Element[] =>
  row.children.filter(
    (cell): cell is Element => cell.type === 'element' && (cell.tagName === 'td' || cell.tagName === 'th'),
  )

function cellValue(cell: Element, type: TableColumn['type'], words: string): CellValue {
  switch (type) {
    case 'number':
    case 'rating': {
      const number = Number(words)
      return words !== '' && Number.isFinite(number) ? number : words
    }
    case 'checkbox':
      return words === 'true'
    case 'content-ref':
    case 'image':
      return refsIn(cell)[0] ?? { kind: 'url', url: words }
    default: {
      const names = Array.from(elementsIn(cell, 'span'), (span) => wordsIn(span.children).trim())
      const links = Array.from(elementsIn(cell, 'a'), (link) => property(link, 'href') ?? '')
      const found = type === 'files' ? links : names
      return found.length > 0 ? found : words === '' ? [] : words.split(',').map((word) => word.trim())
    }
  }
}

function refsIn(cell: Element): Ref[] {
  const links = Array.from(elementsIn(cell, 'a'), (link) => property(link, 'href'))
  const images = Array.from(elementsIn(cell, 'img'), (image) => property(image, 'src'))
  return [...links, ...images].flatMap((url) => (url === undefined ? [] : [refFrom(url)]))
}

function viewOf(table: Element, heads: readonly Element[], columns: readonly TableColumn[]): TableView {
  const idOf = (name: string) => columns[heads.findIndex((head) => property(head, name) !== undefined)]?.id
  const shown = columns.flatMap(({ id }, at) => {
    const head = heads[at]
    return head && property(head, 'dataHidden') === undefined ? [id] : []
  })
  if (property(table, 'dataView') === 'cards') {
    const [target, cover, dark] = [idOf('dataCardTarget'), idOf('dataCardCover'), idOf('dataCardCoverDark')]
    return {
      type: 'cards',
      columns: shown,
      cardSize: property(table, 'dataCardSize') === 'large' ? 'large' : 'medium',
      ...(target ? { targetDefinition: target } : {}),
      ...(cover ? { coverDefinition: cover } : {}),
      ...(dark ? { coverDefinitionDark: dark } : {}),
    }
  }
  const widths = columns.flatMap(({ id }, at): [string, number][] => {
    const head = heads[at]
    const width = Number(head ? property(head, 'width') : undefined)
    return Number.isFinite(width) && width > 0 ? [[id, width]] : []
  })
  return {
    type: 'grid',
    columns: shown,
    ...(widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {}),
    hideHeader: property(table, 'dataHeaderHidden') !== undefined,
  }
}
