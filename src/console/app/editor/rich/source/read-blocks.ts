import type { Node } from 'prosemirror-model'
import { type Content, pairsIn, type Tag, tagOf } from '../../../../../modules/documents/parsing/pairs.ts'
import {
  hasBlockElements,
  tablesOverBlocks,
} from '../../../../../modules/documents/reading/block-elements.ts'
import {
  type Before,
  type Children,
  type ContainerReader,
  type Draft,
  type Piece,
  type Range,
  rangeOf,
} from './draft.ts'
import { Origin } from './origin.ts'
import { readExpandable } from './read-expandable.ts'
import { Irregular, readInline, withoutPrefix } from './read-inline.ts'
import { readItem } from './read-list.ts'
import { readTable } from './read-table.ts'
import { schema, typeOfTag } from './schema.ts'
import { blockTags, groupTags, nodeName } from './tags.ts'

const { nodes: types } = schema
const MAX_DEPTH = 32

/** Whether a text ends one block before another begins: the rest of the line, and prefixes of further lines. */
const isGap = (text: string, prefix: string) =>
  (prefix.includes('>') ? /^[ \t]*(?:\r\n|\r|\n)[\s>]*$/ : /^[ \t]*(?:\r\n|\r|\n)\s*$/).test(text)

/** Divides a text into nodes that have their source. */
export class BlockReader implements ContainerReader {
  readonly text: string
  #depth = 0

  constructor(text: string) {
    this.text = text
  }

  children(pieces: readonly Piece[], { from, to }: Range, prefix: string, before?: Before): Children {
    const nodes: Node[] = []
    let previous = before?.origin
    let end = from
    for (const piece of pieces) {
      const between = this.text.slice(end, piece.start)
      const gap = nodes.length === 0 ? before && before.gap + between : between
      const node = this.#node(piece, prefix, gap)
      const origin = node.attrs.origin as Origin
      origin.follows(previous)
      previous = origin
      nodes.push(node)
      end = piece.end
    }
    const start = pieces[0]?.start
    if (start === undefined) return { nodes, head: this.text.slice(from, to), tail: '' }
    return { nodes, head: this.text.slice(from, start), tail: this.text.slice(end, to) }
  }

  blocks(content: readonly Content[], range: Range, prefix: string): Children {
    this.#depth += 1
    try {
      const pieces = this.joined(this.pieces(content, prefix), prefix)
      const read = this.children(pieces, range, prefix)
      if (read.nodes.length === 0) return { nodes: [types.paragraph.create()], head: '', tail: '' }
      return read
    } finally {
      this.#depth -= 1
    }
  }

