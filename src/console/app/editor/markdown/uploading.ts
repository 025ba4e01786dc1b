import { type Extension, StateEffect, StateField, Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { uploadInPlace } from '../upload-in-place.ts'

const begin = StateEffect.define<{ at: number; dom: HTMLElement; id: string }>({
  map: ({ at, ...rest }, changes) => ({ at: changes.mapPos(at), ...rest }),
})
const end = StateEffect.define<string>()

/** How far a file is, at the place where it will be. */
class ProgressWidget extends WidgetType {
  readonly id: string
  readonly #dom: HTMLElement

  constructor(id: string, dom: HTMLElement) {
    super()
    this.id = id
    this.#dom = dom
  }

  override eq({ id }: ProgressWidget): boolean {
    return id === this.id
  }

  override toDOM(): HTMLElement {
    return this.#dom
  }

  override ignoreEvent(): boolean {
    return true
  }
}

const idOf = (value: Decoration): string => (value.spec as { widget: ProgressWidget }).widget.id

const uploads = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    let set = before.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(begin)) {
        const { at, dom, id } = effect.value
        const widget = new ProgressWidget(id, dom)
        set = set.update({ add: [Decoration.widget({ widget, side: 1 }).range(at)] })
      } else if (effect.is(end))
        set = set.update({ filter: (_from, _to, value) => idOf(value) !== effect.value })
    }
    return set
  },
  provide: (field) => EditorView.decorations.from(field),
})

function placeOf(set: DecorationSet, id: string): number | null {
  for (const cursor = set.iter(); cursor.value; cursor.next())
    if (idOf(cursor.value) === id) return cursor.from
  return null
}

export const uploading: Extension = uploads

/** Uploads a file, with its progress in place, and inserts its Markdown there. */
export function uploadInto(
  view: EditorView,
  file: File,
  { at, ...how }: { path: string; at: number; signal: AbortSignal },
): Promise<void> {
  const id = crypto.randomUUID()
  return uploadInPlace(file, how, {
    show: (dom) => view.dispatch({ effects: begin.of({ at, dom, id }) }),
    end: (markdown) => {
      const from = placeOf(view.state.field(uploads), id) ?? view.state.doc.length
      const changes = markdown === undefined ? [] : { from, insert: Text.of(markdown.split('\n')) }
      view.dispatch({ changes, effects: end.of(id), userEvent: 'input.paste' })
    },
  })
}
