import type { FootnoteDefinition, ListItem, PhrasingContent, Table } from 'mdast'
import { attributesText } from '../parsing/attributes.ts'
import type { Content } from '../parsing/pairs.ts'
import { Anchors } from '../tree/anchors.ts'
import { attributesFrom, cards, codeFields, groups, holders, items } from '../tree/forms.ts'
import { plainText } from '../tree/plain-text.ts'
import { urlOf } from '../tree/refs.ts'
import type {
  AnnotationInline,
  CardBlock,
  CodeBlock,
  DocumentNode,
  DocumentTree,
  Fragment,
  HeadingBlock,
  ImagesBlock,
  InlineNode,
  ListItemBlock,
  Ref,
  TableBlock,
} from '../tree/types.ts'
import { markdownOf } from './markdown-of.ts'
import { codeHtml, imagesHtml, tableHtml } from './write-html.ts'
import { formulaText, type NoteWriter, oneLine, phrasing } from './write-inlines.ts'

/** Converts a document to Markdown that is parsed to the same document, except for keys. */
export function markdownFromDocument(tree: DocumentTree): string {
  const writer = new DocumentWriter()
  const content = writer.blocks(tree.nodes)
  return markdownOf([...content, ...writer.notes()])
}

const tagLine = (value: string): Content => ({ type: 'tagLine', value })
const html = (value: string): Content => ({ type: 'html', value })

class DocumentWriter implements NoteWriter {
  #anchors = new Anchors()
  #notes: FootnoteDefinition[] = []
  #labels = new Set<string>()
  #labelOf = new Map<AnnotationInline, string>()

  notes(): FootnoteDefinition[] {
    return this.#notes
  }

  /** Two footnotes never share a label, whatever their nodes contain. */
  label(annotation: AnnotationInline): string {
    const known = this.#labelOf.get(annotation)
    if (known !== undefined) return known
    const { data, fragments } = annotation
    const wanted = /^[^\s[\]\\^]{1,100}$/.test(data.label) ? data.label : 'note'
    if (fragments.length === 0) return wanted
    let label = wanted
    for (let number = 1; this.#labels.has(label.toLowerCase()); number += 1) label = `${wanted}-${number}`
    this.#labels.add(label.toLowerCase())
    this.#labelOf.set(annotation, label)
    const note: FootnoteDefinition = { type: 'footnoteDefinition', identifier: label, label, children: [] }
    this.#notes.push(note)
    note.children = this.blocks(fragments.flatMap(({ nodes }) => nodes))
    return label
  }

  blocks(nodes: readonly DocumentNode[]): Content[] {
    return nodes.flatMap((node) => this.#block(node))
  }

  #block(node: DocumentNode): Content[] {
    switch (node.type) {
      case 'paragraph': {
        const children = phrasing(node.nodes, 'paragraph', this)
        return children.length === 0 ? [] : [{ type: 'paragraph', children }]
      }
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return [this.#heading(node)]
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks': {
        const children = node.nodes.map((item) => this.#item(item))
        const spread = children.some((item) => item.spread)
        const ordered = node.type === 'list-ordered'
        const start = node.type === 'list-ordered' ? node.data.start : null
        return [{ type: 'list', ordered, start, spread, children }]
      }
      case 'divider':
        return [{ type: 'thematicBreak' }]
      case 'blockquote':
        return [{ type: 'blockquote', children: this.blocks(node.nodes) }]
      case 'code':
        return code(node)
      case 'math':
        return [
          {
            type: 'paragraph',
            children: [{ type: 'formula', value: formulaText(node.data.formula, 'paragraph') }],
          },
        ]
      case 'images':
        return [images(node)]
      case 'table':
        return [this.#table(node)]
      case 'hint':
      case 'prompt': {
        const attributes = attributesFrom(node.data, holders[node.type].fields)
        return this.#pair(node.type, attributes, this.blocks(node.nodes))
      }
      case 'if':
        return this.#pair('if', ` ${oneLine(String(node.data.expression ?? ''))}`, this.blocks(node.nodes))
      case 'tabs':
      case 'stepper':
      case 'columns':
      case 'updates': {
        const { item } = groups[node.type]
        const inside = node.nodes.flatMap((child) => {
          const attributes = attributesFrom(child.data, items[item]?.fields ?? {})
          return this.#pair(item, attributes, this.blocks(child.nodes))
        })
        return this.#pair(node.type, attributesFrom(node.data, {}), inside)
      }
      case 'expandable': {
        const [title, body] = ['expandable-title', 'expandable-body'].map((name) =>
          node.fragments.filter(({ fragment }) => fragment === name).flatMap(({ nodes }) => nodes),
        )
        return [
          html(node.data.open ? '<details open>' : '<details>'),
          html(`<summary>${this.#line(title ?? [])}</summary>`),
          ...this.blocks(body ?? []),
          html('</details>'),
        ]
      }
      case 'integration': {
        const name = `@${node.data.integration}/${node.data.block}`
        return this.#card(name, attributesText(Object.entries(node.data.props)), node.fragments)
      }
      default:
        return this.#cardOf(node)
    }
  }

  #heading({ type, nodes, meta }: HeadingBlock): Content {
    const depth = type === 'heading-1' ? 1 : type === 'heading-2' ? 2 : 3
    const children = phrasing(nodes, 'line', this)
    const words = plainText(nodes)
    const made = this.#anchors.made(words)
    const own = this.#anchors.take(words, meta?.id)
    if (own !== made) {
      const anchor = attributesText([
        ['href', `#${own}`],
        ['id', own],
      ])
      if (children.length > 0) children.push({ type: 'text', value: ' ' })
      children.push({ type: 'html', value: `<a${anchor}>` }, { type: 'html', value: '</a>' })
    }
    return { type: 'heading', depth, children }
  }

  #item({ data, nodes }: ListItemBlock): ListItem {
    const children = this.blocks(nodes)
    const [first, second, third] = children
    const isTight =
      second === undefined || (first?.type === 'paragraph' && second.type === 'list' && third === undefined)
    return { type: 'listItem', spread: !isTight, checked: data.checked ?? null, children }
  }

  #pair(name: string, attributes: string, inside: Content[]): Content[] {
    return [tagLine(`{% ${name}${attributes} %}`), ...inside, tagLine(`{% end${name} %}`)]
  }

