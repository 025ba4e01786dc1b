import { plainText } from '../tree/plain-text.ts'
import type {
  Attributes,
  DocumentTree,
  Fragment,
  ImageBlock,
  InlineNode,
  Mark,
  Ref,
  TableData,
  TextNode,
} from '../tree/types.ts'
import { colourOf, dataOfTags, isRef, lengthOf, present } from './client-data.ts'
import type { ClientRef, RefReader } from './client-refs.ts'
import { clientTable } from './client-table.ts'

type Json = Record<string, unknown>
interface AnyNode {
  object: string
  type?: string
  key?: string
  isVoid?: boolean
  data?: unknown
  meta?: unknown
  nodes?: readonly AnyNode[]
  fragments?: readonly Fragment[]
}

/**
 * A document in the form that clients of the public API read: the same nodes, with references by id, and with all
 * members that these clients require. It is written from the tree, which is closer to Markdown.
 */
export function clientDocument({ data, nodes }: DocumentTree, refs: RefReader): Json {
  const written = new Writer(refs)
  return { object: 'document', data, nodes: written.blocks(nodes as readonly AnyNode[]) }
}

const emptyText = { object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }
const emptyParagraph = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [emptyText] }

class Writer {
  readonly #refs: RefReader

  constructor(refs: RefReader) {
    this.#refs = refs
  }

  blocks(nodes: readonly AnyNode[]): Json[] {
    return nodes.map((node) => this.#block(node))
  }

  #block(node: AnyNode): Json {
    const { type = '' } = node
    const own = { object: 'block', type, key: node.key, isVoid: node.isVoid ?? false }
    switch (type) {
      case 'paragraph':
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return present({
          ...own,
          data: {},
          meta: node.meta,
          nodes: this.#inlines((node.nodes ?? []) as readonly InlineNode[]),
        })
      case 'code-line':
        return {
          ...own,
          data: node.data,
          nodes: ((node.nodes ?? []) as unknown as TextNode[]).map(clientText),
        }
      case 'image':
        return this.#image(node as unknown as ImageBlock)
      case 'images':
        return { ...own, data: alignedIn(node.data as Attributes), nodes: this.blocks(node.nodes ?? []) }
      case 'expandable':
        return this.#expandable(own, node)
      case 'table':
        return {
          ...own,
          data: clientTable(node.data as TableData, this.#refs),
          fragments: this.#fragments(node.fragments ?? []),
        }
      case 'prompt':
        return { ...own, data: this.#dataOf(node), nodes: [this.#promptOf(node)] }
      case 'file':
      case 'reusable-content':
        return this.#card(own, node)
      default:
        return this.#other(own, node)
    }
  }

  #other(own: Json, node: AnyNode): Json {
    return present({
      ...own,
      data: this.#dataOf(node),
      meta: node.meta,
      nodes: node.nodes && this.blocks(node.nodes),
      fragments: node.fragments && this.#fragments(node.fragments, 'caption'),
    })
  }

  #dataOf({ type = '', data }: AnyNode): Json {
    const dataOf = dataOfTags[type]
    const attributes = (data ?? {}) as Attributes
    return dataOf
      ? present(dataOf(attributes, (value) => (isRef(value) ? this.#refs.ref(value) : undefined)))
      : (attributes as Json)
  }

  /** Clients expect a file or a reusable content. Any other target is shown as a link to it. */
  #card(own: Json, node: AnyNode): Json {
    const { ref } = this.#dataOf(node)
    return (ref as ClientRef | undefined)?.kind === node.type
      ? this.#other(own, node)
      : { ...own, type: 'content-ref', data: { ref: ref ?? { kind: 'url', url: '' } } }
  }

  #image({ key, data: { ref, refDark, link, alt, width, height }, fragments }: ImageBlock): Json {
    return {
      object: 'block',
      type: 'image',
      key,
      isVoid: true,
      data: present({
        ref: this.#imageRef(ref),
        refDark: refDark && this.#imageRef(refDark),
        link: link && this.#refs.ref(link),
        alt,
        width: width === undefined ? undefined : lengthOf(width),
        height: height === undefined ? undefined : lengthOf(height),
      }),
      fragments: this.#fragments(fragments, 'caption'),
    }
  }

  /** An image is a file or a URL. */
  #imageRef(ref: Ref): ClientRef {
    const found = this.#refs.ref(ref)
    return found.kind === 'file' || found.kind === 'url' ? found : { kind: 'url', url: '' }
  }

