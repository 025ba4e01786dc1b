import {
  type CellValue,
  type DocumentNode,
  type InlineNode,
  type Ref,
  refFrom,
  type TableBlock,
  type TableColumn,
  type TableRecord,
  urlOf,
} from '../../documents/index.ts'
import type { Alignment, Card, Shown } from './shown.ts'

type Nodes = (nodes: readonly DocumentNode[]) => Shown[]
type CellOf = (column: TableColumn, record: TableRecord) => Shown[]

/** A table, or cards if that is its view. `nodesShown` converts the blocks of a cell. */
export function tableShown({ data, fragments }: TableBlock, nodesShown: Nodes): Shown {
  const texts = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const columns = data.view.columns.flatMap((id) => data.definition[id] ?? [])
  const records = Object.values(data.records).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
  const cellOf: CellOf = ({ id, type }, { values }) => {
    const value = values[id]
    if (value === undefined || value === '') return []
    if (type === 'text') return nodesShown(texts.get(String(value)) ?? [])
    return valueShown(type, value)
  }
  if (data.view.type === 'cards') {
    const { view } = data
    return {
      type: 'cards',
      size: view.cardSize,
      cards: records.map((record) => cardOf(record, columns, view, cellOf)),
    }
  }
  return {
    type: 'table',
    head: columns.map(({ title }) => [words(title)]),
    align: columns.map(({ textAlignment }): Alignment => textAlignment ?? 'left'),
    rows: records.map((record) => columns.map((column) => cellOf(column, record))),
  }
}

/** The first text of a card is its title. */
function cardOf(
  record: TableRecord,
  columns: readonly TableColumn[],
  view: Extract<TableBlock['data']['view'], { type: 'cards' }>,
  cellOf: CellOf,
): Card {
  const cellValue = (id: string | undefined) => (id === undefined ? undefined : record.values[id])
  const special = new Set([view.targetDefinition, view.coverDefinition, view.coverDefinitionDark])
  const card: Card = {
    cover: addressOf(cellValue(view.coverDefinition)),
    href: addressOf(cellValue(view.targetDefinition)),
    title: [],
    texts: [],
  }
  for (const column of columns) {
    if (special.has(column.id)) continue
    const blocks = cellOf(column, record)
    if (column.type === 'text' && card.title.length === 0) card.title = blocks
    else card.texts.push(...blocks)
  }
  if (card.title.length === 0 && card.href !== '') {
    card.title = [inText([mention(refFrom(card.href))])]
  }
  return card
}

/** The address of a reference, or of the first of several files. */
const addressOf = (value: CellValue | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : value !== undefined && isRef(value) ? urlOf(value) : ''

function valueShown(type: TableColumn['type'], value: CellValue): Shown[] {
  const texts = Array.isArray(value) ? value.filter((item) => item !== '') : [String(value)]
  switch (type) {
    case 'checkbox':
      return value === true ? [inText([icon('check')])] : []
    case 'rating': {
      const stars = Math.max(0, Math.min(MAX_STARS, Math.round(Number(value) || 0)))
      return stars === 0 ? [] : [inText(Array.from({ length: stars }, () => icon('star')))]
    }
    case 'select':
      return [{ type: 'tags', tags: texts }]
    case 'files':
      return [inText(texts.flatMap((url, at) => [...(at > 0 ? [words(', ')] : []), mention(refFrom(url))]))]
    case 'image':
      return [{ type: 'picture', ref: addressOf(value), alt: '' }]
    case 'content-ref':
      return isRef(value) ? [inText([mention(value)])] : [inText([words(texts.join(', '))])]
    default:
      return [inText([words(texts.join(', '))])]
  }
}

const MAX_STARS = 5

const isRef = (value: CellValue): value is Ref => typeof value === 'object' && !Array.isArray(value)
const inText = (inlines: InlineNode[]): Shown => ({ type: 'text', inlines })

const words = (text: string): InlineNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: [] }],
})

const inline = { object: 'inline', key: '', isVoid: true } as const
const icon = (name: string): InlineNode => ({ ...inline, type: 'icon', data: { icon: name } })
const mention = (ref: Ref): InlineNode => ({ ...inline, type: 'mention', data: { ref } })
