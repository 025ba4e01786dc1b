import { type MarkSpec, type NodeSpec, type NodeType, Schema } from 'prosemirror-model'
import { fenced } from '../../forms/code-source.ts'
import { shownElement, shownSummary, shownTable, shownTag } from '../shown/shown-as.ts'
import { blockTags, groupTags, itemTags, nodeName } from './tags.ts'

const origin = { origin: { default: null } }

/** A tag around blocks: the opening tag as it is written is an attribute. */
const tagNode = (tag: string, content: string, group?: string): NodeSpec => ({
  content,
  ...(group ? { group } : {}),
  defining: true,
  isolating: true,
  attrs: { ...origin, tag: { default: `{% ${tag} %}` } },
  toDOM: (node) => shownTag(tag, node.attrs.tag as string),
})

const tagNodes = Object.fromEntries([
  ...blockTags.map((tag) => [nodeName(tag), tagNode(tag, 'block+', 'block')] as const),
  ...Object.entries(groupTags).map(
    ([tag, item]) => [nodeName(tag), tagNode(tag, `${nodeName(item)}+`, 'block')] as const,
  ),
  ...itemTags.map((tag) => [nodeName(tag), tagNode(tag, 'block+')] as const),
])

const levels = [1, 2, 3, 4, 5, 6] as const

const nodes = {
  /** `eol` is how lines of the page end; `definitions` is what its links and notes refer to. */
  doc: { content: 'block+', attrs: { ...origin, eol: { default: '\n' }, definitions: { default: '' } } },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: origin,
    toDOM: () => ['p', { dir: 'auto' }, 0],
    parseDOM: [{ tag: 'p' }],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { ...origin, level: { default: 2 } },
    toDOM: ({ attrs }) => [`h${attrs.level}`, { dir: 'auto' }, 0],
    parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { ...origin, marker: { default: '*' } },
    toDOM: () => ['ul', { dir: 'auto' }, 0],
    parseDOM: [{ tag: 'ul' }],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { ...origin, start: { default: 1 }, marker: { default: '.' } },
    toDOM: ({ attrs }) => ['ol', { dir: 'auto', ...(attrs.start === 1 ? {} : { start: attrs.start }) }, 0],
    parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: Number(dom.getAttribute('start') ?? 1) }) }],
  },
  list_item: {
    content: 'block+',
    defining: true,
    attrs: { ...origin, checked: { default: null } },
    toDOM: ({ attrs: { checked } }) => ['li', checked === null ? {} : { 'data-checked': `${checked}` }, 0],
    parseDOM: [{ tag: 'li', getAttrs: (dom) => ({ checked: checkedOf(dom) }) }],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    attrs: origin,
    toDOM: () => ['blockquote', { dir: 'auto' }, 0],
    parseDOM: [{ tag: 'blockquote' }],
  },
  table: {
    content: 'table_row+',
    group: 'block',
    isolating: true,
    attrs: { ...origin, delimiter: { default: '' } },
    toDOM: shownTable,
    parseDOM: [{ tag: 'table' }],
  },
  table_row: {
    content: 'table_cell+',
    attrs: origin,
    toDOM: () => ['tr', 0],
    parseDOM: [{ tag: 'tr' }],
  },
  table_cell: {
    content: 'inline*',
    isolating: true,
    attrs: origin,
    toDOM: () => ['td', { dir: 'auto' }, 0],
    parseDOM: [{ tag: 'td' }, { tag: 'th' }],
  },
  expandable: {
    content: 'summary block+',
    group: 'block',
    defining: true,
    isolating: true,
    attrs: { ...origin, tag: { default: '<details>' } },
    toDOM: () => ['div', { class: 'expandable inside', 'data-tag': 'details' }, 0],
    parseDOM: [{ tag: 'details' }],
  },
  summary: {
    content: 'inline*',
    isolating: true,
    attrs: origin,
    toDOM: () => shownSummary,
    parseDOM: [{ tag: 'summary' }],
  },
  /** A block that is edited as its source. */
  island: {
    group: 'block',
    atom: true,
    attrs: { ...origin, source: {}, kind: { default: 'other' } },
    toDOM: ({ attrs }) => ['pre', { 'data-island': attrs.source }, attrs.source],
    parseDOM: [
      {
        tag: 'pre[data-island]',
        getAttrs: (dom) => ({ source: dom.getAttribute('data-island') ?? '' }),
        priority: 60,
      },
      { tag: 'pre', getAttrs: (dom) => ({ source: fenced(dom.textContent ?? ''), kind: 'code' }) },
      { tag: 'hr', attrs: { source: '***', kind: 'divider' } },
    ],
  },
  text: { group: 'inline' },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    attrs: { written: { default: '' } },
    toDOM: () => ['br'],
    parseDOM: [{ tag: 'br' }],
    leafText: () => '\n',
  },
  /** A part of a text that is edited as its source, such as an image or a formula. */
  inline_island: {
    inline: true,
    group: 'inline',
    atom: true,
    attrs: { source: {}, kind: { default: 'other' } },
    toDOM: ({ attrs }) => ['code', { 'data-island': attrs.source }, attrs.source],
    parseDOM: [
      {
        tag: 'code[data-island]',
        getAttrs: (dom) => ({ source: dom.getAttribute('data-island') ?? '' }),
        priority: 60,
      },
    ],
    leafText: ({ attrs }) => attrs.source as string,
  },
} satisfies Record<string, NodeSpec>

function checkedOf(item: HTMLElement): boolean | null {
  const written = item.getAttribute('data-checked')
  if (written !== null) return written === 'true'
  const box = item.querySelector<HTMLInputElement>(':scope > input[type=checkbox]')
  return box === null ? null : box.checked
}

/** Emphasis is written with the marks that it was read with; a mark that begins with `<` is an element. */
const emphasis = (name: string, written: string, tags: readonly string[]): MarkSpec => ({
  attrs: { written: { default: written } },
  toDOM: () => [name, 0],
  parseDOM: tags.map((tag) => ({ tag })),
})

const marks = {
  link: {
    attrs: { href: {}, title: { default: null }, written: { default: '' } },
    inclusive: false,
    toDOM: ({ attrs }) => ['a', { href: attrs.href, ...(attrs.title ? { title: attrs.title } : {}) }, 0],
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom) => ({ href: dom.getAttribute('href'), title: dom.getAttribute('title') }),
      },
    ],
  },
  /** `kbd`, `sup`, `sub` and coloured text: they have no form in Markdown but their tags. */
  element: {
    attrs: { written: {} },
    excludes: '',
    toDOM: ({ attrs }) => shownElement(attrs.written as string),
    parseDOM: ['kbd', 'sup', 'sub'].map((tag) => ({ tag, attrs: { written: `<${tag}>` } })),
  },
  strong: emphasis('strong', '**', ['strong', 'b']),
  em: emphasis('em', '*', ['em', 'i']),
  strike: emphasis('del', '~~', ['del', 's']),
  code: { excludes: 'code', toDOM: () => ['code', 0], parseDOM: [{ tag: 'code' }] },
  /** A space that is written as the end of a line. */
  soft: { inclusive: false, toDOM: () => ['span', { class: 'soft' }, 0] },
} satisfies Record<string, MarkSpec>

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({
  nodes: { ...nodes, ...tagNodes },
  marks,
})

/** The type of the node of a tag, such as `hint`. */
export function typeOfTag(tag: string): NodeType {
  const type = (schema.nodes as Record<string, NodeType>)[nodeName(tag)]
  if (type === undefined) throw new RangeError(`No node has the tag ${tag}.`)
  return type
}