  #node({ start, end, read, kind }: Piece, prefix: string, gap: string | undefined): Node {
    const text = this.text.slice(start, end)
    const make = ({ type, attrs, content, head, tail, inner }: Draft): Node => {
      const origin = new Origin({ text, prefix, gap, head, tail, inner })
      return origin.isRead(type.createChecked({ ...attrs, origin }, content))
    }
    try {
      return make(read())
    } catch (error) {
      if (!(error instanceof Irregular) && !(error instanceof RangeError)) throw error
      return make(this.island(text, prefix, kind))
    }
  }

  island(text: string, prefix: string, kind: string): Draft {
    return { type: types.island, attrs: { source: withoutPrefix(text, prefix), kind } }
  }

  /** Blocks that share a line become one island. */
  joined(pieces: readonly Piece[], prefix: string): Piece[] {
    const joined: Piece[] = []
    for (const piece of pieces) {
      const last = joined.at(-1)
      if (last === undefined || isGap(this.text.slice(last.end, piece.start), prefix)) joined.push(piece)
      else {
        const end = Math.max(last.end, piece.end)
        joined[joined.length - 1] = this.islandPiece(last.start, end, prefix, 'other')
      }
    }
    return joined
  }

  islandPiece(start: number, end: number, prefix: string, kind: string): Piece {
    return { start, end, kind, read: () => this.island(this.text.slice(start, end), prefix, kind) }
  }

  pieces(content: readonly Content[], prefix: string): Piece[] {
    const ends = pairsIn(content)
    const tables = tablesOverBlocks(content)
    const pieces: Piece[] = []
    for (let at = 0; at < content.length; at += 1) {
      const node = content[at] as Content
      const { start } = rangeOf(node)
      const tableEnd = tables.get(at)
      const pairEnd = ends.get(at)
      if (tableEnd !== undefined) {
        at = tableEnd
        pieces.push(this.islandPiece(start, rangeOf(content[at] as Content).end, prefix, 'table'))
      } else if (pairEnd !== undefined) {
        const inside = content.slice(at + 1, pairEnd)
        const last = content[pairEnd] as Content
        at = pairEnd
        const tag = tagOf(node) as Tag
        const { end } = rangeOf(last)
        const kind = tag.name.replace(/^</, '')
        pieces.push({ start, end, kind, read: () => this.#pair(tag, node, inside, last, prefix) })
      } else {
        const kind = tagOf(node)?.name ?? node.type
        pieces.push({ start, end: rangeOf(node).end, kind, read: () => this.#block(node, prefix) })
      }
    }
    return pieces
  }

  #pair(tag: Tag, opening: Content, inside: Content[], closing: Content, prefix: string): Draft {
    if (this.#depth >= MAX_DEPTH) throw new Irregular()
    const outer = { from: rangeOf(opening).start, to: rangeOf(closing).end }
    const range = { from: rangeOf(opening).end, to: rangeOf(closing).start }
    if (tag.name === '<details') return readExpandable(this, outer, range, inside, prefix)
    const item = Object.hasOwn(groupTags, tag.name) ? groupTags[tag.name] : undefined
    if (item === undefined && !blockTags.includes(tag.name) && !isItem(tag.name)) throw new Irregular()
    if (isItem(tag.name) && this.#depth === 0) throw new Irregular()
    return this.tagged(
      tag.name,
      opening,
      closing,
      () => {
        const read = this.blocks(inside, range, prefix)
        if (item !== undefined && !read.nodes.every(({ type }) => type.name === nodeName(item)))
          throw new Irregular()
        return read
      },
      prefix,
    )
  }

  tagged(name: string, opening: Content, closing: Content, read: () => Children, prefix: string): Draft {
    const { text } = this
    const [open, close] = [rangeOf(opening), rangeOf(closing)]
    const tag = text.slice(open.start, open.end).trim()
    const { nodes, head, tail } = read()
    const type = typeOfTag(name)
    const isEmpty = nodes.length === 1 && nodes[0]?.attrs.origin === null
    if (isEmpty) {
      const between = text.slice(open.end, close.start)
      if (!isGap(between, prefix)) throw new Irregular()
      return {
        type,
        attrs: { tag },
        content: nodes,
        head: tag,
        tail: between + text.slice(close.start, close.end),
      }
    }
    if (!isGap(head, prefix) || !isGap(tail, prefix)) throw new Irregular()
    return {
      type,
      attrs: { tag },
      content: nodes,
      head: text.slice(open.start, open.end) + head,
      tail: tail + text.slice(close.start, close.end),
    }
  }

  #block(node: Content, prefix: string): Draft {
    const { start, end } = rangeOf(node)
    const source = { text: this.text, prefix }
    switch (node.type) {
      case 'paragraph': {
        if (hasBlockElements(node.children) || isShown(node.children)) throw new Irregular()
        return { type: types.paragraph, content: readInline(node.children, source) }
      }
      case 'heading':
        return {
          type: types.heading,
          attrs: { level: node.depth },
          content: readInline(node.children, source),
        }
      case 'blockquote': {
        if (this.#depth >= MAX_DEPTH) throw new Irregular()
        const inner = `${prefix}> `
        const read = this.blocks(node.children as Content[], { from: start, to: end }, inner)
        return {
          type: types.blockquote,
          content: read.nodes,
          head: read.head || '> ',
          tail: read.tail,
          inner,
        }
      }
      case 'list': {
        if (this.#depth >= MAX_DEPTH) throw new Irregular()
        const pieces = node.children.map((item) => ({
          ...rangeOf(item),
          kind: 'item',
          read: () => readItem(this, item, prefix),
        }))
        const read = this.children(pieces, { from: start, to: end }, prefix)
        if (read.nodes.some(({ type }) => type === types.island)) throw new Irregular()
        for (const { attrs } of read.nodes.slice(1)) {
          if (!isGap((attrs.origin as Origin).gap ?? '', prefix)) throw new Irregular()
        }
        const marker = /[-+*.)]/.exec(this.text.slice(start, end))?.[0] ?? '*'
        const attrs = node.ordered ? { marker, start: node.start ?? 1 } : { marker }
        return { type: node.ordered ? types.ordered_list : types.bullet_list, attrs, content: read.nodes }
      }
      case 'table':
        return readTable(this, node, prefix)
      case 'thematicBreak':
        return this.island(this.text.slice(start, end), prefix, 'divider')
      default:
        throw new Irregular()
    }
  }
}

const items = new Set(Object.values(groupTags))
const isItem = (name: string) => items.has(name)

/** Whether a paragraph is shown as something else than a text: only images, or one formula. */
function isShown(children: readonly { type: string; value?: string }[]): boolean {
  const isSpace = ({ type, value }: { type: string; value?: string }) =>
    type === 'break' || (type === 'text' && value?.trim() === '')
  const content = children.filter((child) => !isSpace(child))
  if (content.length === 1 && content[0]?.type === 'formula') return children.length === 1
  return content.length > 0 && content.every(({ type }) => type === 'image' || type === 'imageReference')
}
