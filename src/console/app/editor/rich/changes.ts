import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state'
import { CARET } from '../insertables.ts'
import { originOf } from './source/origin.ts'
import type { Printer } from './source/print.ts'
import { read } from './source/read.ts'
import { schema } from './source/schema.ts'

const caretIn = (text: string) => text.replace(CARET, '')

/** Markdown as what can be inserted: one paragraph continues the text that it is inserted into. */
export function sliceOf(markdown: string): Slice {
  const blocks = read(markdown).children
  const [only] = blocks
  const isText = blocks.length === 1 && only?.type === schema.nodes.paragraph
  return isText ? new Slice(only.content, 0, 0) : new Slice(Fragment.from(blocks), 0, 0)
}

/** Inserts Markdown in place of a range. The cursor goes to `¦`, or after it. */
export function insertMarkdown(state: EditorState, markdown: string, from: number, to: number): Transaction {
  const slice = sliceOf(markdown)
  const { tr } = state
  const $from = state.doc.resolve(from)
  const isInline = slice.content.firstChild?.isInline ?? true
  // A line that contains nothing else becomes the blocks.
  const isWhole = !isInline && $from.parent.isTextblock && from === $from.start() && to === $from.end()
  const isBelow = !isInline && from === to && $from.parent.isTextblock
  const [start, end] =
    isWhole && $from.depth > 0
      ? [$from.before(), $from.after()]
      : isBelow
        ? [$from.end(), $from.end()]
        : [from, to]
  tr.replaceRange(start, end, slice)
  const inserted = insertedBy(tr)
  return withCaret(tr, inserted.from, inserted.to)
}

/** Where the last step of a transaction has inserted something: also behind a table, if it was asked for in a cell. */
function insertedBy({ mapping, doc }: Transaction): { from: number; to: number } {
  let [from, to] = [doc.content.size, 0]
  mapping.maps.at(-1)?.forEach((_start, _end, newStart, newEnd) => {
    from = Math.min(from, newStart)
    to = Math.max(to, newEnd)
  })
  return { from, to: Math.min(to + 1, doc.content.size) }
}

/** The name of what a transaction says about an island that it has made: the form is opened, so that what is typed gets there. */
export const OPEN = 'open'

/** Puts the cursor where the text says so. An island is selected, and opened. */
function withCaret(tr: Transaction, from: number, to: number): Transaction {
  let place: { at: number; node: Node } | undefined
  tr.doc.nodesBetween(Math.max(0, from - 1), to, (node, at) => {
    const text =
      node.text ?? (node.attrs.source as string | undefined) ?? (node.attrs.tag as string | undefined)
    if (place === undefined && text?.includes(CARET)) place = { at, node }
  })
  if (place === undefined) return tr.scrollIntoView()
  const { at, node } = place
  if (node.isText) {
    const start = at + (node.text ?? '').indexOf(CARET)
    tr.delete(start, start + 1)
    return tr.setSelection(TextSelection.create(tr.doc, start)).scrollIntoView()
  }
  const name = 'tag' in node.attrs ? 'tag' : 'source'
  tr.setNodeAttribute(at, name, caretIn(node.attrs[name] as string))
  const isLeaf = node.isLeaf
  return tr
    .setSelection(isLeaf ? NodeSelection.create(tr.doc, at) : TextSelection.near(tr.doc.resolve(at + 1)))
    .setMeta(OPEN, isLeaf)
    .scrollIntoView()
}

/** Replaces a whole text, for example by one that the server has merged. Blocks that are the same stay as they are. */
export function replaceText(state: EditorState, text: string, printer: Printer): Transaction {
  const next = read(text)
  const [before, after] = [state.doc.children, next.children]
  const isSame = (one: Node | undefined, other: Node | undefined) =>
    one !== undefined && other !== undefined && printer.print(one, '') === originOf(other)?.text
  let start = 0
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && isSame(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1
  const sizeOf = (nodes: readonly Node[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const from = sizeOf(before.slice(0, start))
  const to = state.doc.content.size - sizeOf(before.slice(before.length - end))
  const tr = state.tr.setMeta('addToHistory', false)
  const changed = after.slice(start, after.length - end)
  if (from !== to || changed.length > 0) tr.replaceWith(from, to, changed)
  // The blocks that stay come from the new text from now on.
  let position = 0
  for (const [at, { attrs }] of after.entries()) {
    const isKept = at < start || at >= after.length - end
    if (isKept) tr.setNodeAttribute(position, 'origin', attrs.origin)
    position += tr.doc.child(at).nodeSize
  }
  for (const name of ['origin', 'eol', 'definitions']) tr.setDocAttribute(name, next.attrs[name])
  return tr
}
