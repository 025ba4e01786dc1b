import { attributes, element, type Html, html, nothing } from '../../../core/html.ts'
import type { CellValue, DocumentNode, TableBlock, TableColumn, TableRecord } from '../../documents/index.ts'
import { plainText, refFrom } from '../../documents/index.ts'
import type { Context } from '../document/context.ts'
import { isRef } from '../document/walk.ts'
import { emojiOf, icon } from '../layout/icons.ts'
import { imageElement } from './image.ts'

/** The cells of a table. */
export class Cells {
  readonly #texts: ReadonlyMap<string, DocumentNode[]>
  readonly #context: Context

  constructor({ fragments }: TableBlock, context: Context) {
    this.#texts = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]))
    this.#context = context
  }

  /** The content of a cell. A single paragraph is shown as inline content. */
  render(column: TableColumn, value: CellValue | undefined): Html {
    if (value === undefined || value === '') return nothing
    if (column.type === 'text') {
      const nodes = this.#texts.get(String(value)) ?? []
      const [first, second] = nodes
      return first?.type === 'paragraph' && second === undefined
        ? this.#context.inlines(first.nodes)
        : this.#context.blocks(nodes)
    }
    return this.#value(column, value)
  }

  /** The words of a text cell, for labels. */
  words(value: CellValue | undefined): string {
    const nodes = this.#texts.get(String(value)) ?? []
    return nodes.flatMap((node) => (node.type === 'paragraph' ? plainText(node.nodes) : [])).join(' ')
  }

  #value({ type }: TableColumn, value: CellValue): Html {
    const { texts } = this.#context
    switch (type) {
      case 'checkbox':
        return value === true
          ? html`<span role="img" aria-label="${texts.get('done')}">${icon('check')}</span>`
          : nothing
      case 'rating': {
        const stars = Math.max(0, Math.min(5, Math.round(Number(value) || 0)))
        return html`<span class="rating" role="img" aria-label="${texts.get('rating', stars)}">${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}</span>`
      }
      case 'select':
        return html`${listOf(value).map((tag) => html`<span class="tag">${tag}</span>`)}`
      case 'files':
        return html`${listOf(value).map((url) => this.#file(url))}`
      case 'image':
        return this.#image(value)
      case 'content-ref':
        return this.#reference(value)
      default:
        return html`${listOf(value).join(', ')}`
    }
  }

  #file(url: string): Html {
    const target = this.#context.resolve(refFrom(url))
    const name = target?.file?.name ?? target?.title ?? url.split('/').at(-1) ?? url
    return html`<span class="cell-file">${this.#context.link(refFrom(url), () => name)}</span>`
  }

  #image(value: CellValue): Html {
    const light = isRef(value) ? this.#context.image(value) : null
    return light === null ? nothing : imageElement({ light, alt: '', isLazy: true }, 'cell-image')
  }

  #reference(value: CellValue): Html {
    if (!isRef(value)) return html`${listOf(value).join(', ')}`
    const target = this.#context.resolve(value)
    const words = target?.title ?? target?.file?.name ?? (target?.href || '')
    return target === null ? nothing : this.#context.link(value, () => [emojiOf(target.emoji), words])
  }
}

const listOf = (value: CellValue): string[] =>
  Array.isArray(value) ? value.filter((item) => item !== '') : isRef(value) ? [] : [String(value)]

export const recordsOf = ({ data }: TableBlock): TableRecord[] =>
  Object.values(data.records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1))

export const columnsOf = ({ data }: TableBlock): TableColumn[] =>
  data.view.columns.flatMap((id) => data.definition[id] ?? [])

/** A text of this length needs several lines in a column of the least width. */
const LONG_TEXT = 60

/** The alignment of a column, and whether it has sentences, which need more width. */
function classesOf(
  { id, type, textAlignment }: TableColumn,
  records: readonly TableRecord[],
  cells: Cells,
): string | null {
  const align = textAlignment ?? (type === 'number' ? 'right' : undefined)
  const isLong = type === 'text' && records.some(({ values }) => cells.words(values[id]).length > LONG_TEXT)
  return [align && `to-${align}`, isLong && 'long'].filter(Boolean).join(' ') || null
}

export function renderGrid(table: TableBlock, context: Context): Html {
  const { view } = table.data
  if (view.type !== 'grid') return nothing
  const cells = new Cells(table, context)
  const columns = columnsOf(table)
  const records = recordsOf(table)
  const classes = new Map(columns.map((column) => [column.id, classesOf(column, records, cells)]))
  const isHeadless = view.hideHeader || columns.every(({ title }) => title.trim() === '')
  const widths = view.columnWidths ?? {}
  const hasWidths = columns.some(({ id }) => widths[id] !== undefined)
  const cols =
    hasWidths &&
    html`<colgroup>${columns.map(({ id }) => html`<col${attributes({ width: widths[id] })}>`)}</colgroup>`
  const titles = columns.map((column) =>
    column.title.trim() === ''
      ? html`<td></td>`
      : element('th', { scope: 'col', class: classes.get(column.id) }, column.title),
  )
  const head = html`<thead${attributes({ class: isHeadless && 'unseen' })}><tr>${titles}</tr></thead>`
  const rows = records.map(
    ({ values }) =>
      html`<tr>${columns.map((column) => element('td', { class: classes.get(column.id) }, cells.render(column, values[column.id])))}</tr>`,
  )
  const label = context.texts.get('table')
  return html`<div class="table" role="group" tabindex="0" aria-label="${label}"><table>${cols}${head}<tbody>${rows}</tbody></table></div>`
}
