import type { ReadMarkdown } from '../reading/from-markdown.ts'
import { titleAnchors } from '../tree/anchors.ts'
import { plainText } from '../tree/plain-text.ts'
import { urlOf } from '../tree/refs.ts'
import type {
  Attributes,
  CardBlock,
  DocumentNode,
  ExpandableBlock,
  InlineNode,
  Ref,
  TableBlock,
} from '../tree/types.ts'
import { linksInHtml } from './html-links.ts'

/** `dependsOn`: the page includes the target. */
type Relation = 'reference' | 'dependsOn'

/** A link as written in the text. */
export interface WrittenLink {
  href: string
  relation: Relation
  /** The key of the node that is the link or contains it, in the document of the page. */
  nodeKey: string
}

/** Far more than a readable page has. Each link makes every edit of the page slower. */
const MAX_LINKS = 5_000
/** More than a readable page shows. */
const MAX_SPECS = 100
/** Longer than any working URL. */
const MAX_CHARACTERS = 2_048

/** Collects the links of a document and the anchors that links can point to. */
export class LinkReader {
  readonly links: WrittenLink[] = []
  readonly anchors = new Set<string>()
  /** The slugs of the OpenAPI specs that blocks show operations of. */
  readonly specs = new Set<string>()
  readonly #extras: ReadMarkdown['extras']
  /** The URL of the current card. Its text repeats the URL, for clients that do not support cards. */
  #repeated: string | undefined

  constructor(extras: ReadMarkdown['extras']) {
    this.#extras = extras
  }

  read(nodes: readonly DocumentNode[]): void {
    for (const node of nodes) this.#block(node)
  }

  #block(node: DocumentNode): void {
    switch (node.type) {
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        this.anchors.add(node.meta.id)
        this.#inlines(node.nodes, node.key)
        break
      case 'paragraph':
        this.#inlines(node.nodes, node.key)
        break
      case 'code':
        if (node.data.raw) {
          this.#html(node.nodes.map((line) => plainText(line.nodes)).join('\n'), node.key)
        }
        break
      case 'images':
        for (const { key, data, fragments } of node.nodes) {
          this.#ref(data.ref, key)
          if (data.refDark) this.#ref(data.refDark, key)
          if (data.link) this.#ref(data.link, key)
          this.#fragments(fragments)
        }
        break
      case 'table':
        this.#table(node)
        break
      case 'embed':
      case 'file':
      case 'content-ref':
      case 'reusable-content':
      case 'swagger':
      case 'openapi-operation':
      case 'openapi-schemas':
      case 'openapi-webhook':
        this.#card(node)
        break
      case 'expandable':
        this.#fragments(node.fragments)
        this.#titleAnchor(node)
        break
      case 'integration':
        this.#fragments(node.fragments)
        break
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
      case 'tabs':
      case 'stepper':
      case 'columns':
      case 'updates':
        for (const item of node.nodes) this.read(item.nodes)
        break
      case 'blockquote':
      case 'hint':
      case 'if':
      case 'prompt':
        this.read(node.nodes)
        break
      case 'divider':
      case 'math':
        break
    }
  }

  #fragments(fragments: readonly { nodes: DocumentNode[] }[]): void {
    for (const { nodes } of fragments) this.read(nodes)
  }

  #card({ key, type, data, fragments }: CardBlock): void {
    if (isRef(data.ref) && data.ref.kind === 'openapi' && this.specs.size < MAX_SPECS)
      this.specs.add(data.ref.spec)
    const href = addressOf(data.ref ?? (type === 'embed' ? data.url : undefined))
    if (href !== undefined) this.#add(href, key, type === 'reusable-content' ? 'dependsOn' : 'reference')
    this.#repeated = type === 'content-ref' ? href : undefined
    this.#fragments(fragments)
    this.#repeated = undefined
  }

  #table({ key, data, fragments }: TableBlock): void {
    const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment]))
    for (const column of Object.values(data.definition)) this.read(this.#extras.titleOf(column))
    for (const { values } of Object.values(data.records)) {
      for (const [id, value] of Object.entries(values)) {
        const type = data.definition[id]?.type
        const cell = type === 'text' && typeof value === 'string' ? cells.get(value) : undefined
        if (cell) this.read(cell.nodes)
        else if (type === 'files' && Array.isArray(value)) for (const href of value) this.#add(href, key)
        else if (isRef(value)) this.#ref(value, key)
      }
    }
  }

  /** Links inside a link come first, such as an image in a link. */
  #inlines(nodes: readonly InlineNode[], key: string): void {
    for (const node of nodes) {
      if (node.object === 'text') {
        for (const leaf of node.leaves) this.#html(this.#extras.htmlIn(leaf), key)
        continue
      }
      switch (node.type) {
        case 'link':
          this.#inlines(node.nodes, node.key)
          this.#ref(node.data.ref, node.key)
          break
        case 'annotation':
          this.#inlines(node.nodes, node.key)
          this.#fragments(node.fragments)
          break
        case 'inline-image':
          this.#ref(node.data.ref, node.key)
          if (node.data.refDark) this.#ref(node.data.refDark, node.key)
          break
        case 'mention':
        case 'button':
          if (node.data.ref) this.#ref(node.data.ref, node.key)
          break
        case 'icon':
        case 'expression':
        case 'inline-math':
          break
      }
    }
  }

  /** Browsers open expandable content whose summary is the target of a link. */
  #titleAnchor({ fragments }: ExpandableBlock): void {
    const title = fragments.find(({ fragment }) => fragment === 'expandable-title')
    const [paragraph] = title?.nodes ?? []
    const text = paragraph?.type === 'paragraph' ? plainText(paragraph.nodes).trim() : ''
    if (text === '') return
    for (const anchor of Object.values(titleAnchors(text))) this.anchors.add(anchor)
  }

  #html(html: string, key: string): void {
    if (html === '') return
    const found = linksInHtml(html)
    for (const href of found.hrefs) this.#add(href, key)
    for (const anchor of found.anchors) this.anchors.add(anchor)
  }

  #ref(ref: Ref, key: string): void {
    const href = addressOf(ref)
    if (href !== undefined && href !== this.#repeated) this.#add(href, key)
  }

  #add(href: string, nodeKey: string, relation: Relation = 'reference'): void {
    // A data URL is not a link.
    if (this.links.length >= MAX_LINKS || href === '' || /^data:/i.test(href)) return
    this.links.push({ href: cut(href), relation, nodeKey })
  }
}

type Value = Attributes[string] | number | undefined

const isRef = (value: Value): value is Ref => typeof value === 'object' && !Array.isArray(value)

/** Undefined for references without a URL: an API specification is identified by its name. */
function addressOf(value: Value): string | undefined {
  if (!isRef(value)) return typeof value === 'string' ? value : undefined
  return value.kind === 'openapi' ? undefined : urlOf(value)
}

/** Truncates to the limit without splitting a character. */
const cut = (href: string): string => href.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
