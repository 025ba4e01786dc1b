import { serveTasks } from '../../platform/worker-tasks.ts'
import {
  type DocumentTree,
  documentFromMarkdown,
  markdownFromDocument,
  previewOfBlock,
  readMarkdown,
} from './document/index.ts'
import { type Evaluation, evaluateWith } from './expressions/index.ts'
import { linksOf } from './links/extract.ts'
import { type LineHunk, lineDiff } from './merge/lines.ts'
import { type RevertedBlocks, revertBlocks } from './pages/revert-blocks.ts'
import type { Reading } from './readings.ts'
import { sectionsOf } from './search/sections.ts'

/** What is done with long texts, away from the main thread. */
export const textTasks = {
  /** The documents of texts, encoded: the main thread neither builds nor encodes them. */
  documents: (texts: string[]): Uint8Array[] =>
    texts.map((text) => Buffer.from(JSON.stringify(documentFromMarkdown(text)))),
  reading: (text: string): Reading => {
    const markdown = readMarkdown(text)
    return { links: linksOf(markdown), sections: sectionsOf(markdown.document) }
  },
  /** The markdown of a document, which arrives encoded: copying a tree to a thread takes longer. */
  markdown: (document: string): string => markdownFromDocument(JSON.parse(document) as DocumentTree),
  preview: ([text, key]: [string, string]): string | undefined => previewOfBlock(text, key),
  revertBlocks: ([is, was, keys]: [string, string, readonly string[]]): RevertedBlocks =>
    revertBlocks(is, was, keys),
  lineDiff: ([before, after]: [string, string]): LineHunk[] => lineDiff(before, after),
  evaluate: (evaluation: Evaluation): string => evaluateWith(evaluation),
}

export type TextTasks = typeof textTasks

await serveTasks(textTasks)
