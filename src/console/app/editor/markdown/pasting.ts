import { type Extension, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { inertElementsOf } from '../../parts/RenderedHtml.tsx'
import { htmlToMarkdown, spreadsheetToMarkdown } from '../html-to-markdown.ts'

/** More than this is pasted as it is. */
const MAX_HTML = 1_000_000

/** Elements that are worth a conversion. Without one of them, the text says the same. */
const FORMATTED = /<(?:h[1-6]|p|a|b|strong|i|em|ul|ol|table|pre|code|blockquote|img|s|del)\b/i
/** The policy of the console allows no styles in HTML, not even in HTML that is only read. */
const withoutStyles = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/gi, ' data-style='))

/** What was copied elsewhere, as Markdown. Null if it is best pasted as the text that it is. */
export function markdownFrom({ html, text }: { html: string; text: string }): string | null {
  const cells = spreadsheetToMarkdown(text)
  if (cells !== null) return cells
  if (html === '' || html.length > MAX_HTML || !FORMATTED.test(html)) return null
  const markdown = htmlToMarkdown(inertElementsOf(withoutStyles(html)))
  return markdown === '' ? null : markdown
}

/** Converts what is pasted, and uploads files that are pasted or dropped. Shift with paste leaves texts as they are. */
export const pasting = (onFiles: (files: readonly File[], at: number) => void): Extension => {
  let isPlain = false
  return EditorView.domEventHandlers({
    keydown: (event) => {
      isPlain = event.shiftKey
    },
    paste: (event, view) => {
      const { clipboardData } = event
      if (!clipboardData) return false
      const text = clipboardData.getData('text/plain')
      const html = clipboardData.getData('text/html')
      // A spreadsheet also offers a picture of its cells.
      if (clipboardData.files.length > 0 && text === '') {
        onFiles([...clipboardData.files], view.state.selection.main.head)
        return true
      }
      const markdown = isPlain ? null : markdownFrom({ html, text })
      if (markdown === null) return false
      const change = view.state.replaceSelection(Text.of(markdown.split('\n')))
      view.dispatch(change, { userEvent: 'input.paste', scrollIntoView: true })
      return true
    },
    drop: (event, view) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return false
      event.preventDefault()
      onFiles(files, view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length)
      return true
    },
  })
}
