import { type Node, NodeRange, type ResolvedPos } from 'prosemirror-model'
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, Transaction } from 'prosemirror-state'
import { schema } from '../source/schema.ts'

const { nodes } = schema

export type ListKind = 'bullet' | 'numbered' | 'task'

interface ListPlace {
  list: Node
  /** The position of the list. */
  at: number
  kind: ListKind
}

const isList = ({ type }: Node): boolean => type === nodes.bullet_list || type === nodes.ordered_list

/** The innermost list around a position. Null if a block such as a table or a hint is between both. */
export function listAround($pos: ResolvedPos): ListPlace | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const list = $pos.node(depth)
    if (list.type.spec.isolating && !list.isTextblock) return null
    if (!isList(list)) continue
    const isTask = $pos.node(depth + 1).attrs.checked !== null
    const kind = isTask ? 'task' : list.type === nodes.ordered_list ? 'numbered' : 'bullet'
    return { list, at: $pos.before(depth), kind }
  }
  return null
}

const typeOf = (kind: ListKind) => (kind === 'numbered' ? nodes.ordered_list : nodes.bullet_list)

/** Makes all items of a list tasks, or none of them. Tasks that are there stay as they are. */
function asTasks(tr: Transaction, at: number, isTask: boolean): Transaction {
  const list = tr.doc.nodeAt(at)
  list?.forEach((item, offset) => {
    const checked = item.attrs.checked as boolean | null
    if (isTask !== (checked !== null)) tr.setNodeAttribute(at + 1 + offset, 'checked', isTask ? false : null)
  })
  return tr
}

/** Makes a list of the blocks of the selection, another kind of the list around it, or no list any more. */
export const toggleList =
  (kind: ListKind): Command =>
  (state, dispatch, view) => {
    const place = listAround(state.selection.$from)
    if (place?.kind === kind) return liftListItem(nodes.list_item)(state, dispatch, view)
    const isTask = kind === 'task'
    if (!place) {
      return wrapInList(typeOf(kind))(
        state,
        dispatch &&
          ((tr) => {
            const made = listAround(tr.selection.$from)
            dispatch(made && isTask ? asTasks(tr, made.at, true) : tr)
          }),
        view,
      )
    }
    if (!dispatch) return true
    const { list, at } = place
    const { tr } = state
    if (list.type !== typeOf(kind)) tr.setNodeMarkup(at, typeOf(kind), { origin: list.attrs.origin })
    dispatch(asTasks(tr, at, isTask).scrollIntoView())
    return true
  }

/** The depth of the quote around a position. Zero if there is none, or a block such as a table is between both. */
export function quoteDepth($pos: ResolvedPos): number {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const node = $pos.node(depth)
    if (node.type === nodes.blockquote) return depth
    if (node.type.spec.isolating && !node.isTextblock) return 0
  }
  return 0
}

/** Takes the quote away that is around the selection, and leaves what is in it. */
export const liftQuote: Command = ({ selection: { $from }, tr }, dispatch) => {
  const depth = quoteDepth($from)
  if (depth === 0) return false
  const { doc } = tr
  const range = new NodeRange(doc.resolve($from.start(depth)), doc.resolve($from.end(depth)), depth)
  dispatch?.(tr.lift(range, depth - 1).scrollIntoView())
  return true
}

/** A list inside of an item has the marker of the list around it. */
export const sinkItem: Command = (state, dispatch, view) =>
  sinkListItem(nodes.list_item)(
    state,
    dispatch &&
      ((tr) => {
        const { $from } = tr.selection
        const [inner = 0, outer = 0] = Array.from(
          { length: $from.depth },
          (_, at) => $from.depth - at,
        ).filter((depth) => isList($from.node(depth)))
        const [list, around] = [$from.node(inner), $from.node(outer)]
        if (outer > 0 && list.attrs.origin === null && list.type === around.type)
          tr.setNodeAttribute($from.before(inner), 'marker', around.attrs.marker)
        dispatch(tr)
      }),
    view,
  )

export const liftItem: Command = liftListItem(nodes.list_item)
