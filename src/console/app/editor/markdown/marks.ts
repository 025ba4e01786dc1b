import { type Extension, RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { TreePage } from '../../screens/space/use-tree-pages.ts'
import { texts } from '../../texts/index.ts'
import { pageOfLink } from '../link-to-page.ts'
import styles from './MarkdownMode.module.css'

/** A line beyond this is hard to read in a diff. */
const MAX_LINE = 1_000

/** A link or a picture, up to its target. */
const LINK = /(!?)\[([^\][]*)\]\(([^\s()<>]*)/g

export interface MarkFacts {
  path: string
  pages: readonly TreePage[]
  /** Whether all pages of the space are known. */
  isComplete: boolean
}

const mark = (title: string) => Decoration.mark({ class: styles.doubt ?? '', attributes: { title } })

/** What a reader would stumble over in one line: its parts, and what is wrong with them. */
export function doubtsIn(line: string, facts: MarkFacts): { from: number; to: number; problem: string }[] {
  const t = texts.editor.doubts
  const doubts = [...line.matchAll(LINK)].flatMap((found) => {
    const [whole, sign = '', text = '', target = ''] = found
    const range = { from: found.index, to: found.index + whole.length }
    if (sign === '!' && text.trim() === '') return [{ ...range, problem: t.noAlt }]
    const isBroken = facts.isComplete && pageOfLink(facts.path, target, facts.pages) === null
    return isBroken ? [{ ...range, problem: t.broken }] : []
  })
  const isLong = line.length > MAX_LINE && !doubts.some(({ to }) => to > MAX_LINE)
  return isLong ? [...doubts, { from: MAX_LINE, to: line.length, problem: t.long }] : doubts
}

function decorationsOf(view: EditorView, facts: MarkFacts): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at)
      for (const doubt of doubtsIn(line.text, facts))
        builder.add(line.from + doubt.from, line.from + doubt.to, mark(doubt.problem))
      at = line.to + 1
    }
  }
  return builder.finish()
}

/** Marks quietly what is doubtful in the lines that are visible: broken links, pictures without a text, very long lines. */
export const marks = (facts: () => MarkFacts): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = decorationsOf(view, facts())
      }

      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged)
          this.decorations = decorationsOf(update.view, facts())
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
