import { DomainError, locatedAt } from '../../core/errors.ts'
import { markdownOfDocument, splitSource } from '../documents/index.ts'
import { MAX_SOURCE, type PageBody } from './body.model.ts'
import type { ContentChange } from './changes.model.ts'

/** The text of a change, in either format. Undefined if it has none. */
export function bodyOf(change: {
  document?: PageBody | undefined
  markdown?: string | undefined
}): PageBody | undefined {
  return change.document ?? (change.markdown === undefined ? undefined : { markdown: change.markdown })
}

/** The documents of a batch as Markdown, by the index of their change. */
export type WrittenDocuments = ReadonlyMap<number, string>

const placeOf = (at: number) => ['changes', at, 'document', 'document']

/** Validates the documents of changes and converts them to Markdown. This can take seconds, in worker threads. */
export async function writeDocuments(
  changes: readonly ContentChange[],
  organizationId?: string,
): Promise<WrittenDocuments> {
  const written = new Map<number, string>()
  for (const [at, change] of changes.entries()) {
    const document = 'document' in change ? change.document?.document : undefined
    if (!document) continue
    try {
      written.set(at, await markdownOfDocument(document, organizationId))
    } catch (error) {
      throw locatedAt(placeOf(at), error)
    }
  }
  return written
}

/** The source for the body of a change. A document has no front matter, so the existing one is kept. */
export function sourceOfBody(
  documents: WrittenDocuments,
  at: number,
  body: PageBody | undefined,
  before: string,
): string {
  if (!body?.document) return body?.markdown ?? ''
  const source = before.slice(0, splitSource(before).bodyStart) + (documents.get(at) ?? '')
  if (source.length <= MAX_SOURCE) return source
  const message = `As markdown, the document has ${source.length} characters; at most ${MAX_SOURCE} are allowed.`
  throw locatedAt(placeOf(at), new DomainError('invalid_input', message))
}
