import { type EditorState, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { target as written } from '../rich/source/escape.ts'

/** A link in a line, with its title. */
const LINK = /(?<!!)\[([^\][]*)\]\(([^\s()<>]*|<[^<>]*>)(\s+"[^"]*")?\)/g

/** What a link is set on: one that is there, or the words that are selected. */
export interface MarkdownLink {
  from: number
  to: number
  words: string
  href: string
  /** How its title is written. */
  title: string
}

/** The link at the cursor, or what is selected. */
export function linkAt(state: EditorState): MarkdownLink {
  const { from, to } = state.selection.main
  const line = state.doc.lineAt(from)
  for (const { index, 0: whole, 1: words = '', 2: href = '', 3: title = '' } of line.text.matchAll(LINK)) {
    const start = line.from + index
    const end = start + whole.length
    if (start <= from && to <= end)
      return { from: start, to: end, words, href: href.replace(/^<|>$/g, ''), title }
  }
  return { from, to, words: state.sliceDoc(from, to), href: '', title: '' }
}

const escaped = (text: string): string => text.replace(/[\\[\]]/g, String.raw`\$&`)

/** Sets, changes or with an empty address removes a link. */
export function setLink(view: EditorView, place: MarkdownLink, href: string, typed: string): void {
  const { from, to, title } = place
  const words = place.words === '' ? escaped(typed === '' ? href : typed) : place.words
  const made = href === '' ? place.words : `[${words}](${written(href)}${title})`
  view.dispatch({
    changes: { from, to, insert: Text.of(made.split('\n')) },
    selection: { anchor: from + made.length },
    userEvent: 'input',
    scrollIntoView: true,
  })
}
