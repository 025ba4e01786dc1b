import type { Root } from 'mdast'
import type { Node } from 'prosemirror-model'
import type { Content } from '../../../../../modules/documents/parsing/pairs.ts'
import { splitSource } from '../../../../../modules/documents/source/split-source.ts'
import type { Before, Children, Piece } from './draft.ts'
import { markdownTree } from './markdown-tree.ts'
import { Origin } from './origin.ts'
import { BlockReader } from './read-blocks.ts'
import { schema } from './schema.ts'

/** Reads the Markdown of a page. `print` of the result is the same text, whatever it is. */
export function read(text: string): Node {
  const start = bodyStart(text)
  const { nodes, head, tail, tree } = readBlocks(text.slice(start))
  return pageOf(text, { head: text.slice(0, start) + head, tail, definitions: definitionsIn(tree) }, nodes)
}

/** Where the blocks begin. The parser does not count a byte order mark. */
export function bodyStart(text: string): number {
  const { bodyStart: start } = splitSource(text)
  return text.charCodeAt(start) === 0xfeff ? start + 1 : start
}

/** The blocks of a text, or of a piece of one, which follows `before`. */
export function readBlocks(body: string, before?: Before): Children & { tree: Root } {
  const tree = markdownTree(body)
  const reader = new BlockReader(body)
  const pieces = withLeftovers(reader.joined(reader.pieces(tree.children as Content[], ''), ''), reader)
  return { ...reader.children(pieces, { from: 0, to: body.length }, '', before), tree }
}

export function pageOf(
  text: string,
  { head, tail, definitions }: { head: string; tail: string; definitions: string },
  nodes: readonly Node[],
): Node {
  const origin = new Origin({ text, prefix: '', head, tail })
  const attrs = { origin, eol: /\r\n|\r|\n/.exec(text)?.[0] ?? '\n', definitions }
  return origin.isRead(
    schema.nodes.doc.create(attrs, nodes.length === 0 ? [schema.nodes.paragraph.create()] : nodes),
  )
}

/** Text that the parser has put into no block becomes an island, so that nothing is lost. */
function withLeftovers(pieces: readonly Piece[], reader: BlockReader): Piece[] {
  const all: Piece[] = []
  let end = 0
  const add = (to: number) => {
    const between = reader.text.slice(end, to)
    const left = between.trim()
    if (left === '') return
    const from = end + between.indexOf(left)
    all.push(reader.islandPiece(from, from + left.length, '', 'other'))
  }
  for (const piece of pieces) {
    add(piece.start)
    all.push(piece)
    end = piece.end
  }
  add(reader.text.length)
  return all
}

/** The definitions of links and notes of a page, shortened: what a text in brackets means depends on them. */
function definitionsIn(tree: Root): string {
  const names: string[] = []
  const visit = (node: Root | Root['children'][number]): void => {
    if (node.type === 'definition') names.push(`[${node.label ?? node.identifier}]: x`)
    else if (node.type === 'footnoteDefinition') names.push(`[^${node.label ?? node.identifier}]: x`)
    if ('children' in node && node.type !== 'paragraph')
      for (const child of node.children) visit(child as Root['children'][number])
  }
  visit(tree)
  return names.join('\n\n')
}
