import { type Extension, StateEffect, StateField, Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { texts } from '../../texts/index.ts'
import { upload } from '../../uploads/upload.ts'
import { markdownOfFile } from '../markdown-of-file.ts'
import styles from './MarkdownMode.module.css'

interface Progress {
  id: string
  name: string
  share: number
  problem?: string
}

const begin = StateEffect.define<{ at: number; progress: Progress }>({
  map: ({ at, progress }, changes) => ({ at: changes.mapPos(at), progress }),
})
const advance = StateEffect.define<Progress>()
const end = StateEffect.define<string>()

/** How far a file is, at the place where it will be. */
class ProgressWidget extends WidgetType {
  readonly progress: Progress

  constructor(progress: Progress) {
    super()
    this.progress = progress
  }

  override eq({ progress }: ProgressWidget): boolean {
    return progress === this.progress
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, name, share, problem } = this.progress
    const element = document.createElement('span')
    element.className = styles.upload ?? ''
    const words = document.createElement('bdi')
    words.textContent =
      problem === undefined ? texts.files.uploading(name) : texts.files.uploadFailed(name, problem)
    element.append(words)
    if (problem === undefined) {
      const bar = document.createElement('progress')
      bar.max = 1
      bar.value = share
      bar.setAttribute('aria-label', texts.files.uploading(name))
      element.append(bar)
    } else {
      const dismiss = document.createElement('button')
      dismiss.type = 'button'
      dismiss.className = 'button small'
      dismiss.textContent = texts.files.dismiss
      dismiss.addEventListener('click', () => view.dispatch({ effects: end.of(id) }))
      element.append(dismiss)
    }
    return element
  }

  override ignoreEvent(): boolean {
    return true
  }
}

const widgetFor = (progress: Progress) =>
  Decoration.widget({ widget: new ProgressWidget(progress), side: 1, progress })

const idOf = (value: Decoration): string => (value.spec as { progress: Progress }).progress.id

const uploads = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    let set = before.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(begin))
        set = set.update({ add: [widgetFor(effect.value.progress).range(effect.value.at)] })
      else if (effect.is(advance)) {
        const progress = effect.value
        const at = placeOf(set, progress.id)
        set = set.update({ filter: (_from, _to, value) => idOf(value) !== progress.id })
        if (at !== null) set = set.update({ add: [widgetFor(progress).range(at)] })
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
export async function uploadInto(
  view: EditorView,
  file: File,
  { path, at, signal }: { path: string; at: number; signal: AbortSignal },
): Promise<void> {
  const id = crypto.randomUUID()
  const { name, type } = file
  view.dispatch({ effects: begin.of({ at, progress: { id, name, share: 0 } }) })
  try {
    const [stored] = await upload({
      path,
      file,
      signal,
      onProgress: (share) => !signal.aborted && view.dispatch({ effects: advance.of({ id, name, share }) }),
    })
    if (signal.aborted || !stored) return
    const place = placeOf(view.state.field(uploads), id) ?? view.state.doc.length
    const insert = Text.of([markdownOfFile(stored, type)])
    view.dispatch({ changes: { from: place, insert }, effects: end.of(id), userEvent: 'input.paste' })
  } catch (error) {
    if (signal.aborted) return
    view.dispatch({ effects: advance.of({ id, name, share: 0, problem: (error as Error).message }) })
  }
}
