import { attributesIn, attributesText } from '../parsing/attributes.ts'
import { attributesFrom, codeFields } from '../tree/forms.ts'
import { nameOfTarget, urlOf } from '../tree/refs.ts'
import type {
  CellValue,
  CodeBlock,
  CodeLineBlock,
  DocumentNode,
  Fragment,
  ImageBlock,
  ImagesBlock,
  InlineNode,
  Leaf,
  Mark,
  TableBlock,
  TableColumn,
} from '../tree/types.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;')

type Attribute = readonly [string, string]

const start = (name: string, attributes: readonly Attribute[] = []) =>
  `<${name}${attributesText(attributes)}>`
const some = (name: string, value: string | undefined): Attribute[] => (value ? [[name, value]] : [])

const markTags: Readonly<Record<Exclude<Mark['type'], 'color'>, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
}

/** The tags around a text with a mark. */
export function markElement(mark: Mark): [string, string] {
  if (mark.type !== 'color') return [`<${markTags[mark.type]}>`, `</${markTags[mark.type]}>`]
  const { text, background } = mark.data
  const style = `${text ? `color:${text};` : ''}${background ? `background-color:${background};` : ''}`
  return [start('mark', [['style', style]]), '</mark>']
}

export function leafHtml({ text, marks }: Leaf, encode = escaped): string {
  const words = text.split('\n').map(encode).join('<br>')
  return marks.reduceRight((inner, mark) => {
    const [open, close] = markElement(mark)
    return `${open}${inner}${close}`
  }, words)
}

type VoidNode = Extract<InlineNode, { isVoid: true }>

/** Nodes that are always written as HTML. */
export function voidHtml(node: VoidNode, encode = escaped): string {
  switch (node.type) {
    case 'expression':
      return `${start('code', [['class', 'expression']])}${encode(node.data.expression)}</code>`
    case 'icon':
      return `${start('i', [['class', `fa-${node.data.icon}`]])}:${node.data.icon}:</i>`
    case 'button': {
      const { ref, kind, icon, label, action } = node.data
      if (!ref) {
        const attributes = [
          ['type', 'button'],
          ['class', `button ${kind}`],
          ['data-action', action?.action ?? 'search'],
          ...some('data-query', action?.query),
          ...some('data-icon', icon),
        ] as const
        return `${start('button', attributes)}${encode(label)}</button>`
      }
      const attributes = [
        ['href', urlOf(ref)],
        ['class', `button ${kind}`],
        ...some('data-icon', icon),
      ] as const
      return `${start('a', attributes)}${encode(label)}</a>`
    }
    case 'mention': {
      const url = urlOf(node.data.ref)
      const attributes = [
        ['href', url],
        ['data-mention', ''],
      ] as const
      return `${start('a', attributes)}${encode(node.data.label ?? nameOfTarget(url))}</a>`
    }
    case 'inline-image': {
      const { ref, refDark, caption, size } = node.data
      const image = start('img', [
        ['src', urlOf(ref)],
        ['alt', caption ?? ''],
        ['data-size', size],
      ])
      return refDark ? picture(urlOf(refDark), image) : image
    }
    case 'inline-math':
      return encode(`$$${node.data.formula}$$`)
  }
}

const picture = (dark: string, image: string) =>
  `<picture>${start('source', [
    ['srcset', dark],
    ['media', '(prefers-color-scheme: dark)'],
  ])}${image}</picture>`

function inlinesHtml(inlines: readonly InlineNode[]): string {
  return inlines
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leafHtml(leaf)).join('')
      if (node.isVoid) return voidHtml(node)
      if (node.type === 'annotation') return inlinesHtml(node.nodes)
      return `${start('a', [['href', urlOf(node.data.ref)]])}${inlinesHtml(node.nodes)}</a>`
    })
    .join('')
}

/** Writes a block as Markdown. */
type WriteBlock = (node: DocumentNode) => string

/**
 * Converts blocks in a cell or a caption. Blocks without an HTML equivalent are written as Markdown between blank lines in
 * a cell, and as text in a caption.
 */
function blocksHtml(nodes: readonly DocumentNode[], write?: WriteBlock): string {
  const [only, second] = nodes
  if (only?.type === 'paragraph' && second === undefined) return inlinesHtml(only.nodes)
  return nodes.map((node) => blockHtml(node, write)).join('')
}

