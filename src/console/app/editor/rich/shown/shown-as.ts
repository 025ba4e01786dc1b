import type { DOMOutputSpec, Node } from 'prosemirror-model'
import { controlIcons } from '../../../../../modules/documents/control-icons.ts'
import { hintIcons } from '../../../../../modules/documents/hint-icons.ts'
import { attributesIn } from '../../../../../modules/documents/parsing/attributes.ts'
import { columnClasses } from '../../../../../modules/documents/tree/column-classes.ts'
import { hintStyle } from '../../../../../modules/documents/tree/forms.ts'
import { coloursIn, markClasses } from '../../../../../modules/documents/tree/mark-classes.ts'
import { cellsOf } from '../source/print-table.ts'
import { attributesOfTag, elementName } from '../source/tags.ts'

/** The elements of published sites, so that their styles apply to what is edited. */

const SVG = 'http://www.w3.org/2000/svg'

const icon = (path: string | undefined): DOMOutputSpec => [
  `${SVG} svg`,
  { class: 'icon', viewBox: '0 0 24 24', width: '20', height: '20', 'aria-hidden': 'true' },
  ['path', { d: path }],
]

/** What a tag is shown as. Tabs are below each other, so that all can be read and edited. */
export function shownTag(name: string, tag: string): DOMOutputSpec {
  const attributes = attributesOfTag(tag)
  switch (name) {
    case 'hint': {
      const style = hintStyle(attributes.get('style'))
      return ['div', { class: `hint ${style}`, dir: 'auto' }, icon(hintIcons[style]), ['div', 0]]
    }
    case 'stepper':
      return ['ol', { class: 'steps' }, 0]
    case 'step':
      return ['li', 0]
    case 'column': {
      const classes = columnClasses(attributes.get('width') ?? '', attributes.get('valign') ?? '')
      return ['div', { class: classes }, 0]
    }
    case 'columns':
    case 'tabs':
    case 'updates':
      return ['div', { class: name }, 0]
    default:
      return ['div', { class: 'inside' }, 0]
  }
}

/** An element in a text, as its opening tag is written. */
export function shownElement(tag: string): DOMOutputSpec {
  const name = elementName(tag)
  const style = attributesIn(tag.slice(1 + name.length, -1)).get('style') ?? ''
  return [name, { class: markClasses(coloursIn(style)) || null }, 0]
}

/** The title of an expandable. */
export const shownSummary: DOMOutputSpec = [
  'div',
  { 'data-tag': 'summary', dir: 'auto' },
  icon(controlIcons.chevron),
  ['div', 0],
]

/** Sites give the cells of a column its alignment, and more width to sentences. Here the table says which columns those are. */
const LONG_TEXT = 60

export function shownTable(table: Node): DOMOutputSpec {
  const alignments = cellsOf(table.attrs.delimiter as string)
  const columns = Array.from({ length: table.firstChild?.childCount ?? 0 }, (_, at) => at)
  const isLong = (at: number) =>
    table.children.slice(1).some((row) => (row.maybeChild(at)?.textContent.length ?? 0) > LONG_TEXT)
  const classes = columns.flatMap((at) => {
    const written = alignments[at] ?? ''
    const align = written.endsWith(':') ? (written.startsWith(':') ? 'center' : 'right') : null
    return [...(align ? [`${align}-${at + 1}`] : []), ...(isLong(at) ? [`long-${at + 1}`] : [])]
  })
  return ['div', { class: 'table' }, ['table', { class: classes.join(' ') || null }, ['tbody', 0]]]
}
