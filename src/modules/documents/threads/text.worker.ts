import { serveTasks } from '../../../platform/workers/worker-tasks.ts'
import { type FollowedBlock, followBlocks } from '../blocks/follow-blocks.ts'
import { previewsOfBlocks } from '../blocks/preview.ts'
import { clientDocument } from '../clients/client-document.ts'
import { type ClientTargets, KnownRefs } from '../clients/client-refs.ts'
import { wantedUrls } from '../clients/wanted-urls.ts'
import { type Evaluation, evaluateWith } from '../expressions/evaluate-markdown.ts'
import { type ParsedPage, parsePage } from '../extraction/parsed-page.ts'
import { documentFromMarkdown } from '../reading/from-markdown.ts'
import { type LineHunk, lineDiff } from '../source/lines.ts'
import { type RevertedBlocks, revertBlocks } from '../source/revert-blocks.ts'
import { readDocument } from '../tree/document.model.ts'
import { markdownFromDocument } from '../writing/markdown-from-document.ts'

/** Blocks of a source, which are followed to a later one. */
export interface BlocksToFollow {
  before: string
  /** Null if it was deleted. */
  after: string | null
  keys: string[]
}

/** The tasks that run in a worker thread. */
export const textTasks = {
  /** The documents of texts, encoded: the main thread neither builds nor encodes them. */
  documents: (texts: string[]): Uint8Array[] =>
    texts.map((text) => Buffer.from(JSON.stringify(documentFromMarkdown(text)))),
  /** The URLs of a text that are resolved before its document is written for clients. */
  wantedUrls: (text: string): string[] => wantedUrls(documentFromMarkdown(text)),
  clientDocument: ([text, targets]: [string, ClientTargets]): Uint8Array =>
    Buffer.from(JSON.stringify(clientDocument(documentFromMarkdown(text), new KnownRefs(targets)))),
  parsePages: (texts: string[]): ParsedPage[] => texts.map(parsePage),
  /**
   * The Markdown of a document from a caller. The document is passed encoded, because copying a tree to a thread is
   * slower.
   */
  markdown: (document: string): string => markdownFromDocument(readDocument(JSON.parse(document))),
  previews: ([text, keys]: [string, readonly string[]]): (string | undefined)[] =>
    previewsOfBlocks(text, keys),
  revertBlocks: ([is, was, keys]: [string, string, readonly string[]]): RevertedBlocks =>
    revertBlocks(is, was, keys),
  lineDiff: ([before, after]: [string, string]): LineHunk[] => lineDiff(before, after),
  followBlocks: (texts: BlocksToFollow[]): FollowedBlock[][] =>
    texts.map(({ before, after, keys }) => followBlocks(before, after, keys)),
  evaluate: (evaluation: Evaluation): string => evaluateWith(evaluation),
}

export type TextTasks = typeof textTasks

await serveTasks(textTasks)
