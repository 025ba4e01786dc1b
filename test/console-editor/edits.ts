import { joinBackward, splitBlock, toggleMark } from 'prosemirror-commands'
import { history, undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { canonical } from '../../src/console/app/editor/rich/source/canonical.ts'
import { type Place, placesOf } from '../../src/console/app/editor/rich/source/places.ts'
import { Printer, print } from '../../src/console/app/editor/rich/source/print.ts'
import { read } from '../../src/console/app/editor/rich/source/read.ts'
import { schema } from '../../src/console/app/editor/rich/source/schema.ts'

/** What is typed: also what has a meaning in Markdown. */
const typed = [
  'x',
  ' word ',
  '*',
  '_',
  '`',
  '[ref]',
  '[x](y)',
  '<b>',
  '|',
  '{% hint %}',
  '$$x$$',
  '# ',
  '- ',
  '1. ',
  '> ',
  '---',
  '\\',
  '&amp;',
  '~~',
  '![',
  '</summary>',
  '日本語',
  '[^1]',
  '[ ] ',
] as const

const kinds = ['type', 'mark', 'split', 'join', 'delete'] as const

export interface Edit {
  /** Fractions of the number of blocks and of the length of the block. */
  block: number
  from: number
  to: number
  kind: number
  what: number
}

const pick = <Item>(items: readonly Item[], fraction: number): Item =>
  items[Math.min(items.length - 1, Math.floor(fraction * items.length))] as Item

function run(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (transaction) => {
    next = state.apply(transaction)
  })
  return next
}

/** The first line of a place and the last, counted from 0. */
function linesOf(text: string, { start, end }: { start: number; end: number }): [number, number] {
  const count = (to: number) => text.slice(0, to).split('\n').length - 1
  return [count(start), count(end)]
}

/** What is wrong after an edit of a page; undefined if nothing is. */
export function problemAfter(text: string, edit: Edit): string | undefined {
  const doc = read(text)
  const places = placesOf(doc, new Printer(doc))
  const texts = places.filter(({ node }) => node.isTextblock)
  if (texts.length === 0) return undefined
  const place = pick(texts, edit.block)
  const kind = pick(kinds, edit.kind)
  const before = EditorState.create({ doc, plugins: [history()] })
  const after = edited(before, place, kind, edit)
  if (after.doc.eq(before.doc)) return undefined
  const described = `${kind} in ${place.node.type.name} ${JSON.stringify(place.node.textContent.slice(0, 60))}`
  const written = print(after.doc)
  const undone = run(after, undo)
  if (print(undone.doc) !== text) return `${described}: undo does not give the original text`
  // What changes the structure changes the list or the container around the block, and joining also the block before.
  const isInside = (kind === 'type' || kind === 'mark' || kind === 'delete') && !isEmpty(after, place)
  const [top, bottom] = isInside ? [place, place] : aroundPlace(doc, places, place, kind === 'join')
  const [first] = linesOf(text, top)
  const [, last] = linesOf(text, bottom)
  const lines = text.split('\n')
  const found = written.split('\n')
  const above = lines.slice(0, first)
  const below = lines.slice(last + 1)
  // Without its text, a block has no blank line before it either; the first block of a page none after it.
  while (isEmpty(after, place) && below[0]?.trim() === '') below.shift()
  while (isEmpty(after, place) && above.at(-1)?.trim() === '') above.pop()
  if (above.some((line, at) => line !== found[at]))
    return `${described}: a line above changed\n${above.find((line, at) => line !== found[at])}`
  if (below.length > 0 && below.some((line, at) => line !== found[found.length - below.length + at])) {
    const at = below.findIndex((line, index) => line !== found[found.length - below.length + index])
    return `${described}: a line below changed\n${below[at]}\n${found[found.length - below.length + at]}`
  }
  const again = canonical(read(written))
  const wanted = canonical(after.doc)
  if (again !== wanted) return `${described}: reads differently\n${difference(wanted, again)}`
  return undefined
}

/** A block without text has no line of its own. */
const isEmpty = ({ doc }: EditorState, { node, position }: Place) =>
  node.content.size === 0 || doc.nodeAt(position)?.content.size === 0

/** The first place and the last of the block at the top level that contains a place, and of the block before. */
function aroundPlace(
  doc: Node,
  places: readonly Place[],
  place: Place,
  hasPrevious: boolean,
): [Place, Place] {
  const indexOf = ({ position }: Place) => doc.resolve(position).index(0)
  const at = indexOf(place)
  const inside = places.filter((other) => indexOf(other) === at || (hasPrevious && indexOf(other) === at - 1))
  return [inside[0] ?? place, inside.at(-1) ?? place]
}

function difference(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at] && at < one.length) at += 1
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 80)).join('\n')
}

function edited(state: EditorState, place: Place, kind: (typeof kinds)[number], edit: Edit): EditorState {
  const { node, position } = place
  const at = (fraction: number) => position + 1 + Math.round(fraction * node.content.size)
  const [from, to] = [at(edit.from), at(edit.to)].sort((one, other) => one - other) as [number, number]
  const selected = (start: number, end: number) =>
    state.apply(state.tr.setSelection(TextSelection.create(state.doc, start, end)))
  switch (kind) {
    case 'type':
      return state.apply(state.tr.insertText(pick(typed, edit.what), from))
    case 'delete':
      return state.apply(state.tr.delete(from, to))
    case 'mark': {
      const { strong, em, code, strike } = schema.marks
      return run(selected(from, to), toggleMark(pick([strong, em, code, strike], edit.what)))
    }
    case 'split': {
      if (isOneLine(node)) return state
      const split = run(selected(from, from), splitListItem(schema.nodes.list_item))
      return split.doc.eq(state.doc) ? run(selected(from, from), splitBlock) : split
    }
    default: {
      if (isOneLine(node)) return state
      return run(selected(position + 1, position + 1), joinBackward)
    }
  }
}

const isOneLine = (node: Node) => ['table_cell', 'summary'].includes(node.type.name)
