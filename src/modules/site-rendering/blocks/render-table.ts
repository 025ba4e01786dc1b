import { type Html, html, nothing } from '../../../core/html.ts'
import { type CellValue, refFrom, type TableBlock, type TableRecord } from '../../documents/index.ts'
import { type Context, isElsewhere } from '../document/context.ts'
import { isRef } from '../document/walk.ts'
import { imageElement } from './image.ts'
import { Cells, columnsOf, recordsOf, renderGrid } from './table-grid.ts'

export const renderTable = (table: TableBlock, context: Context): Html =>
  table.data.view.type === 'cards' ? renderCards(table, context) : renderGrid(table, context)

/** Cards. The link of a card is its first text and covers the whole card. */
function renderCards(table: TableBlock, context: Context): Html {
  const { view } = table.data
  if (view.type !== 'cards') return nothing
  const cells = new Cells(table, context)
  const isSpecial = new Set([view.targetDefinition, view.coverDefinition, view.coverDefinitionDark])
  const columns = columnsOf(table).filter(({ id }) => !isSpecial.has(id))
  const cellOf = ({ values }: TableRecord, id: string | undefined) =>
    id === undefined ? undefined : values[id]
  const cards = recordsOf(table).map((record) => {
    const cover = coverOf(
      cellOf(record, view.coverDefinition),
      cellOf(record, view.coverDefinitionDark),
      context,
    )
    const target = cellOf(record, view.targetDefinition)
    const ref = isRef(target) ? target : undefined
    const linked = context.resolve(ref)
    const shown = columns.filter(({ id }) => record.values[id] !== undefined)
    const first = shown.find(
      ({ type, id }) => type === 'text' && cells.words(record.values[id]).trim() !== '',
    )
    const parts = shown.flatMap((column) => {
      const content = () => cells.render(column, record.values[column.id])
      const inside = column === first ? context.link(ref, content, { class: 'card-link' }) : content()
      return inside.isEmpty
        ? []
        : html`<div class="${column === first ? 'card-title' : 'card-text'}">${inside}</div>`
    })
    const name = linked?.title ?? linked?.href ?? ''
    const link =
      first === undefined &&
      linked !== null &&
      context.link(ref, () => name, { class: 'card-link card-title' })
    return html`<li class="${linked === null ? 'card' : 'card linked'}">${cover}<div class="card-body">${link}${parts}</div></li>`
  })
  return html`<ul class="cards ${view.cardSize}">${cards}</ul>`
}

function coverOf(value: CellValue | undefined, darkValue: CellValue | undefined, context: Context): Html {
  const image = Array.isArray(value) && value[0] !== undefined ? refFrom(value[0]) : value
  const light = isRef(image) ? context.image(image) : null
  const dark = isRef(darkValue) ? context.image(darkValue) : null
  if (light === null || isElsewhere(light)) return nothing
  return imageElement({ light, dark, alt: '', isLazy: true }, 'card-cover')
}
