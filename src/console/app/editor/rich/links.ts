import type { Mark } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from './source/schema.ts'

const { link } = schema.marks

/** What a link is set on. */
export interface LinkPlace {
  from: number
  to: number
  /** The address that it has. Empty if it is no link yet. */
  href: string
}

/** The link of the selection, or the words that can become one. Null where no text is. */
export function linkAt({ doc, selection }: EditorState): LinkPlace | null {
  const { from, to, empty, $from } = selection
  if (!(selection instanceof TextSelection) || !$from.parent.inlineContent) return null
  const inside = empty ? [$from.nodeBefore, $from.nodeAfter] : [doc.resolve(from).nodeAfter]
  const [mark] = inside.flatMap((node) => link.isInSet(node?.marks ?? []) ?? [])
  const href = (mark?.attrs.href as string | undefined) ?? ''
  return mark && empty ? { ...rangeOf(doc.resolve(from), mark), href } : { from, to, href }
}

/** The range of the link around a position: all neighbours that have it, with other marks or without. */
function rangeOf($at: ReturnType<EditorState['doc']['resolve']>, mark: Mark): { from: number; to: number } {
  const { parent } = $at
  const index = $at.index()
  const isLinked = (at: number) => at >= 0 && mark.isInSet(parent.maybeChild(at)?.marks ?? [])
  // At its end, the cursor is in front of what follows.
  let start = isLinked(index) ? index : index - 1
  let end = start + 1
  while (start > 0 && isLinked(start - 1)) start -= 1
  while (isLinked(end)) end += 1
  const offset = (until: number) =>
    parent.children.slice(0, until).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  return { from: $at.start() + offset(start), to: $at.start() + offset(end) }
}

/** Sets, changes or with an empty address removes a link. Where no words are selected, the text is inserted. */
export function withLink(
  { tr, doc }: EditorState,
  { from, to }: LinkPlace,
  href: string,
  text: string,
): Transaction {
  if (from === to) {
    const words = text === '' ? href : text
    if (href === '') return tr
    tr.insert(from, schema.text(words, link.create({ href }).addToSet(doc.resolve(from).marks())))
    return tr.setSelection(TextSelection.create(tr.doc, from + words.length)).removeStoredMark(link)
  }
  const before = link.isInSet(doc.resolve(from).nodeAfter?.marks ?? [])
  tr.removeMark(from, to, link)
  if (href !== '') tr.addMark(from, to, link.create({ href, title: before?.attrs.title ?? null }))
  return tr
}
