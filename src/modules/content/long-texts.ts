import { type DocumentTree, markdownFromDocument, previewOfBlock } from './document/index.ts'
import { type RevertedBlocks, revertBlocks } from './pages/revert-blocks.ts'
import { runTextTask, SHORT_TEXT } from './text-pool.ts'

/** Documents up to this many characters of JSON are written on the main thread, in a few milliseconds. */
const SHORT_DOCUMENT = 10_000

/** The markdown of a document; that of a long one is written in a worker thread. */
export async function markdownOfDocument(document: DocumentTree): Promise<string> {
  const json = JSON.stringify(document)
  return json.length <= SHORT_DOCUMENT ? markdownFromDocument(document) : runTextTask('markdown', json)
}

/** The first words of a block; a long text is read in a worker thread. */
export async function previewOfBlockIn(text: string, key: string): Promise<string | undefined> {
  return text.length <= SHORT_TEXT ? previewOfBlock(text, key) : runTextTask('preview', [text, key])
}

/** Takes back changes of blocks; long texts are compared in a worker thread. */
export async function revertBlocksOf(
  is: string,
  was: string,
  keys: readonly string[],
): Promise<RevertedBlocks> {
  if (is.length + was.length <= SHORT_TEXT) return revertBlocks(is, was, keys)
  return runTextTask('revertBlocks', [is, was, keys])
}
