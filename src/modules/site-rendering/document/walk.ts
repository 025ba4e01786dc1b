import {
  type Attributes,
  type CardBlock,
  type CodeBlock,
  type DocumentNode,
  type DocumentTree,
  type InlineNode,
  type Leaf,
  linksInHtml,
  plainText,
  type Ref,
  refFrom,
  type TableBlock,
} from '../../documents/index.ts'
import type { SpecBlock } from '../views.ts'
import { isComplete, refKey } from './refs.ts'

/** Far more than a readable page has. */
const MAX_REFS = 5_000
const MAX_SPEC_BLOCKS = 500

const specTypes: ReadonlySet<string> = new Set([
  'swagger',
  'openapi-operation',
  'openapi-webhook',
  'openapi-schemas',
])

export const isRef = (value: unknown): value is Ref =>
  typeof value === 'object' && value !== null && 'kind' in value

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A text that contains inline HTML. */
export interface HtmlLeaf extends Leaf {
  hasHtml?: true
}

/** The text of a code block, which is HTML if it is `raw`. */
export const linesOf = ({ nodes }: CodeBlock): string[] => nodes.map((line) => plainText(line.nodes))

/** The part of an OpenAPI document that a block shows. Undefined for other blocks. */
export function specBlockOf({ key, type, data }: CardBlock): SpecBlock | undefined {
  if (!specTypes.has(type) || !isRef(data.ref)) return undefined
  const named = (name: string) => (textOf(data[name]) === '' ? {} : { [name]: textOf(data[name]) })
  return {
    key,
    type: type as SpecBlock['type'],
    ref: data.ref,
    ...named('path'),
    ...named('method'),
    ...named('name'),
    ...(Array.isArray(data.schemas) ? { schemas: data.schemas } : {}),
  }
}

/** What a document refers to: the references to resolve, each once, and the OpenAPI blocks. */
export class DocumentReferences {
  readonly #refs = new Map<string, Ref>()
  readonly specBlocks: SpecBlock[] = []

  readonly #hasHtml: (leaf: Leaf) => boolean

  /** `hasHtml`: whether a leaf contains tags, as opposed to text that looks like a tag. Such leaves are marked. */
  constructor({ nodes }: DocumentTree, hasHtml: (leaf: Leaf) => boolean = () => false) {
    this.#hasHtml = hasHtml
    this.#blocks(nodes)
  }

  get refs(): Ref[] {
    return [...this.#refs.values()]
  }

  #blocks(nodes: readonly DocumentNode[]): void {
    for (const node of nodes) this.#block(node)
  }

  #block(node: DocumentNode): void {
    if ('fragments' in node) for (const { nodes } of node.fragments) this.#blocks(nodes)
    switch (node.type) {
      case 'paragraph':
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        this.#inlines(node.nodes)
        break
      case 'code':
        if (node.data.raw) this.#html(linesOf(node).join('\n'))
        break
      case 'images':
        for (const { data, fragments } of node.nodes) {
          this.#add(data.ref, data.refDark, data.link)
          for (const { nodes } of fragments) this.#blocks(nodes)
        }
        break
      case 'table':
        this.#table(node)
        break
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
      case 'tabs':
      case 'stepper':
      case 'columns':
      case 'updates':
        for (const item of node.nodes) this.#blocks(item.nodes)
        break
      case 'blockquote':
      case 'hint':
      case 'prompt':
      case 'if':
        this.#blocks(node.nodes)
        break
      case 'divider':
      case 'math':
      case 'expandable':
      case 'integration':
        break
      default:
        this.#card(node)
    }
  }

  #card(node: CardBlock): void {
    const block = specBlockOf(node)
    if (block && this.specBlocks.length < MAX_SPEC_BLOCKS) this.specBlocks.push(block)
    this.#attributes(node.data)
  }

  #attributes(data: Attributes): void {
    for (const value of Object.values(data)) if (isRef(value)) this.#add(value)
  }

  #table({ data }: TableBlock): void {
    for (const { values } of Object.values(data.records)) {
      for (const [column, value] of Object.entries(values)) {
        if (isRef(value)) this.#add(value)
        if (data.definition[column]?.type !== 'files' || !Array.isArray(value)) continue
        for (const url of value) this.#add(refFrom(url))
      }
    }
  }

  #inlines(nodes: readonly InlineNode[]): void {
    for (const node of nodes) {
      if (node.object === 'text') {
        for (const leaf of node.leaves) if (leaf.text.includes('<')) this.#leaf(leaf)
        continue
      }
      if (node.type === 'annotation') for (const { nodes } of node.fragments) this.#blocks(nodes)
      if (node.type === 'link' || node.type === 'annotation') this.#inlines(node.nodes)
      if ('ref' in node.data) this.#add(node.data.ref)
      if (node.type === 'inline-image') this.#add(node.data.refDark)
    }
  }

  #leaf(leaf: HtmlLeaf): void {
    if (this.#hasHtml(leaf)) leaf.hasHtml = true
    if (leaf.hasHtml) this.#html(leaf.text)
  }

  #html(text: string): void {
    for (const href of linksInHtml(text).hrefs) this.#add(refFrom(href))
  }

  #add(...refs: (Ref | undefined)[]): void {
    for (const ref of refs) {
      if (ref === undefined || ref.kind === 'openapi' || isComplete(ref)) continue
      if (this.#refs.size < MAX_REFS) this.#refs.set(refKey(ref), ref)
    }
  }
}
