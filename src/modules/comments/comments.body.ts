import type { z } from 'zod'
import { DomainError, locatedAt } from '../../core/errors.ts'
import { Markdown } from '../../core/fields.ts'
import { inputError } from '../../core/input-errors.ts'
import type { Context } from '../../core/operations/context.ts'
import { markdownOfDocument } from '../documents/index.ts'
import type { Body } from './comments.model.ts'

type GivenBody = z.output<typeof Body>

/**
 * Converts the body of an input to markdown before the transaction: a long document takes seconds in a worker thread, and
 * no connection may be held meanwhile. A body that is already markdown needs no preparation.
 */
export const preparedBody = <Name extends string>(name: Name) => ({
  needsPreparation: (input: Partial<Record<Name, GivenBody | undefined>>) =>
    input[name]?.document !== undefined,
  prepare: async (
    { viewer }: Pick<Context, 'viewer'>,
    input: Partial<Record<Name, GivenBody | undefined>>,
  ): Promise<string | undefined> => {
    const document = input[name]?.document
    return document && writtenAs(document, name, viewer.userId)
  },
})

/** The markdown of a document has the same limits as any other markdown. */
async function writtenAs(
  document: NonNullable<GivenBody['document']>,
  name: string,
  userId: string,
): Promise<string> {
  try {
    const written = Markdown.safeParse(await markdownOfDocument(document, userId), { error: inputError })
    if (written.success) return written.data
    const message = written.error.issues[0]?.message ?? 'cannot be written as markdown'
    throw new DomainError('invalid_input', message)
  } catch (error) {
    throw locatedAt([name, 'document'], error)
  }
}