function blockHtml(node: DocumentNode, write?: WriteBlock): string {
  const inner = (nodes: readonly DocumentNode[]) => nodes.map((each) => blockHtml(each, write)).join('')
  switch (node.type) {
    case 'paragraph':
      return `<p>${inlinesHtml(node.nodes)}</p>`
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const name = node.type.replace('heading-', 'h')
      return `<${name}>${inlinesHtml(node.nodes)}</${name}>`
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks': {
      const name = node.type === 'list-ordered' ? 'ol' : 'ul'
      const items = node.nodes.map((item) => `<li>${blocksHtml(item.nodes, write)}</li>`).join('')
      const from = node.type === 'list-ordered' && node.data.start !== 1 ? String(node.data.start) : ''
      return `${start(name, some('start', from))}${items}</${name}>`
    }
    case 'blockquote':
      return `<blockquote>${inner(node.nodes)}</blockquote>`
    case 'code': {
      const syntax = some('class', node.data.syntax && `language-${node.data.syntax}`)
      // A blank line would end the table when the Markdown is parsed.
      const text = node.nodes.map((line) => escaped(lineText(line))).join('&#10;')
      return `<pre>${start('code', syntax)}${text}</code></pre>`
    }
    case 'images':
      return imagesHtml(node)
    case 'divider':
      return '<hr>'
    case 'table':
      return tableHtml(node, write)
    case 'expandable': {
      const inside = (name: string) =>
        node.fragments.filter(({ fragment }) => fragment === name).flatMap(({ nodes }) => nodes)
      const [open, words] = [node.data.open ? '<details open>' : '<details>', inside('expandable-title')]
      return `${open}<summary>${blocksHtml(words)}</summary>${inner(inside('expandable-body'))}</details>`
    }
    default:
      if (write) return `\n\n${write(node)}\n\n`
      return 'nodes' in node ? inner(node.nodes as DocumentNode[]) : ''
  }
}

export function imagesHtml({ data, nodes }: ImagesBlock): string {
  const figures = nodes.map(figureHtml).join(' ')
  if (!data.align && !data.fullWidth && nodes.length === 1) return figures
  const attributes = [...some('align', data.align), ...some('data-full-width', data.fullWidth ? 'true' : '')]
  return `${start('div', attributes)}${figures}</div>`
}

function figureHtml({ data, fragments }: ImageBlock): string {
  const image = start('img', [
    ['src', urlOf(data.ref)],
    ['alt', data.alt ?? ''],
    ...some('width', data.width),
    ...some('height', data.height),
  ])
  const bare = data.refDark ? picture(urlOf(data.refDark), image) : image
  const shown = data.link ? `${start('a', [['href', urlOf(data.link)]])}${bare}</a>` : bare
  const caption = fragments.find(({ fragment }) => fragment === 'caption')
  const words = caption ? caption.nodes.map((node) => blockHtml(node)).join('') : ''
  return `<figure>${shown}<figcaption>${words}</figcaption></figure>`
}

export function tableHtml({ data, fragments }: TableBlock, write?: WriteBlock): string {
  const { view, definition, records } = data
  const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment]))
  const columns = Object.values(definition)
  const heads = columns.map((column) => {
    const attributes = [
      ...some('width', view.type === 'grid' ? view.columnWidths?.[column.id]?.toString() : ''),
      ...some('align', column.textAlignment),
      ...some('data-type', column.type === 'text' ? '' : column.type),
      ...flag('data-hidden', !view.columns.includes(column.id)),
      ...flag('data-card-target', view.type === 'cards' && view.targetDefinition === column.id),
      ...flag('data-card-cover', view.type === 'cards' && view.coverDefinition === column.id),
      ...flag('data-card-cover-dark', view.type === 'cards' && view.coverDefinitionDark === column.id),
    ]
    return `${start('th', attributes)}${escaped(column.title)}</th>`
  })
  const rows = Object.values(records)
    .sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1))
    .map(({ values }) => {
      const row = columns.map((column) => `<td>${cellHtml(column, values[column.id], cells, write)}</td>`)
      return `<tr>${row.join('')}</tr>`
    })
  const attributes =
    view.type === 'cards'
      ? ([
          ['data-view', 'cards'],
          ...some('data-card-size', view.cardSize === 'large' ? 'large' : ''),
        ] as const)
      : flag('data-header-hidden', view.hideHeader)
  return `${start('table', attributes)}<thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const flag = (name: string, isSet: boolean): Attribute[] => (isSet ? [[name, '']] : [])

function cellHtml(
  { type }: TableColumn,
  value: CellValue | undefined,
  cells: ReadonlyMap<string, Fragment>,
  write?: WriteBlock,
): string {
  if (value === undefined) return ''
  if (type === 'text') return blocksHtml((typeof value === 'string' && cells.get(value)?.nodes) || [], write)
  const link = (url: string) => `${start('a', [['href', url]])}${escaped(url)}</a>`
  if (Array.isArray(value)) {
    return value.map((one) => (type === 'files' ? link(one) : `<span>${escaped(one)}</span>`)).join('')
  }
  return typeof value === 'object' ? link(urlOf(value)) : escaped(String(value))
}

const lineText = ({ nodes }: CodeLineBlock): string =>
  nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join('')

/** Code with highlighted lines, which fenced code cannot express. */
export function codeHtml({ data: { syntax, ...rest }, nodes }: Pick<CodeBlock, 'data' | 'nodes'>): string {
  const settings = Array.from(
    attributesIn(attributesFrom(rest, codeFields)),
    ([name, value]): Attribute => [
      `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ],
  )
  const lines = nodes.map((line) => {
    const text = `${escaped(lineText(line))}\n`
    return line.data.highlighted ? `<strong>${text}</strong>` : text
  })
  const pre = start('pre', [...some('class', syntax && `language-${syntax}`), ...settings])
  return `${pre}${start('code', some('class', syntax && `lang-${syntax}`))}${lines.join('')}</code></pre>`
}
