import { previewsOfBlocks } from '../blocks/preview.ts'
import { type Evaluation, evaluateWith } from '../expressions/evaluate-markdown.ts'
import { type LineHunk, lineDiff } from '../source/lines.ts'
import { type RevertedBlocks, revertBlocks } from '../source/revert-blocks.ts'
import { type GivenDocument, readDocument } from '../tree/document.model.ts'
import { markdownFromDocument } from '../writing/markdown-from-document.ts'
import { areShort } from './reading-cost.ts'
import { runTextTask } from './text-pool.ts'

/** Documents up to this many characters of JSON are converted on the main thread, which takes a few milliseconds. */
const SHORT_DOCUMENT = 2_000

/**
 * Validates a document from a caller and converts it to Markdown, in a worker thread if it is long. Throws
 * invalid_input with the path in the document.
 */
export async function markdownOfDocument(document: GivenDocument, organizationId?: string): Promise<string> {
  const json = JSON.stringify(document)
  return json.length <= SHORT_DOCUMENT
    ? markdownFromDocument(readDocument(document))
    : runTextTask('markdown', json, organizationId)
}

/** The first words of blocks. Long texts are parsed in a worker thread. */
export async function previewsOfBlocksIn(
  text: string,
  keys: readonly string[],
  organizationId?: string,
): Promise<(string | undefined)[]> {
  return areShort(text) ? previewsOfBlocks(text, keys) : runTextTask('previews', [text, keys], organizationId)
}

/** Reverts changes of blocks. Long texts are compared in a worker thread. */
export async function revertBlocksOf(
  is: string,
  was: string,
  keys: readonly string[],
  organizationId?: string,
): Promise<RevertedBlocks> {
  if (areShort(is, was)) return revertBlocks(is, was, keys)
  return runTextTask('revertBlocks', [is, was, keys], organizationId)
}

/** The lines that differ. Long texts are compared in a worker thread. */
export async function lineDiffOf(
  before: string,
  after: string,
  organizationId?: string,
): Promise<LineHunk[]> {
  if (areShort(before, after)) return lineDiff(before, after)
  return runTextTask('lineDiff', [before, after], organizationId)
}

/** The document of a text, encoded, to be compared with others. */
export async function encodedDocument(text: string, organizationId: string): Promise<Uint8Array> {
  const [document] = await runTextTask('documents', [text], organizationId)
  return document as Uint8Array
}

/** Evaluates variables, conditions and includes of a source, in a worker thread if it is long. */
export async function evaluatedSource(evaluation: Evaluation, organizationId?: string): Promise<string> {
  const { source, included } = evaluation
  return areShort(source, ...included.values())
    ? evaluateWith(evaluation)
    : runTextTask('evaluate', evaluation, organizationId)
}
