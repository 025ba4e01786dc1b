import { documentFromMarkdown } from '../../src/modules/documents/index.ts'
import { createMergeSource } from '../../src/modules/text-merge/source.ts'
import type { TextMergeTools } from '../../src/modules/text-merge/text.ts'
import { createGit } from '../../src/platform/git.ts'
import '../support/git.ts'

/** The tools of a merge of texts, as a worker thread has them. */
export const textTools: TextMergeTools = {
  git: createGit(),
  documentOf: (text) => Buffer.from(JSON.stringify(documentFromMarkdown(text))),
}

export const mergeTools = { mergeSource: createMergeSource(textTools) }
