import { attributes, element, type Html, html, nothing } from '../../../core/html.ts'
import type {
  BlockquoteBlock,
  DocumentNode,
  ExpandableBlock,
  HeadingBlock,
  HintBlock,
  ListItemBlock,
  OrderedListBlock,
  ParagraphBlock,
  PlainListBlock,
} from '../../documents/index.ts'
import { plainText, titleAnchors } from '../../documents/index.ts'
import type { Context } from '../document/context.ts'
import { icon, iconNamed } from '../layout/icons.ts'

/** Letters that are written from right to left, before any that are not. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** A block in Arabic or Hebrew has its own direction on a page of another language. */
const directionOf = (words: string): 'auto' | null =>
  RIGHT_TO_LEFT.test(words.slice(0, 200)) ? 'auto' : null

/** A tag that is unknown or not closed. */
const tagLine = /^\{%[^%]*%\}$/

export function renderParagraph({ nodes }: ParagraphBlock, context: Context): Html {
  const words = plainText(nodes).trim()
  const hasText = words !== '' || nodes.some(({ object }) => object === 'inline')
  if (!hasText || tagLine.test(words)) return nothing
  return element('p', { dir: directionOf(words) }, context.inlines(nodes))
}

/** `shift` is the level of the first level of headings, below the title of the page. */
export function renderHeading({ type, meta, nodes }: HeadingBlock, shift: number, context: Context): Html {
  const level = Math.min(6, Number(type.slice(-1)) + shift)
  const title = plainText(nodes).trim()
  const { id } = meta
  if (level === 2 || level === 3) context.outline.push({ id, title, level })
  const anchor = html`<a class="anchor" href="#${id}" aria-label="${context.texts.get('anchor', title)}">#</a>`
  return element(`h${level}`, { id, dir: directionOf(title) }, [
    context.formerAnchor(id),
    context.inlines(nodes),
    anchor,
  ])
}

export function renderList(list: OrderedListBlock | PlainListBlock, context: Context): Html {
  const items = list.nodes.map((item) => renderItem(item, context))
  if (list.type === 'list-ordered') {
    return element('ol', { start: list.data.start === 1 ? null : list.data.start }, items)
  }
  return element('ul', { class: list.type === 'list-tasks' && 'tasks' }, items)
}

function renderItem({ data, nodes }: ListItemBlock, context: Context): Html {
  const content = tight(nodes, context)
  const [first] = nodes
  const dir = directionOf(first?.type === 'paragraph' ? plainText(first.nodes) : '')
  if (data.checked === undefined) return element('li', { dir }, content)
  const label = context.texts.get(data.checked ? 'done' : 'notDone')
  const box = html`<span${attributes({ class: data.checked ? 'box done' : 'box', role: 'img', 'aria-label': label })}>${data.checked && icon('check')}</span>`
  return html`<li class="task">${box}<div>${content}</div></li>`
}

/** The text of an item with a single paragraph has no paragraph of its own. */
function tight(nodes: readonly DocumentNode[], context: Context): Html {
  const [first, ...rest] = nodes
  const isTight = first?.type === 'paragraph' && rest.every(({ type }) => type.startsWith('list-'))
  return isTight ? html`${context.inlines(first.nodes)}${context.blocks(rest)}` : context.blocks(nodes)
}

export const renderQuote = ({ nodes }: BlockquoteBlock, context: Context): Html =>
  html`<blockquote>${context.blocks(nodes)}</blockquote>`

export function renderHint({ data, nodes }: HintBlock, context: Context): Html {
  const { style } = data
  const own = typeof data.icon === 'string' ? iconNamed(data.icon) : nothing
  const name = context.texts.get(style)
  return html`<div class="hint ${style}" role="note" aria-label="${name}">${own.isEmpty ? icon(style) : own}<div>${context.blocks(nodes)}</div></div>`
}

export function renderExpandable({ data, fragments }: ExpandableBlock, context: Context): Html {
  const title = fragments.find(({ fragment }) => fragment === 'expandable-title')
  const [paragraph] = title?.nodes ?? []
  const words = paragraph?.type === 'paragraph' ? plainText(paragraph.nodes).trim() : ''
  const summary = paragraph?.type === 'paragraph' ? context.inlines(paragraph.nodes) : nothing
  const { anchor: id, former } = words === '' ? {} : titleAnchors(words)
  const target = former === undefined ? nothing : html`<span id="${former}"></span>`
  const body = context.fragment(fragments, 'expandable-body')
  return html`<details${attributes({ class: 'expandable', open: data.open === true })}><summary${attributes({ id })}>${icon('chevron')}<span>${target}${summary}</span></summary><div class="inside">${body}</div></details>`
}
