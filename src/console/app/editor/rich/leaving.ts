import type { Node, ResolvedPos } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { isBlank } from './source/canonical.ts'
import { schema } from './source/schema.ts'
import { nodeName } from './source/tags.ts'

const { nodes } = schema

/** How the names of the nodes of tags begin. */
const TAG = nodeName('')

type Side = 'before' | 'after'

/** What the cursor does not leave by itself: it has no text of its own beside it. */
const isClosed = ({ type, isTextblock }: Node): boolean =>
  (type.spec.isolating === true && !isTextblock) || type === nodes.island

const isEmptyParagraph = (node: Node | null | undefined): boolean =>
  node?.type === nodes.paragraph && isBlank(node)

/** Puts the cursor into an empty paragraph at a position: into one that is there, or a new one. It is written once it has text. */
function toParagraph(tr: Transaction, at: number, side: Side): Transaction {
  const $at = tr.doc.resolve(at)
  const beside = side === 'after' ? $at.nodeAfter : $at.nodeBefore
  if (!isEmptyParagraph(beside)) tr.insert(at, nodes.paragraph.create())
  const start = isEmptyParagraph(beside) && side === 'before' ? at - (beside?.nodeSize ?? 0) : at
  return tr.setSelection(TextSelection.create(tr.doc, start + 1)).scrollIntoView()
}

/** Where a paragraph can be beside the node of a depth, or beside the nearest around it where it can be. */
function placeBeside($pos: ResolvedPos, depth: number, side: Side): number | undefined {
  for (let at = depth; at > 0; at -= 1) {
    const index = side === 'after' ? $pos.indexAfter(at - 1) : $pos.index(at - 1)
    if ($pos.node(at - 1).canReplaceWith(index, index, nodes.paragraph))
      return side === 'after' ? $pos.after(at) : $pos.before(at)
  }
  return undefined
}

/** The depth of the nearest block around the cursor that is closed. Zero if there is none. */
function closedDepth($pos: ResolvedPos): number {
  let depth = $pos.depth
  while (depth > 0 && !isClosed($pos.node(depth))) depth -= 1
  return depth
}

/** Enter in an empty paragraph at the end of a container leaves it: to the next tab or step, or to the text below. */
export const leaveContainer: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const depth = $from.depth - 1
  if (!empty || depth < 1 || !isEmptyParagraph($from.parent)) return false
  const container = $from.node(depth)
  if (!isClosed(container) || $from.index(depth) !== container.childCount - 1) return false
  const isAlone = container.childCount === (container.type === nodes.expandable ? 2 : 1)
  const { tr } = state
  const hasNext = $from.node(depth - 1).maybeChild($from.index(depth - 1) + 1)?.type === container.type
  const isItem = !$from
    .node(depth - 1)
    .type.validContent($from.node(depth - 1).content.addToEnd(nodes.paragraph.create()))
  const place = isItem && hasNext ? $from.after(depth) : placeBeside($from, depth, 'after')
  if (place === undefined) return false
  const at = isAlone ? place : place - $from.parent.nodeSize
  if (!isAlone) tr.delete($from.before(), $from.after())
  if (isItem && hasNext) tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView()
  else toParagraph(tr, at, 'after')
  dispatch?.(tr)
  return true
}

/** Enter in an empty last row of a table leaves it. */
export const leaveTable: Command = (state, dispatch) => {
  const { $from } = state.selection
  const depth = $from.depth - 2
  if ($from.parent.type !== nodes.table_cell || depth < 1) return false
  const table = $from.node(depth)
  const row = $from.node(depth + 1)
  const isLast = $from.index(depth) === table.childCount - 1
  if (!isLast || table.childCount < 3 || row.textContent !== '' || !row.children.every(isBlank)) return false
  const place = placeBeside($from, depth, 'after')
  if (place === undefined) return false
  const tr = state.tr.delete($from.before(depth + 1), $from.after(depth + 1))
  dispatch?.(toParagraph(tr, place - row.nodeSize, 'after'))
  return true
}

/** Below the tab, step or column of the cursor, another one. Below another container, or the island that is selected, a paragraph. */
export const blockBelow: Command = (state, dispatch) => {
  const { selection } = state
  const { $from } = selection
  const isNode = selection instanceof NodeSelection && selection.node.isBlock
  const depth = isNode ? 0 : closedDepth($from)
  const place = isNode ? selection.to : placeBeside($from, depth, 'after')
  if (place === undefined) return false
  const item = $from.node(depth)
  if (isNode || place === $from.after(depth)) dispatch?.(toParagraph(state.tr, place, 'after'))
  else {
    const tag = `{% ${item.type.name.slice(TAG.length)} %}`
    const end = $from.after(depth)
    const tr = state.tr.insert(end, item.type.create({ tag }, nodes.paragraph.create()))
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 2)).scrollIntoView())
  }
  return true
}

/** Whether nothing of a node stands below the position, or above it. Cells of a row are beside each other. */
function isAtEdge($pos: ResolvedPos, depth: number, side: Side): boolean {
  for (let at = depth; at < $pos.depth; at += 1) {
    const node = $pos.node(at)
    if (node.type === nodes.table_row) continue
    if ($pos.index(at) !== (side === 'after' ? node.childCount - 1 : 0)) return false
  }
  return true
}