  #card(name: string, attributes: string, fragments: readonly Fragment[]): Content[] {
    const caption = this.blocks(fragments.flatMap(({ nodes }) => nodes))
    if (caption.length > 0) return this.#pair(name, attributes, caption)
    return [tagLine(`{% ${name}${attributes} %}`)]
  }

  #cardOf({ type, data, fragments }: CardBlock): Content[] {
    if (type === 'reusable-content') {
      const target = urlOf((data.ref ?? { kind: 'url', url: '' }) as Ref).replaceAll('"', '%22')
      return this.#card('include', ` "${oneLine(target)}"`, fragments)
    }
    const [name, form] = Object.entries(cards).find(([, other]) => other.type === type) ?? [
      type,
      { fields: {} },
    ]
    return this.#card(name, attributesFrom(data, form.fields), fragments)
  }

  #table(table: TableBlock): Content {
    const { view, definition, records } = table.data
    const columns = Object.values(definition)
    const cells = new Map(table.fragments.map(({ fragment, nodes }) => [fragment, nodes]))
    const rows = Object.values(records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1))
    const isSimple =
      view.type === 'grid' &&
      !view.hideHeader &&
      !view.columnWidths &&
      columns.length > 0 &&
      columns.every(({ id, type }, at) => type === 'text' && view.columns[at] === id) &&
      [...cells.values()].every(([only, second]) => only?.type === 'paragraph' && second === undefined)
    if (!isSimple) return html(tableHtml(table, (node) => markdownOf(this.blocks([node])).trim()))
    const inlines = (nodes: readonly InlineNode[]) => ({
      type: 'tableCell' as const,
      children: phrasing(nodes, 'line', this),
    })
    const words = (text: string): InlineNode => ({
      object: 'text',
      leaves: [{ object: 'leaf', text, marks: [] }],
    })
    const written: Table = {
      type: 'table',
      align: columns.map(({ textAlignment }) => textAlignment ?? null),
      children: [
        { type: 'tableRow', children: columns.map(({ title }) => inlines([words(title)])) },
        ...rows.map(({ values }) => ({
          type: 'tableRow' as const,
          children: columns.map(({ id }) => {
            const value = values[id]
            const [paragraph] = (typeof value === 'string' ? cells.get(value) : undefined) ?? []
            return inlines(paragraph?.type === 'paragraph' ? paragraph.nodes : [])
          }),
        })),
      ],
    }
    return written
  }

  /** Converts blocks to the single line of a summary. */
  #line(nodes: readonly DocumentNode[]): string {
    const inlines = nodes.flatMap((node) => (node.type === 'paragraph' ? node.nodes : []))
    const children: PhrasingContent[] = phrasing(inlines, 'line', this)
    return children.length === 0
      ? ''
      : markdownOf([{ type: 'heading', depth: 1, children }])
          .replace(/^# /, '')
          .trim()
  }
}

function code({ data, nodes }: CodeBlock): Content[] {
  const value = nodes
    .map((line) => line.nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join(''))
    .join('\n')
  const { syntax, raw, meta, ...rest } = data
  if (raw) return [html(value)]
  if (nodes.some((line) => line.data.highlighted)) return [html(codeHtml({ data, nodes }))]
  const block: Content = {
    type: 'code',
    lang: syntax ?? null,
    meta: syntax && typeof meta === 'string' ? meta : null,
    value,
  }
  const attributes = attributesFrom(rest, codeFields)
  return attributes === '' ? [block] : [tagLine(`{% code${attributes} %}`), block, tagLine('{% endcode %}')]
}

function images(block: ImagesBlock): Content {
  const isPlain = ({ data, fragments }: ImagesBlock['nodes'][number]) =>
    fragments.length === 0 && !data.refDark && !data.link && !data.width && !data.height
  if (block.data.align || block.data.fullWidth || !block.nodes.every(isPlain)) return html(imagesHtml(block))
  const children = block.nodes.flatMap(({ data }, at): PhrasingContent[] => [
    ...(at > 0 ? [{ type: 'text' as const, value: '\n' }] : []),
    { type: 'image', url: urlOf(data.ref), title: null, alt: data.alt ?? '' },
  ])
  return { type: 'paragraph', children }
}
