import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { texts } from '../../texts/index.ts'
import { upload } from '../../uploads/upload.ts'
import { element } from '../forms/element.ts'
import { markdownOfFile } from '../markdown-of-file.ts'
import { insertMarkdown } from './changes.ts'
import styles from './RichMode.module.css'

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
export async function uploadInto(
  view: EditorView,
  file: File,
  { path, at, signal }: { path: string; at: number; signal: AbortSignal },
): Promise<void> {
  const id = crypto.randomUUID()
  const { name, type } = file
  const bar = element('progress', { max: '1', 'aria-label': texts.files.uploading(name) })
  const words = element('bdi', {}, texts.files.uploading(name))
  const dom = element('span', { class: styles.upload, contenteditable: 'false' }, words, bar)
  const end = (tr = view.state.tr) => view.dispatch(tr.setMeta(key, { id }))
  view.dispatch(view.state.tr.setMeta(key, { id, at, dom }))
  try {
    const onProgress = (share: number) => {
      bar.value = share
    }
    const [stored] = await upload({ path, file, signal, onProgress })
    if (signal.aborted || !stored) return
    const [found] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
    const place = found?.from ?? view.state.selection.from
    end(insertMarkdown(view.state, markdownOfFile(stored, type), place, place))
  } catch (error) {
    if (signal.aborted) return
    words.textContent = texts.files.uploadFailed(name, (error as Error).message)
    const dismiss = element('button', { type: 'button', class: 'button small' }, texts.files.dismiss)
    dismiss.addEventListener('click', () => end())
    bar.replaceWith(dismiss)
  }
}
