import { type Evaluation, evaluateWith } from '../expressions/evaluate-markdown.ts'
import { previewOfBlock } from '../reading/preview.ts'
import { type LineHunk, lineDiff } from '../source/lines.ts'
import { type RevertedBlocks, revertBlocks } from '../source/revert-blocks.ts'
import { type GivenDocument, readDocument } from '../tree/document.model.ts'
import { markdownFromDocument } from '../writing/to-markdown.ts'
import { areShort } from './reading-cost.ts'
import { runTextTask } from './text-pool.ts'

/** Documents up to this many characters of JSON are written on the main thread, in a few milliseconds. */
const SHORT_DOCUMENT = 2_000

/**
 * The markdown of a document that a caller sent, once it is validated; a long one is validated and written in a worker
 * thread. What is wrong with it is invalid_input, with the path in the tree.
 */
export async function markdownOfDocument(document: GivenDocument): Promise<string> {
  const json = JSON.stringify(document)
  return json.length <= SHORT_DOCUMENT
    ? markdownFromDocument(readDocument(document))
    : runTextTask('markdown', json)
}

/** The first words of a block; a long text is read in a worker thread. */
export async function previewOfBlockIn(text: string, key: string): Promise<string | undefined> {
  return areShort(text) ? previewOfBlock(text, key) : runTextTask('preview', [text, key])
}

/** Takes back changes of blocks; long texts are compared in a worker thread. */
export async function revertBlocksOf(
  is: string,
  was: string,
  keys: readonly string[],
): Promise<RevertedBlocks> {
  if (areShort(is, was)) return revertBlocks(is, was, keys)
  return runTextTask('revertBlocks', [is, was, keys])
}

/** Which lines differ; long texts are compared in a worker thread. */
export async function lineDiffOf(before: string, after: string): Promise<LineHunk[]> {
  return areShort(before, after) ? lineDiff(before, after) : runTextTask('lineDiff', [before, after])
}

/** A source with its variables, conditions and includes evaluated; a long one is evaluated in a worker thread. */
export async function evaluatedSource(evaluation: Evaluation): Promise<string> {
  const { source, included } = evaluation
  return areShort(source, ...included.values())
    ? evaluateWith(evaluation)
    : runTextTask('evaluate', evaluation)
}
