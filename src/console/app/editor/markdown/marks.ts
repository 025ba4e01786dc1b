import { syntaxTree } from '@codemirror/language'
import { type Extension, RangeSetBuilder, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { texts } from '../../texts/index.ts'
import { type DoubtFacts, type DoubtKind, doubtsInLine } from '../doubts.ts'
import styles from './MarkdownMode.module.css'

/** Blocks whose lines are no text. */
const NO_TEXT: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'FrontMatter', 'CommentBlock'])

const mark = (kind: DoubtKind) =>
  Decoration.mark({ class: styles.doubt ?? '', attributes: { title: texts.editor.doubts[kind] } })

function isText({ state }: EditorView, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1); node.parent; node = node.parent)
    if (NO_TEXT.has(node.name)) return false
  return true
}

function decorationsOf(view: EditorView, facts: DoubtFacts): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at)
      const doubts = doubtsInLine(line.text, facts)
      if (doubts.length > 0 && isText(view, line.from + line.text.search(/\S/))) {
        for (const doubt of doubts)
          builder.add(line.from + doubt.from, line.from + doubt.to, mark(doubt.kind))
      }
      at = line.to + 1
    }
  }
  return builder.finish()
}

const refresh = StateEffect.define<null>()

/** Looks again at what can be doubtful: other pages are there. */
export const refreshMarks = (view: EditorView): void => view.dispatch({ effects: refresh.of(null) })

/** Marks quietly what is doubtful in the lines that are visible: broken links, pictures without a text, very long lines. */
export const marks = (facts: () => DoubtFacts): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = decorationsOf(view, facts())
      }

      update({ docChanged, viewportChanged, state, startState, transactions, view }: ViewUpdate): void {
        const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(refresh)))
        // A long text is parsed in steps.
        const isParsed = syntaxTree(state) !== syntaxTree(startState)
        if (docChanged || viewportChanged || isParsed || isAsked)
          this.decorations = decorationsOf(view, facts())
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
