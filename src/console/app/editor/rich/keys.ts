import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  deleteSelection,
  exitCode,
  joinBackward,
  liftEmptyBlock,
  newlineInCode,
  selectNodeBackward,
  setBlockType,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { splitListItem } from 'prosemirror-schema-list'
import { type Command, TextSelection } from 'prosemirror-state'
import { arrowOut, blockBelow, downFromBreak, leaveContainer, leaveTable, unwrap } from './leaving.ts'
import { schema } from './source/schema.ts'
import { addColumn, addRow, arrowInTable, cellBelow, deleteColumn, deleteRow, moveCell } from './tables.ts'
import { toField } from './to-field.ts'
import { liftItem, sinkItem } from './toolbar/lists.ts'

const { nodes, marks } = schema

/** A new item of a task list is a task that is not done. */
const splitItem: Command = (state, dispatch, view) => {
  const { $from } = state.selection
  const item = $from.node(-1)
  const checked = item?.type === nodes.list_item && item.attrs.checked !== null ? false : null
  return splitListItem(nodes.list_item, { origin: null, checked })(state, dispatch, view)
}

/** From a summary to the text below it. */
const leaveSummary: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type !== nodes.summary) return false
  dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve($from.after() + 1))).scrollIntoView())
  return true
}

/** The block before an empty one, or before the cursor, is selected first if it is an island: it is not deleted by accident. */
const selectIsland: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0 || !$from.parent.isTextblock) return false
  const before = state.doc.resolve($from.before()).nodeBefore
  return before?.type === nodes.island ? selectNodeBackward(state, dispatch, view) : false
}

/** The task of the cursor is done, or no longer. */
const tickTask: Command = ({ selection: { $from }, tr }, dispatch) => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (node.type.spec.isolating) return false
    if (node.type !== nodes.list_item) continue
    if (node.attrs.checked === null) return false
    dispatch?.(tr.setNodeAttribute($from.before(depth), 'checked', !node.attrs.checked))
    return true
  }
  return false
}

const hardBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create(), false).scrollIntoView())
  return true
}

const toParagraph: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  const isStart = empty && $from.parentOffset === 0 && $from.parent.type === nodes.heading
  return isStart && setBlockType(nodes.paragraph)(state, dispatch, view)
}

const backspace = chainCommands(
  deleteSelection,
  toParagraph,
  unwrap,
  selectIsland,
  joinBackward,
  selectNodeBackward,
)

const levels = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((level) => [`Mod-Alt-${level}`, setBlockType(nodes.heading, { level })]),
)

/** The keys of a text. Those of dialogs are given. */
export const keysWith = (openLink: Command): Record<string, Command> => ({
  ...baseKeymap,
  ...levels,
  'Mod-Alt-0': setBlockType(nodes.paragraph),
  'Mod-b': toggleMark(marks.strong),
  'Mod-i': toggleMark(marks.em),
  'Mod-e': toggleMark(marks.code),
  'Mod-Shift-x': toggleMark(marks.strike),
  'Mod-k': openLink,
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  Enter: chainCommands(
    newlineInCode,
    leaveTable,
    cellBelow,
    leaveSummary,
    splitItem,
    createParagraphNear,
    leaveContainer,
    liftEmptyBlock,
    splitBlock,
  ),
  'Shift-Enter': chainCommands(exitCode, hardBreak),
  Backspace: backspace,
  'Mod-Backspace': backspace,
  Tab: chainCommands(moveCell(1), sinkItem),
  'Shift-Tab': chainCommands(moveCell(-1), liftItem, toField),
  ArrowUp: chainCommands(arrowOut('before'), arrowInTable(-1)),
  ArrowDown: chainCommands(downFromBreak, arrowOut('after'), arrowInTable(1)),
  'Mod-Enter': chainCommands(addRow, tickTask, blockBelow),
  'Mod-Shift-Enter': addColumn,
  'Mod-Shift-Backspace': deleteRow,
  'Mod-Alt-Backspace': deleteColumn,
})
