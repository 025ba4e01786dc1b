import {
  deleteLine,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands'
import { EditorState, type Extension, Text, Transaction } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import type { ModeHandle, ModeProps } from '../mode.ts'
import { changesBetween } from './changes-between.ts'
import { markdownLanguage } from './language.ts'

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** CR LF only if every line ends with it. In a mixed text, carriage returns are parts of the lines, and stay. */
const separatorOf = (text: string): string =>
  text.includes('\r\n') && !/(^|[^\r])\n/.test(text) ? '\r\n' : '\n'

interface Opened extends Pick<ModeProps, 'initialText' | 'label' | 'onChange'> {
  parent: HTMLElement
  extensions: readonly Extension[]
}

/** Keys for whole lines. The others of the library are for programs, such as those for comments and brackets. */
const lineKeys: readonly KeyBinding[] = [
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Shift-Mod-k', run: deleteLine },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-]', run: indentMore },
]

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0' },
  '.cm-line': { padding: '0', unicodeBidi: 'plaintext' },
})

/** Opens a text in CodeMirror. Bytes that are not edited stay as they are. */
export function openEditor({ initialText, label, onChange, parent, extensions }: Opened): {
  view: EditorView
  handle: ModeHandle
} {
  const separator = separatorOf(initialText)
  const view = new EditorView({
    parent,
    doc: Text.of(initialText.split(separator)),
    extensions: [
      EditorState.lineSeparator.of(separator),
      EditorView.cspNonce.of(nonce()),
      // What is pasted can have other line breaks than the text.
      EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?|\n/g, separator)),
      EditorView.contentAttributes.of({
        'aria-label': label,
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.sliceDoc())
      }),
      history(),
      markdownLanguage,
      theme,
      ...extensions,
      keymap.of([...lineKeys, ...standardKeymap, ...historyKeymap]),
    ],
  })
  return { view, handle: handleOf(view, separator) }
}

function handleOf(view: EditorView, separator: string): ModeHandle {
  const lines = (text: string) => Text.of(text.split(separator))
  return {
    text: () => view.state.sliceDoc(),
    replace: (text) => {
      const changes = changesBetween(view.state.doc.toString(), lines(text).toString())
      view.dispatch({
        changes: changes.map(({ insert, ...range }) => ({ ...range, insert: Text.of(insert.split('\n')) })),
        // Undo takes back what this person typed, not what others did.
        annotations: Transaction.addToHistory.of(false),
      })
    },
    insert: (markdown) => {
      const insert = Text.of(markdown.split(/\r\n?|\n/))
      view.dispatch(view.state.replaceSelection(insert), { scrollIntoView: true })
      view.focus()
    },
    focus: (line) => {
      if (line !== undefined) {
        const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
        view.dispatch({
          selection: { anchor: from },
          effects: EditorView.scrollIntoView(from, { y: 'center' }),
        })
      }
      view.focus()
    },
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
  }
}