/** To the next tab or step, or the one before. */
const toSibling =
  (side: Side, $edge: ResolvedPos, depth: number): Command =>
  ({ doc, tr }, dispatch) => {
    const step = side === 'after' ? 1 : -1
    for (let at = depth; at > 0; at -= 1) {
      if (!$edge.node(at - 1).maybeChild($edge.index(at - 1) + step)) continue
      const beside = doc.resolve(side === 'after' ? $edge.after(at) : $edge.before(at))
      dispatch?.(tr.setSelection(Selection.near(beside, step)).scrollIntoView())
      return true
    }
    return false
  }

/**
 * Where a line is broken, the cursor is at its end and at the start of the next one. The library takes it for the latter, and
 * would leave out the last line of a text.
 */
export const downFromBreak: Command = ({ selection }, _dispatch, view) => {
  if (!view || !(selection instanceof TextSelection) || !selection.empty) return false
  const [end, start] = [view.coordsAtPos(selection.head, -1), view.coordsAtPos(selection.head, 1)]
  if (end.top >= start.top) return false
  document.getSelection()?.modify('move', 'forward', 'line')
  return true
}

/**
 * An arrow key at the edge of a block that is closed: where no text is beyond it, a paragraph is made there. Otherwise the
 * cursor could not be put above the first table of a page, or between two.
 */
export const arrowOut = (side: Side): Command => {
  const isLastLine = (state: EditorState, view: EditorView | undefined) =>
    state.selection.empty && (view?.endOfTextblock(side === 'after' ? 'down' : 'up') ?? true)
  return (state, dispatch, view) => {
    const { selection } = state
    const isNode = selection instanceof NodeSelection && selection.node.isBlock
    if (!isNode && !isLastLine(state, view)) return false
    const $edge = side === 'after' ? selection.$to : selection.$from
    const depth = isNode ? 0 : closedDepth($edge)
    if (!isNode && (depth === 0 || !isAtEdge($edge, depth, side))) return false
    // Beside an island, its own edges count.
    const place = isNode ? $edge.pos : placeBeside($edge, depth, side)
    if (place === undefined) return false
    const $place = state.doc.resolve(place)
    const isIn = isNode || state.doc.resolve(place).depth === depth - 1
    const next = side === 'after' ? $place.nodeAfter : $place.nodeBefore
    // Browsers do not find the way over the title of the next tab.
    if (!isIn && !isAtEdge($edge, $place.depth + 1, side))
      return toSibling(side, $edge, depth)(state, dispatch)
    // Where there is a text, the arrow leads there by itself.
    if (next !== null && !isClosed(next)) return false
    dispatch?.(toParagraph(state.tr, place, side))
    return true
  }
}

/** The content of a container without it. What is the title of an expandable becomes a paragraph. */
const contentOf = (container: Node): Node[] =>
  container.children.map((child) =>
    child.type === nodes.summary ? nodes.paragraph.create(null, child.content) : child,
  )

/** Backspace at the start of a container takes its content out. Of tabs and steps, the first goes out, and others join the one before. */
export const unwrap: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const depth = $from.depth - 1
  if (!empty || $from.parentOffset > 0 || depth < 1 || !$from.parent.isTextblock) return false
  const container = $from.node(depth)
  const { tr } = state
  if (container.type === nodes.expandable && $from.index(depth) === 1) {
    dispatch?.(tr.setSelection(TextSelection.create(state.doc, $from.before() - 1)).scrollIntoView())
    return true
  }
  if ($from.parent.type === nodes.table_cell) return deleteEmptyTable(state, dispatch)
  if (!isClosed(container) || $from.index(depth) > 0) return false
  const content = contentOf(container)
  const group = $from.node(depth - 1)
  const at = $from.index(depth - 1)
  const [start, end] = [$from.before(depth), $from.after(depth)]
  const isItem = !group.canReplaceWith(at, at + 1, nodes.paragraph)
  if (!isItem) tr.replaceWith(start, end, content)
  else if (at > 0) {
    const kept = content.filter((block) => !isEmptyParagraph(block))
    tr.delete(start, end).insert(start - 1, kept)
    tr.setSelection(
      TextSelection.near(tr.doc.resolve(kept.length > 0 ? start : start - 1), kept.length > 0 ? 1 : -1),
    )
    dispatch?.(tr.scrollIntoView())
    return true
  } else if (group.childCount === 1) tr.replaceWith($from.before(depth - 1), $from.after(depth - 1), content)
  else tr.delete(start, end).insert($from.before(depth - 1), content)
  const first = isItem ? $from.before(depth - 1) : start
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(first + 1))).scrollIntoView())
  return true
}

const deleteEmptyTable: Command = (state, dispatch) => {
  const { $from } = state.selection
  const depth = $from.depth - 2
  const table = $from.node(depth)
  const isFirst = $from.index(depth) === 0 && $from.index(depth + 1) === 0
  if (!isFirst || !table.children.every((row) => row.children.every(isBlank))) return false
  const tr = state.tr.replaceWith($from.before(depth), $from.after(depth), nodes.paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.before(depth) + 1)).scrollIntoView())
  return true
}

/** Puts the cursor below the last block of a page. */
export const toEnd: Command = (state, dispatch) => {
  const { doc } = state
  const end = doc.content.size
  const last = doc.lastChild
  if (last?.type === nodes.paragraph) dispatch?.(state.tr.setSelection(TextSelection.create(doc, end - 1)))
  else dispatch?.(toParagraph(state.tr, end, 'after'))
  return true
}
