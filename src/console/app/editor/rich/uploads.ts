import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { uploadInPlace } from '../upload-in-place.ts'
import { insertMarkdown } from './changes.ts'

interface Change {
  id: string
  /** Where it begins. */
  at?: number
  dom?: HTMLElement
}

const key = new PluginKey<DecorationSet>('uploads')

const apply = (tr: Transaction, before: DecorationSet): DecorationSet => {
  const set = before.map(tr.mapping, tr.doc)
  const change = tr.getMeta(key) as Change | undefined
  if (change === undefined) return set
  if (change.at !== undefined && change.dom) {
    return set.add(tr.doc, [
      Decoration.widget(change.at, change.dom, { id: change.id, ignoreSelection: true }),
    ])
  }
  return set.remove(set.find(undefined, undefined, (spec) => spec.id === change.id))
}

/** Files that are being uploaded, shown where they will be. */
export const uploads = (): Plugin<DecorationSet> =>
  new Plugin({
    key,
    state: { init: () => DecorationSet.empty, apply },
    props: { decorations: (state) => key.getState(state) },
  })

/** Uploads a file, with its progress in place, and inserts its Markdown there. */
export function uploadInto(
  view: EditorView,
  file: File,
  { at, ...how }: { path: string; at: number; signal: AbortSignal },
): Promise<void> {
  const id = crypto.randomUUID()
  return uploadInPlace(file, how, {
    show: (dom) => view.dispatch(view.state.tr.setMeta(key, { id, at, dom })),
    end: (markdown) => {
      const [found] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
      const place = found?.from ?? view.state.selection.from
      const tr = markdown === undefined ? view.state.tr : insertMarkdown(view.state, markdown, place, place)
      view.dispatch(tr.setMeta(key, { id }))
    },
  })
}
