import { z } from 'zod'
import { DomainError, locatedAt } from '../../core/errors.ts'
import { longValue } from '../../core/lists/long-values.ts'
import type { Context } from '../../core/operations/context.ts'
import { DocumentField, type GivenDocument, markdownOfDocument } from '../documents/index.ts'

/** What a change request is about, in Markdown. */
const MAX_DESCRIPTION = 20_000

const TOO_LONG = `must have at most ${MAX_DESCRIPTION} characters of Markdown`

type GivenDescription = string | GivenDocument

/** Markdown, or a document as stock clients of the public API send it. GraphQL takes Markdown only. */
export const Description = z
  .unknown()
  .transform((value, ctx): GivenDescription => {
    if (typeof value !== 'string') {
      const document = DocumentField.safeParse(value)
      if (document.success) return document.data
    } else if (value.length <= MAX_DESCRIPTION) return value
    const message =
      typeof value === 'string'
        ? TOO_LONG
        : 'must be a text in Markdown, or a document: {"object": "document", "nodes": [...]}'
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({
    description: `What it is about, in Markdown, at most ${MAX_DESCRIPTION} characters. An empty text removes it. In REST, it can also be a document.`,
  })

interface Described {
  description?: GivenDescription | undefined
}

/** Converts a document to Markdown before the transaction: a long one takes a worker thread, and no connection. */
export const preparedDescription = {
  needsPreparation: ({ description }: Described) => typeof description === 'object',
  prepare: async (
    { viewer }: Pick<Context, 'viewer'>,
    { description }: Described,
  ): Promise<string | undefined> => {
    if (typeof description !== 'object') return undefined
    try {
      const markdown = await markdownOfDocument(description, viewer.userId)
      if (markdown.length <= MAX_DESCRIPTION) return markdown
      throw new DomainError('invalid_input', TOO_LONG)
    } catch (error) {
      throw locatedAt(['description'], error)
    }
  },
}

/** The Markdown of a given description, if there is one. */
export const markdownOf = ({ description }: Described, prepared: string | undefined): string | undefined =>
  typeof description === 'string' ? description : prepared

/** The descriptions that did not come with their rows. */
export const descriptionText = longValue<string>({
  name: 'changeRequestDescription',
  scope: 'space:read',
  text: `SELECT "id", "description" AS "value" FROM "ChangeRequest" WHERE "id" = ANY($1)`,
})

/** The description of a change request in its row. */
export const descriptionIn = (row: { id: string; description: string | null; descriptionBytes: number }) => ({
  id: row.id,
  value: row.description,
  bytes: row.descriptionBytes,
})
