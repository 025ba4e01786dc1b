import type { Node, ResolvedPos } from 'prosemirror-model'
import { type Command, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { withColumn, withoutColumn } from './source/print-table.ts'
import { schema } from './source/schema.ts'

const { table_cell: cellType, table_row: rowType } = schema.nodes

/** The table around a position, and which cell of it that is in. */
function placeIn($pos: ResolvedPos): { table: Node; start: number; row: number; cell: number } | undefined {
  for (let depth = $pos.depth; depth > 1; depth -= 1) {
    if ($pos.node(depth).type !== cellType) continue
    const table = depth - 2
    return {
      table: $pos.node(table),
      start: $pos.start(table),
      row: $pos.index(table),
      cell: $pos.index(table + 1),
    }
  }
  return undefined
}

function positionOf(table: Node, start: number, row: number, cell: number): number {
  let at = start
  for (let before = 0; before < row; before += 1) at += table.child(before).nodeSize
  for (let before = 0; before < cell; before += 1) at += table.child(row).child(before).nodeSize
  return at + (cell < 0 ? 0 : 2)
}

const emptyRow = (like: Node): Node =>
  rowType.create(
    null,
    Array.from({ length: like.childCount }, () => cellType.create()),
  )

/** A command that works in tables only. */
const inTable =
  (run: (place: NonNullable<ReturnType<typeof placeIn>>, ...rest: Parameters<Command>) => boolean): Command =>
  (state, dispatch, view) => {
    const place = placeIn(state.selection.$from)
    return place === undefined ? false : run(place, state, dispatch, view)
  }

const rowEnd = (table: Node, start: number, row: number) => {
  let at = start
  for (let before = 0; before <= row; before += 1) at += table.child(before).nodeSize
  return at
}

/** Whether a position is in a table. */
export const isInTable = ($pos: ResolvedPos): boolean => placeIn($pos) !== undefined

export const addRow: Command = inTable(({ table, start, row, cell }, state, dispatch) => {
  const at = rowEnd(table, start, row)
  const tr = state.tr.insert(at, emptyRow(table.child(row)))
  tr.setSelection(
    TextSelection.near(tr.doc.resolve(positionOf(tr.doc.resolve(start).parent, start, row + 1, cell))),
  )
  dispatch?.(tr.scrollIntoView())
  return true
})

export const deleteRow: Command = inTable(({ table, start, row }, state, dispatch) => {
  if (table.childCount === 1) {
    dispatch?.(state.tr.delete(start - 1, start - 1 + table.nodeSize))
    return true
  }
  const end = rowEnd(table, start, row)
  dispatch?.(state.tr.delete(end - table.child(row).nodeSize, end))
  return true
})

export const addColumn: Command = inTable(({ table, start, cell }, state, dispatch) => {
  const { tr } = state
  for (let row = table.childCount - 1; row >= 0; row -= 1) {
    const after = Math.min(cell, table.child(row).childCount - 1)
    tr.insert(
      positionOf(table, start, row, after) - 1 + table.child(row).child(after).nodeSize,
      cellType.create(),
    )
  }
  const written = table.attrs.delimiter as string
  if (written !== '') tr.setNodeAttribute(start - 1, 'delimiter', withColumn(written, cell + 1))
  dispatch?.(tr)
  return true
})

export const deleteColumn: Command = inTable(({ table, start, cell }, state, dispatch) => {
  if ((table.firstChild?.childCount ?? 0) < 2) return false
  const { tr } = state
  for (let row = table.childCount - 1; row >= 0; row -= 1) {
    const found = table.child(row).maybeChild(cell)
    if (!found || table.child(row).childCount < 2) continue
    const at = positionOf(table, start, row, cell) - 1
    tr.delete(at, at + found.nodeSize)
  }
  const written = table.attrs.delimiter as string
  if (written !== '') tr.setNodeAttribute(start - 1, 'delimiter', withoutColumn(written, cell))
  dispatch?.(tr)
  return true
})

/** Goes to the next cell or the one before. After the last, a new row begins. */
export const moveCell = (by: 1 | -1): Command =>
  inTable(({ table, start, row, cell }, state, dispatch, view) => {
    const next = cell + by
    const isInRow = next >= 0 && next < table.child(row).childCount
    const nextRow = isInRow ? row : row + by
    if (nextRow < 0) return true
    if (nextRow >= table.childCount) {
      return addRow(state, dispatch && ((tr) => dispatch(atRowStart(tr, start, nextRow))), view)
    }
    const nextCell = isInRow ? next : by > 0 ? 0 : table.child(nextRow).childCount - 1
    const at = positionOf(table, start, nextRow, nextCell)
    const size = table.child(nextRow).child(nextCell).content.size
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, at, at + size)).scrollIntoView())
    return true
  })

const atRowStart = (tr: Parameters<NonNullable<Parameters<Command>[1]>>[0], start: number, row: number) =>
  tr.setSelection(TextSelection.near(tr.doc.resolve(positionOf(tr.doc.resolve(start).parent, start, row, 0))))

/** Goes to the same cell of the row below. After the last row, a new one begins. */
export const cellBelow: Command = inTable(({ table, start, row, cell }, state, dispatch, view) => {
  if (row === table.childCount - 1) return addRow(state, dispatch, view)
  const below = Math.min(cell, table.child(row + 1).childCount - 1)
  const at = positionOf(table, start, row + 1, below)
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, at)).scrollIntoView())
  return true
})

/** The place in a cell that is nearest to the cursor, in the first line of the cell or in its last one. */
function placeBelow(
  view: EditorView,
  from: number,
  cell: { start: number; end: number },
  by: 1 | -1,
): number {
  const { top, bottom } = view.coordsAtPos(by > 0 ? cell.start : cell.end)
  const { left } = view.coordsAtPos(from)
  const found = view.posAtCoords({ left, top: (top + bottom) / 2 })?.pos ?? cell.end
  return Math.min(Math.max(found, cell.start), cell.end)
}

/**
 * The arrow keys lead to the same cell of the next row, and from the last row out of the table. Browsers would lead to the cell
 * beside it.
 */
export const arrowInTable = (by: 1 | -1): Command =>
  inTable(({ table, start, row, cell }, state, dispatch, view) => {
    const { $head, empty } = state.selection
    if (!empty || !(view?.endOfTextblock(by > 0 ? 'down' : 'up') ?? true)) return false
    const next = table.maybeChild(row + by)
    if (!next) {
      const beside = state.doc.resolve(by > 0 ? start - 1 + table.nodeSize : start - 1)
      const found = Selection.findFrom(beside, by)
      if (found) dispatch?.(state.tr.setSelection(found).scrollIntoView())
      return found !== null
    }
    const column = Math.min(cell, next.childCount - 1)
    const from = positionOf(table, start, row + by, column)
    const target = { start: from, end: from + next.child(column).content.size }
    const at = view
      ? placeBelow(view, $head.pos, target, by)
      : Math.min(from + $head.parentOffset, target.end)
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, at)).scrollIntoView())
    return true
  })
