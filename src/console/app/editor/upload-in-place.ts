import { texts } from '../texts/index.ts'
import { upload } from '../uploads/upload.ts'
import styles from './Editor.module.css'
import { element } from './forms/element.ts'
import { markdownOfFile } from './markdown-of-file.ts'

/** The place in a text where a file will be. */
export interface UploadPlace {
  /** Shows the progress there. */
  show: (progress: HTMLElement) => void
  /** Ends the progress, with the Markdown that takes its place. */
  end: (markdown?: string) => void
}

/** Uploads a file, with its progress in the text. What fails stays there until it is dismissed. */
export async function uploadInPlace(
  file: File,
  { path, signal }: { path: string; signal: AbortSignal },
  { show, end }: UploadPlace,
): Promise<void> {
  const { name, type } = file
  const bar = element('progress', { max: '1', value: '0', 'aria-label': texts.files.uploading(name) })
  const words = element('bdi', {}, texts.files.uploading(name))
  show(element('span', { class: styles.upload, contenteditable: 'false' }, words, bar))
  try {
    const onProgress = (share: number) => {
      bar.value = share
    }
    const [stored] = await upload({ path, file, signal, onProgress })
    if (!signal.aborted && stored) end(markdownOfFile(stored, type))
  } catch (error) {
    if (signal.aborted) return
    words.textContent = texts.files.uploadFailed(name, (error as Error).message)
    const dismiss = element('button', { type: 'button', class: 'button small' }, texts.files.dismiss)
    dismiss.addEventListener('click', () => end())
    bar.replaceWith(dismiss)
  }
}
