import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
  Text,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { texts } from '../../texts/index.ts'
import { element } from '../forms/element.ts'
import { imageFrom } from '../forms/image-source.ts'
import styles from '../forms/SourceForm.module.css'
import { sourceForm } from '../forms/source-form.ts'

/** A line that can be an image alone. */
const MAYBE_IMAGE = /^\s*(?:!\[|<(?:figure|picture|img)\b)/i

/** The source of an image that is alone in its line. */
function imageIn(state: EditorState, at: number): { from: number; to: number; source: string } | null {
  const line = state.doc.lineAt(at)
  if (!MAYBE_IMAGE.test(line.text)) return null
  const source = line.text.trim()
  const from = line.from + line.text.indexOf(source)
  return imageFrom(source) ? { from, to: from + source.length, source } : null
}

/** Where the image is whose form is open. Others can change the text meanwhile. */
const setPlace = StateEffect.define<{ from: number; to: number } | null>()
const place = StateField.define<{ from: number; to: number } | null>({
  create: () => null,
  update: (before, { changes, effects }) => {
    const set = effects.find((effect) => effect.is(setPlace))
    if (set) return set.value
    return before && { from: changes.mapPos(before.from, -1), to: changes.mapPos(before.to, 1) }
  },
})

/** Opens the form of the image of a line over the text. What is typed in it is in the text at once. */
function openForm(view: EditorView, at: number): boolean {
  const found = imageIn(view.state, at)
  if (!found) return false
  const { from, to, source } = found
  view.dispatch({ effects: setPlace.of({ from, to }) })
  let written = source
  const write = (next: string) => {
    const range = view.state.field(place)
    // Others have changed the image itself.
    if (next === written || !range || view.state.sliceDoc(range.from, range.to) !== written) return
    written = next
    const end = range.from + next.length
    view.dispatch({
      changes: { ...range, insert: Text.of(next.split('\n')) },
      effects: setPlace.of({ from: range.from, to: end }),
      selection: { anchor: end },
      userEvent: 'input',
    })
  }
  const close = (last: string) => {
    write(last)
    dialog.close()
    dialog.remove()
    view.dispatch({ effects: setPlace.of(null) })
    view.focus()
  }
  const form = sourceForm({
    source,
    onInput: write,
    onCancel: () => close(source),
    onApply: close,
  })
  const dialog = element('dialog', { class: styles.dialog, 'aria-label': texts.rich.editImage }, form)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    close(source)
  })
  view.dom.parentElement?.append(dialog)
  dialog.showModal()
  return true
}

class EditButton extends WidgetType {
  override eq(): boolean {
    return true
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = element(
      'button',
      { type: 'button', class: `button small ${styles.edit}`, contenteditable: 'false' },
      texts.rich.editImage,
    )
    button.addEventListener('click', () => openForm(view, view.posAtDOM(button)))
    return button
  }

  override ignoreEvent(): boolean {
    return true
  }
}

const button = Decoration.widget({ widget: new EditButton(), side: 1 })

function buttonsOf({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) {
      const image = imageIn(state, at)
      if (image) builder.add(image.to, image.to, button)
    }
  }
  return builder.finish()
}

/** A button beside each image that opens its form, and a key for the one at the cursor. */
export const imageForms: Extension = [
  place,
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = buttonsOf(view)
      }

      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = buttonsOf(view)
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  keymap.of([{ key: 'Alt-Enter', run: (view) => openForm(view, view.state.selection.main.head) }]),
]
