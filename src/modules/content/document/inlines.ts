import type { Definition, PhrasingContent } from 'mdast'
import type { Anchors } from './anchors.ts'
import type { Keys } from './keys.ts'
import type { Mentions } from './mentions.ts'
import type { InlineImage, InlineNode, Leaf, LinkInline, MarkType, TextNode } from './types.ts'

export interface Conversion {
  keys: Keys
  anchors: Anchors
  definitions: ReadonlyMap<string, Definition>
  /** Takes down what leads elsewhere, for those who ask. */
  mentions?: Mentions
}

type Marks = readonly MarkType[]

const markOrder: Marks = ['bold', 'italic', 'code', 'strikethrough']
const withMark = (marks: Marks, added: MarkType): Marks =>
  markOrder.filter((type) => type === added || marks.includes(type))

const lineEndings = /\r\n|\r|\n/g

/** Never empty: a node without text still holds one empty leaf, for an editor to put its cursor in. */
export function textNode(text: string): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

/** Inline markdown as texts, links and images, with emphasis folded into the marks of the leaves. */
export function inlinesFrom(
  content: PhrasingContent[],
  conversion: Conversion,
  outer: Marks = [],
): InlineNode[] {
  const written = new InlineRun()
  // Emphasis may nest as deep as the text has marks, so its levels are kept here and not on the call stack.
  const levels = [{ content, index: 0, marks: outer }]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const node = level.content[level.index++]
    if (node === undefined) levels.pop()
    else if (node.type === 'strong') levels.push(deeper(node.children, level.marks, 'bold'))
    else if (node.type === 'emphasis') levels.push(deeper(node.children, level.marks, 'italic'))
    else if (node.type === 'delete') levels.push(deeper(node.children, level.marks, 'strikethrough'))
    else write(node, level.marks, written, conversion)
  }
  return written.finish()
}

function deeper(content: PhrasingContent[], marks: Marks, added: MarkType) {
  return { content, index: 0, marks: withMark(marks, added) }
}

type Unnested = Exclude<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' }>

function write(node: Unnested, marks: Marks, written: InlineRun, conversion: Conversion): void {
  switch (node.type) {
    case 'text':
      written.text(node.value.replace(lineEndings, ' '), marks)
      break
    case 'html':
      conversion.mentions?.note('html', node.value, null)
      written.text(node.value, marks)
      break
    case 'inlineCode':
      written.text(node.value.replace(lineEndings, ' '), withMark(marks, 'code'))
      break
    case 'break':
      written.text('\n', marks)
      break
    case 'footnoteReference':
      written.text(`[^${node.label ?? node.identifier}]`, marks)
      break
    case 'link':
      written.inline(link(node.url, inlinesFrom(node.children, conversion, marks), conversion))
      break
    case 'linkReference': {
      const url = conversion.definitions.get(node.identifier)?.url ?? ''
      written.inline(link(url, inlinesFrom(node.children, conversion, marks), conversion))
      break
    }
    case 'image':
    case 'imageReference':
      written.inline(inlineImage(imageUrl(node, conversion), node.alt ?? '', conversion))
      break
  }
}

export function imageUrl(
  image: Extract<PhrasingContent, { type: 'image' | 'imageReference' }>,
  conversion: Conversion,
): string {
  return image.type === 'image' ? image.url : (conversion.definitions.get(image.identifier)?.url ?? '')
}

function link(url: string, nodes: InlineNode[], { keys, mentions }: Conversion): LinkInline {
  const data: LinkInline['data'] = { ref: { kind: 'url', url } }
  const made: LinkInline = { object: 'inline', type: 'link', key: '', isVoid: false, data, nodes }
  mentions?.note('link', url, made)
  return keys.assign(made, url, nodes)
}

function inlineImage(url: string, alt: string, { keys, mentions }: Conversion): InlineImage {
  const caption = alt === '' ? {} : { caption: alt }
  const data: InlineImage['data'] = { ref: { kind: 'url', url }, ...caption, size: 'line' }
  const made: InlineImage = { object: 'inline', type: 'inline-image', key: '', isVoid: true, data }
  mentions?.note('image', url, made)
  return keys.assign(made, `${url}\n${alt}`)
}

/** The words of inline content, as used for anchors, column titles and keys. */
export function plainText(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('')
      return node.type === 'link' ? plainText(node.nodes) : (node.data.caption ?? '')
    })
    .join('')
}

class InlineRun {
  #nodes: InlineNode[] = []
  #leaves: Leaf[] = []

  text(text: string, marks: Marks): void {
    if (text === '') return
    const last = this.#leaves.at(-1)
    const continuesLast =
      last?.marks.length === marks.length && last.marks.every((mark, at) => mark.type === marks[at])
    if (last !== undefined && continuesLast) last.text += text
    else this.#leaves.push({ object: 'leaf', text, marks: marks.map((type) => ({ object: 'mark', type })) })
  }

  inline(node: LinkInline | InlineImage): void {
    this.#closeText()
    this.#nodes.push(node)
  }

  finish(): InlineNode[] {
    this.#closeText()
    return this.#nodes.length === 0 ? [textNode('')] : this.#nodes
  }

  #closeText(): void {
    if (this.#leaves.length === 0) return
    this.#nodes.push({ object: 'text', leaves: this.#leaves })
    this.#leaves = []
  }
}
