import { contentOfIntegration } from '../tree/forms.ts'
import { isHtmlName } from '../tree/html-names.ts'
import { plainText } from '../tree/plain-text.ts'
import type {
  Attributes,
  DocumentNode,
  DocumentTree,
  Fragment,
  InlineNode,
  TableBlock,
} from '../tree/types.ts'

/** A heading and the text below it, up to the next heading. */
export interface Section {
  /** Null for text before the first heading and below the title of the page. */
  heading: { title: string; anchor: string } | null
  text: string
}

/** The maximum number of characters of a page that are indexed. */
const MAX_CHARACTERS = 200_000
/** The maximum number of sections of a page. Text below further headings is added to the last section. */
const MAX_SECTIONS = 500

/** The plain text of a page, grouped by headings. */
export function sectionsOf({ nodes }: DocumentTree): Section[] {
  const reader = new Reader()
  reader.read(nodes)
  return reader.sections()
}

class Reader {
  readonly #sections: { heading: Section['heading']; parts: string[] }[] = [{ heading: null, parts: [] }]
  #hasTitle = false
  #left = MAX_CHARACTERS

  read(nodes: readonly DocumentNode[]): void {
    for (const node of nodes) this.#block(node)
  }

  sections(): Section[] {
    return this.#sections
      .map(({ heading, parts }) => ({ heading, text: parts.join('\n').trim() }))
      .filter(({ heading, text }) => heading !== null || text !== '')
  }

  #block(node: DocumentNode): void {
    switch (node.type) {
      case 'heading-1':
      case 'heading-2':
      case 'heading-3': {
        const title = withoutTags(plainText(node.nodes)).replace(/\s+/g, ' ').trim()
        if (node.type === 'heading-1' && !this.#hasTitle) this.#hasTitle = true
        else if (this.#sections.length >= MAX_SECTIONS) this.#text(title)
        else this.#sections.push({ heading: { title, anchor: node.meta.id }, parts: [] })
        this.#notes(node.nodes)
        break
      }
      case 'paragraph':
        this.#text(withoutTags(plainText(node.nodes)))
        this.#notes(node.nodes)
        break
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
        for (const item of node.nodes) this.read(item.nodes)
        break
      case 'tabs':
      case 'stepper':
      case 'columns':
      case 'updates':
        for (const item of node.nodes) {
          this.#attributes(item.data)
          this.read(item.nodes)
        }
        break
      case 'hint':
      case 'prompt':
        this.#attributes(node.data)
        this.read(node.nodes)
        break
      case 'blockquote':
      case 'if':
        this.read(node.nodes)
        break
      case 'code': {
        const code = node.nodes.map((line) => plainText(line.nodes)).join('\n')
        this.#attributes(node.data)
        this.#text(node.data.raw ? withoutTags(code) : code)
        break
      }
      case 'images':
        for (const { data, fragments } of node.nodes) {
          this.#text(data.alt ?? '')
          this.#fragments(fragments)
        }
        break
      case 'table':
        this.#table(node)
        break
      case 'math':
        this.#text(node.data.formula)
        break
      case 'integration':
        this.#text(contentOfIntegration(node.data.props).text ?? '')
        this.#fragments(node.fragments)
        break
      case 'expandable':
        this.#fragments(node.fragments)
        break
      case 'embed':
      case 'file':
      case 'reusable-content':
      case 'swagger':
      case 'openapi-operation':
      case 'openapi-schemas':
      case 'openapi-webhook':
        this.#attributes(node.data)
        this.#fragments(node.fragments)
        break
      // Its text repeats its URL.
      case 'content-ref':
      case 'divider':
        break
    }
  }

  #fragments(fragments: readonly Fragment[]): void {
    for (const { nodes } of fragments) this.read(nodes)
  }

  /** Footnotes follow the words that refer to them. */
  #notes(nodes: readonly InlineNode[]): void {
    for (const node of nodes) {
      if (node.object === 'text' || node.isVoid) continue
      this.#notes(node.nodes)
      if (node.type === 'annotation') this.#fragments(node.fragments)
    }
  }

  /** Adds the text that a tag shows to readers. */
  #attributes(data: Attributes): void {
    for (const name of ['title', 'description', 'summary', 'path', 'operationId']) {
      const text = data[name]
      if (typeof text === 'string') this.#text(text)
    }
  }

  #table({ data: { view, definition, records }, fragments }: TableBlock): void {
    for (const id of view.columns) this.#text(definition[id]?.title ?? '')
    const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment]))
    for (const { values } of Object.values(records)) {
      for (const [id, value] of Object.entries(values)) {
        const type = definition[id]?.type
        const cell = type === 'text' && typeof value === 'string' ? cells.get(value) : undefined
        if (cell) this.read(cell.nodes)
        else if (type === 'files') continue
        else if (typeof value === 'string' || typeof value === 'number') this.#text(String(value))
        else if (Array.isArray(value)) this.#text(value.join(' '))
      }
    }
  }

  #text(text: string): void {
    if (text === '' || this.#left === 0 || TAG_LINE.test(text)) return
    const kept = text.slice(0, this.#left)
    this.#left -= kept.length
    this.#sections.at(-1)?.parts.push(kept)
  }
}

/** These attributes affect the presentation only. */
const TAG_LINE = /^\{%.*%\}$/s

const withoutTags = (text: string) =>
  withoutConditions(withoutComments(text)).replace(
    /<\/?([a-z][a-z0-9]*)(?:\s[^<>]*|\/)?>/gi,
    (all, name: string) => (isHtmlName(name) ? ' ' : all),
  )

const withoutComments = (text: string) => without(text, '<!--', '-->', () => true)
const withoutConditions = (text: string) =>
  without(text, '{%', '%}', (tag) => /^\{%-?\s*(?:end)?if\b/.test(tag))

/** A loop instead of a pattern: a pattern would search to the end of the text for each opening that is not closed. */
function without(
  text: string,
  opening: string,
  closing: string,
  isLeftOut: (part: string) => boolean,
): string {
  const kept: string[] = []
  let from = 0
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, from)) {
    const end = text.indexOf(closing, start)
    if (end < 0) break
    const after = end + closing.length
    kept.push(text.slice(from, start), isLeftOut(text.slice(start, after)) ? ' ' : text.slice(start, after))
    from = after
  }
  return kept.join('') + text.slice(from)
}
