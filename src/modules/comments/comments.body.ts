import type { z } from 'zod'
import { DomainError, locatedAt } from '../../core/errors.ts'
import { Markdown } from '../../core/fields.ts'
import { markdownOfDocument } from '../documents/index.ts'
import type { Body } from './comments.model.ts'

type GivenBody = z.output<typeof Body>

/**
 * How an operation gets the markdown of a body in its input: before the transaction, since writing a long document takes
 * seconds in a worker thread, in which no connection may be held. Nothing is prepared for a body that is markdown.
 */
export const preparedBody = <Name extends string>(name: Name) => ({
  needsPreparation: (input: Partial<Record<Name, GivenBody | undefined>>) =>
    input[name]?.document !== undefined,
  prepare: async (
    _ctx: unknown,
    input: Partial<Record<Name, GivenBody | undefined>>,
  ): Promise<string | undefined> => {
    const document = input[name]?.document
    return document && writtenAs(document, name)
  },
})

/** The markdown of a document has the limits of any other markdown. */
async function writtenAs(document: NonNullable<GivenBody['document']>, name: string): Promise<string> {
  try {
    const written = Markdown.safeParse(await markdownOfDocument(document))
    if (written.success) return written.data
    const message = written.error.issues[0]?.message ?? 'This document cannot be written as markdown.'
    throw new DomainError('invalid_input', message)
  } catch (error) {
    throw locatedAt([name, 'document'], error)
  }
}
