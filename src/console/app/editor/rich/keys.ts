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
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, TextSelection } from 'prosemirror-state'
import { arrowOut, blockBelow, leaveContainer, leaveTable, unwrap } from './leaving.ts'
import { schema } from './source/schema.ts'
import { addColumn, addRow, cellBelow, deleteColumn, deleteRow, moveCell } from './tables.ts'

const { nodes, marks } = schema

/** A new item of a task list is a task that is not done. */
const splitItem: Command = (state, dispatch, view) => {
  const { $from } = state.selection
  const item = $from.node(-1)
  const checked = item?.type === nodes.list_item && item.attrs.checked !== null ? false : null
  return splitListItem(nodes.list_item, { origin: null, checked })(state, dispatch, view)
}

/** A list inside of an item has the marker of the list around it. */
const sinkItem: Command = (state, dispatch, view) =>
  sinkListItem(nodes.list_item)(
    state,
    dispatch &&
      ((tr) => {
        const { $from } = tr.selection
        const [inner = 0, outer = 0] = Array.from(
          { length: $from.depth },
          (_, at) => $from.depth - at,
        ).filter((depth) => $from.node(depth).type.name.endsWith('_list'))
        const [list, around] = [$from.node(inner), $from.node(outer)]
        if (outer > 0 && list.attrs.origin === null && list.type === around.type)
          tr.setNodeAttribute($from.before(inner), 'marker', around.attrs.marker)
        dispatch(tr)
      }),
    view,
  )

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
  'Shift-Tab': chainCommands(moveCell(-1), liftListItem(nodes.list_item)),
  ArrowUp: arrowOut('before'),
  ArrowDown: arrowOut('after'),
  'Mod-Enter': chainCommands(addRow, blockBelow),
  'Mod-Shift-Enter': addColumn,
  'Mod-Shift-Backspace': deleteRow,
  'Mod-Alt-Backspace': deleteColumn,
})
