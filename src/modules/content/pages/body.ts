import { DomainError } from '../../../core/errors.ts'
import { markdownOfDocument, splitSource } from '../../documents/index.ts'
import { MAX_SOURCE, type PageBody } from './body.model.ts'

/** The text that a change brings, in whichever form; undefined when it brings none. */
export function bodyOf(change: {
  document?: PageBody | undefined
  markdown?: string | undefined
}): PageBody | undefined {
  return change.document ?? (change.markdown === undefined ? undefined : { markdown: change.markdown })
}

/** The source that a body stands for. A document says nothing of front matter, so what there was stays. */
export async function sourceOfBody(body: PageBody | undefined, before: string): Promise<string> {
  if (!body?.document) return body?.markdown ?? ''
  const written = before.slice(0, splitSource(before).bodyStart) + (await markdownOfDocument(body.document))
  if (written.length <= MAX_SOURCE) return written
  throw new DomainError('invalid_input', `Written out, the document is longer than ${MAX_SOURCE} characters.`)
}
