import { Fragment, type Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { markdownFrom } from '../pasted/markdown-from.ts'
import { seemsMarkdown } from '../pasted/seems-markdown.ts'
import { sliceOf } from './changes.ts'
import { Printer } from './source/print.ts'
import { schema } from './source/schema.ts'

/** What is copied, as Markdown. Texts of one paragraph are copied without it. */
export function markdownOf({ content }: Slice): string {
  const blocks = content.firstChild?.isInline
    ? Fragment.from(schema.nodes.paragraph.create(null, content))
    : content
  const doc = schema.nodes.doc.create(null, blocks)
  return new Printer(doc).blocks(doc, '')
}

function pastedMarkdown(data: DataTransfer, isPlain: boolean): string | null {
  if (isPlain) return null
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  // What was copied here has its Markdown as its text.
  if (html.includes('data-pm-slice')) return text
  return markdownFrom({ html, text }) ?? (seemsMarkdown(text) ? text : null)
}

function insert(view: EditorView, data: DataTransfer, isPlain: boolean): void {
  const { tr } = view.state
  const markdown = pastedMarkdown(data, isPlain)
  if (markdown !== null) tr.replaceSelection(sliceOf(markdown))
  else {
    const lines = data.getData('text/plain').split(/(?:\r\n?|\n)+/)
    const [only = ''] = lines
    if (lines.length === 1) tr.insertText(only)
    else {
      const paragraphs = lines.map((line) =>
        schema.nodes.paragraph.create(null, line === '' ? null : schema.text(line)),
      )
      const { $from, $to } = tr.selection
      tr.replaceRange(
        $from.pos,
        $to.pos,
        schema.nodes.doc
          .create(null, paragraphs)
          .slice(1, -1 + paragraphs.reduce((sum, { nodeSize }) => sum + nodeSize, 0)),
      )
    }
  }
  view.dispatch(tr.scrollIntoView().setMeta('paste', true))
}

/**
 * Pastes HTML, spreadsheets and Markdown. The library would read HTML by a policy of its own, which the page does not
 * allow. Shift with paste leaves texts as they are.
 */
export const pasting = (onFiles: (files: readonly File[], at: number) => void): Plugin => {
  let isPlain = false
  return new Plugin({
    props: {
      clipboardTextSerializer: markdownOf,
      handleDOMEvents: {
        keydown: (_view, event) => {
          isPlain = event.shiftKey
          return false
        },
        paste: (view, event) => {
          const data = event.clipboardData
          if (!data || (event.target instanceof Element && event.target.closest('input, textarea')))
            return false
          event.preventDefault()
          if (data.files.length > 0 && data.getData('text/plain') === '')
            onFiles([...data.files], view.state.selection.from)
          else insert(view, data, isPlain)
          return true
        },
        drop: (view, event) => {
          if (view.dragging || !event.dataTransfer) return false
          event.preventDefault()
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
          const files = [...event.dataTransfer.files]
          if (files.length > 0) onFiles(files, place?.pos ?? view.state.doc.content.size)
          else insert(view, event.dataTransfer, false)
          return true
        },
      },
    },
  })
}
