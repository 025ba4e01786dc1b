import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type Command, EditorState, type Plugin, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import type { ModeHandle } from '../mode.ts'
import { insertMarkdown, OPEN, replaceText } from './changes.ts'
import { IslandView, openSelected, type RenderIsland, typeBesideIsland } from './island-view.ts'
import { keysWith } from './keys.ts'
import { toEnd } from './leaving.ts'
import styles from './RichMode.module.css'
import { isRest, readBeginning } from './read-in-pieces.ts'
import { ItemView } from './shown/item-view.ts'
import { tagViews } from './shown/tag-views.ts'
import { lineAt, placesOf } from './source/places.ts'
import { Printer } from './source/print.ts'
import { typingRules } from './typing-rules.ts'
import { RestView, UnreadText } from './unread-text.ts'

interface Opened {
  view: EditorView
  handle: ModeHandle
  close: () => void
}

interface RichOptions {
  parent: HTMLElement
  initialText: string
  label: string
  /** Shown where there is no text yet. */
  placeholder: string
  onChange: (text: string) => void
  openLink: Command
  /** Called with each state that is shown. */
  onState: (state: EditorState) => void
  render: RenderIsland
  plugins: readonly Plugin[]
}

const COVERED = { top: 152, bottom: 16, left: 0, right: 0 }

/** Opens a text for editing as it is read. */
export function openRich(options: RichOptions): Opened {
  const { parent, initialText, label, placeholder, onChange, openLink, onState, render, plugins } = options
  const doc = readBeginning(initialText)
  const unread = new UnreadText()
  let printer = new Printer(doc)
  let reported = initialText
  let timer: ReturnType<typeof setTimeout> | undefined
  const text = () => printer.page(view.state.doc)
  const report = () => {
    clearTimeout(timer)
    timer = undefined
    const current = text()
    if (current === reported) return
    reported = current
    onChange(current)
  }
  const view: EditorView = new EditorView(parent, {
    state: EditorState.create({
      doc,
      plugins: [
        ...plugins,
        unread.plugin,
        typingRules(),
        keymap({ Enter: (_state, _dispatch, at) => at !== undefined && openSelected(at) }),
        keymap(keysWith(openLink)),
        history(),
      ],
    }),
    attributes: ({ doc: current }) => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      ...(isEmpty(current) ? { 'aria-placeholder': placeholder } : {}),
      spellcheck: 'true',
      class: `text ${styles.text ?? ''} ${hasFirstLevel(current) ? 'from-h1' : ''}`,
    }),
    nodeViews: {
      island: (node, at, position) =>
        isRest(node) ? new RestView(node) : new IslandView(node, at, position, render),
      inline_island: (node, at, position) => new IslandView(node, at, position, render),
      list_item: (node, at, position) => new ItemView(node, at, position),
      ...tagViews,
    },
    dispatchTransaction: (transaction) => {
      const next = view.state.apply(transaction)
      // What is not read yet is read before anybody reaches it.
      if (unread.isTouchedBy(next)) return unread.readAll(view)
      view.updateState(next)
      onState(next)
      // Once the editor has the focus again.
      if (transaction.getMeta(OPEN)) queueMicrotask(() => openSelected(view))
      if (!transaction.docChanged) return
      // After the key is on the screen, and before the next one: a tab that is killed loses at most one.
      timer ??= setTimeout(report)
    },
    handleTextInput: typeBesideIsland,
    // The header and the tools cover what is at the top.
    scrollThreshold: COVERED,
    scrollMargin: COVERED,
    handleDOMEvents: {
      blur: () => void report(),
      click: (at, event) => {
        // Below the last block, where nothing is.
        const last = at.dom.lastElementChild
        if (event.target !== at.dom || !last || event.clientY <= last.getBoundingClientRect().bottom)
          return false
        unread.readAll(at)
        toEnd(at.state, at.dispatch)
        at.focus()
        return true
      },
    },
  })
  return { view, handle: handleOf(), close }

  function close(): void {
    report()
    view.destroy()
  }

  function handleOf(): ModeHandle {
    return {
      text,
      replace: (next) => {
        if (next === text()) return
        unread.readAll(view)
        const transaction = replaceText(view.state, next, printer)
        printer = new Printer(transaction.doc)
        reported = next
        view.dispatch(transaction)
      },
      insert: (markdown) => {
        const { from, to } = view.state.selection
        view.dispatch(insertMarkdown(view.state, markdown, from, to))
        view.focus()
      },
      focus: (line) => {
        if (line !== undefined && line > 1) select(line)
        view.focus()
      },
      line: () => {
        const { $head } = view.state.selection
        const at = $head.depth > 0 && $head.parent.isTextblock ? $head.before() : $head.pos
        const place = placesOf(view.state.doc, printer).findLast(({ position }) => position <= at)
        const above = $head.parent.isTextblock ? breaksBefore($head.parent, $head.parentOffset) : 0
        return lineAt(text(), place?.start ?? 0) + above
      },
    }
  }

  /** Puts the cursor into the block of a line. */
  function select(line: number): void {
    unread.readAll(view)
    const whole = text()
    const place = placesOf(view.state.doc, printer).findLast(({ start }) => lineAt(whole, start) <= line)
    if (place === undefined) return
    const { tr } = view.state
    view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(place.position + 1))).scrollIntoView())
  }
}

/** Whether the page is one paragraph without text. */
const isEmpty = ({ childCount, firstChild }: EditorState['doc']): boolean =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0

/** Whether a text has headings of the first level besides the title of the page. */
const hasFirstLevel = ({ children }: EditorState['doc']): boolean =>
  children.some(({ type, attrs }, at) => at > 0 && type.name === 'heading' && attrs.level === 1)

/** How many lines of a text block end before an offset in it. */
function breaksBefore(block: EditorState['doc'], offset: number): number {
  let count = 0
  block.nodesBetween(0, offset, (node) => {
    const isSoft = node.marks.some(({ type }) => type.name === 'soft')
    if (isSoft || node.type.name === 'hard_break') count += 1
  })
  return count
}
