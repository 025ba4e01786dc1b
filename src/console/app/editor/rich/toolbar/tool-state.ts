import { redoDepth, undoDepth } from 'prosemirror-history'
import type { MarkType } from 'prosemirror-model'
import { type EditorState, NodeSelection } from 'prosemirror-state'
import { linkAt } from '../links.ts'
import { schema } from '../source/schema.ts'
import { isInTable } from '../tables.ts'
import { type ListKind, listAround, quoteDepth } from './lists.ts'

const { marks, nodes } = schema

/** What the tools show of the selection. */
export interface ToolState {
  strong: boolean
  em: boolean
  code: boolean
  strike: boolean
  link: boolean
  /** The level of the heading; zero for other texts, and null where there is no text that could be one. */
  level: number | null
  list: ListKind | null
  isQuote: boolean
  isTable: boolean
  canUndo: boolean
  canRedo: boolean
}

function isMarked({ doc, selection, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, type)
}

export function toolsAt(state: EditorState): ToolState {
  const { selection } = state
  const { $from } = selection
  const isNode = selection instanceof NodeSelection
  const { parent } = $from
  const isStyled = !isNode && (parent.type === nodes.paragraph || parent.type === nodes.heading)
  return {
    strong: isMarked(state, marks.strong),
    em: isMarked(state, marks.em),
    code: isMarked(state, marks.code),
    strike: isMarked(state, marks.strike),
    link: (linkAt(state)?.href ?? '') !== '',
    level: isStyled ? ((parent.attrs.level as number | undefined) ?? 0) : null,
    list: listAround($from)?.kind ?? null,
    isQuote: quoteDepth($from) > 0,
    isTable: isInTable($from),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  }
}

const names = Object.keys as (tools: ToolState) => (keyof ToolState)[]

export const areSame = (one: ToolState | undefined, other: ToolState): boolean =>
  one !== undefined && names(other).every((name) => one[name] === other[name])
