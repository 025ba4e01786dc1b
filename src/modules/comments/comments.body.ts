import type { z } from 'zod'
import { DomainError } from '../../core/errors.ts'
import { Markdown } from '../../core/fields.ts'
import { markdownOfDocument } from '../documents/index.ts'
import type { Body } from './comments.model.ts'

/**
 * The markdown of a body, which stands at `path` of the input. The markdown of a document has the limits of any other;
 * they are checked here and not by the schema, because a long document is written in a worker thread.
 */
export async function markdownIn(
  { markdown, document }: z.output<typeof Body>,
  path: string,
): Promise<string> {
  if (!document) return markdown ?? ''
  const written = Markdown.safeParse(await markdownOfDocument(document))
  if (written.success) return written.data
  const message = written.error.issues[0]?.message ?? 'This document cannot be written as markdown.'
  throw new DomainError('invalid_input', `${path}.document: ${message}`, [
    { path: [path, 'document'], message },
  ])
}