  #expandable(own: Json, { data, fragments = [] }: AnyNode): Json {
    const isOpen = (data as { open?: boolean }).open
    return {
      ...own,
      data: isOpen === undefined ? {} : { defaultExpanded: isOpen },
      fragments: fragments.map((fragment) => {
        const nodes = this.blocks(fragment.nodes as readonly AnyNode[])
        const filled = nodes.length === 0 ? [emptyParagraph] : nodes
        const title = filled.filter(({ type }) => type === 'paragraph').slice(0, 1)
        return {
          object: 'fragment',
          key: fragment.key,
          fragment: fragment.fragment,
          type: fragment.fragment,
          nodes:
            fragment.fragment === 'expandable-title' ? (title.length > 0 ? title : [emptyParagraph]) : filled,
        }
      }),
    }
  }

  /** The text of a prompt is one block of code. */
  #promptOf({ nodes = [] }: AnyNode): Json {
    const [only] = nodes
    if (nodes.length === 1 && only?.type === 'code') return this.#block(only)
    const lines = nodes.flatMap((node) => wordsOf(node).split('\n'))
    return {
      object: 'block',
      type: 'code',
      isVoid: false,
      data: {},
      nodes: lines.map((text) => ({
        object: 'block',
        type: 'code-line',
        isVoid: false,
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
      })),
    }
  }

  #fragments(fragments: readonly Fragment[], type?: string): Json[] {
    return fragments.map(({ key, fragment, nodes }) => ({
      object: 'fragment',
      key,
      fragment: type ?? fragment,
      type: type ?? 'cell',
      nodes: this.blocks(nodes as readonly AnyNode[]),
    }))
  }

  #inlines(nodes: readonly InlineNode[]): Json[] {
    return nodes.map((node) => this.#inline(node))
  }

  #inline(node: InlineNode): Json {
    if (node.object === 'text') return clientText(node)
    const own = { object: 'inline', type: node.type, key: node.key, isVoid: node.isVoid }
    switch (node.type) {
      case 'link':
        return {
          ...own,
          data: { ref: this.#refs.ref(node.data.ref) },
          nodes: node.nodes.map((each) =>
            each.object === 'text' || each.type === 'inline-image' ? this.#inline(each) : textOf([each]),
          ),
        }
      case 'annotation':
        return {
          ...own,
          data: {},
          nodes: node.nodes.map((each) => (each.object === 'text' ? clientText(each) : textOf([each]))),
          fragments: node.fragments.map(({ key, fragment, nodes }) => ({
            object: 'fragment',
            key,
            fragment,
            type: 'annotation-body',
            nodes: nodes.length === 0 ? [emptyParagraph] : this.blocks(nodes as readonly AnyNode[]),
          })),
        }
      case 'inline-image': {
        const { ref, refDark, caption, size } = node.data
        return {
          ...own,
          data: present({
            ref: this.#imageRef(ref),
            refDark: refDark && this.#imageRef(refDark),
            caption,
            size,
          }),
        }
      }
      case 'mention':
        return { ...own, data: { ref: this.#refs.ref(node.data.ref) } }
      case 'button': {
        const { label, kind, icon, ref, action } = node.data
        return { ...own, data: present({ label, kind, icon, ref: ref && this.#refs.ref(ref), action }) }
      }
      default:
        return { ...own, data: node.data }
    }
  }
}

const clientText = ({ leaves }: TextNode): Json => ({
  object: 'text',
  leaves: leaves.map(({ text, marks }) => ({ object: 'leaf', text, marks: marks.map(clientMark) })),
})

/** A colour has both parts. */
const clientMark = (mark: Mark): Json =>
  mark.type === 'color'
    ? {
        object: 'mark',
        type: mark.type,
        data: { text: colourOf(mark.data.text), background: colourOf(mark.data.background) },
      }
    : { ...mark }

const textOf = (nodes: readonly InlineNode[]): Json => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: plainText(nodes), marks: [] }],
})

/** The words of a block, line by line. */
function wordsOf({ object, nodes = [], ...node }: AnyNode): string {
  if (object === 'text') return plainText([{ object, ...node } as unknown as TextNode])
  const isLine = nodes.some((each) => each.object !== 'block')
  return nodes.map(wordsOf).join(isLine ? '' : '\n')
}

const ALIGNMENTS = new Set<unknown>(['left', 'center', 'right'])

const alignedIn = ({ align, fullWidth }: Attributes): Json =>
  present({ align: ALIGNMENTS.has(align) ? align : undefined, fullWidth })
