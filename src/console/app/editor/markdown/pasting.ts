import { type Extension, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { markdownFrom } from '../pasted/markdown-from.ts'

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
