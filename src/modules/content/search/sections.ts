import { type DocumentNode, documentFromMarkdown, isRawHtml, plainText } from '../document/index.ts'
import { splitSource } from '../pages/front-matter.ts'

/** A heading and the text below it, up to the next one. */
export interface Section {
  /** Null before the first heading, and below the one that titles the page. */
  heading: { title: string; anchor: string } | null
  text: string
}

/** What of a page is read for the search. Parsing is linear, and yet a transaction waits for it. */
const MOST_CHARACTERS = 200_000
/** A page with more headings than this is a list of them. */
const MOST_SECTIONS = 500

/** The plain text of a page by its headings, without markup. */
export function sectionsOf(source: string): Section[] {
  const body = splitSource(source).body
  const { nodes } = documentFromMarkdown(body.slice(0, MOST_CHARACTERS))
  const reader = new Reader()
  reader.read(nodes)
  return reader.sections()
}

class Reader {
  readonly #sections: { heading: Section['heading']; parts: string[] }[] = [{ heading: null, parts: [] }]
  #hasTitle = false

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
        else if (this.#sections.length >= MOST_SECTIONS) this.#text(title)
        else this.#sections.push({ heading: { title, anchor: node.meta.id }, parts: [] })
        break
      }
      case 'paragraph':
        this.#text(withoutTags(plainText(node.nodes)))
        break
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
        for (const item of node.nodes) this.read(item.nodes)
        break
      case 'blockquote':
      case 'hint':
        this.read(node.nodes)
        break
      case 'code': {
        const code = node.nodes.map((line) => plainText(line.nodes)).join('\n')
        this.#text(isRawHtml(node) ? withoutTags(code) : code)
        break
      }
      case 'images':
        for (const { data } of node.nodes) this.#text(data.alt ?? '')
        break
      case 'table':
        for (const id of node.data.view.columns) this.#text(node.data.definition[id]?.title ?? '')
        for (const { nodes } of node.fragments) this.read(nodes)
        break
      case 'divider':
        break
    }
  }

  #text(text: string): void {
    if (text !== '' && !TAG_LINE.test(text)) this.#sections.at(-1)?.parts.push(text)
  }
}

/** Says how something is shown, not what. */
const TAG_LINE = /^\{%.*%\}$/s

const withoutTags = (text: string) => withoutComments(text).replace(/<\/?[a-z][^<>]*>/gi, ' ')

/** By hand, since a pattern would look for the end of every comment that has none. */
function withoutComments(text: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('<!--', at)
    const end = start < 0 ? -1 : text.indexOf('-->', start)
    if (end < 0) break
    kept.push(text.slice(at, start))
    at = end + 3
  }
  return kept.join(' ') + text.slice(at)
}
