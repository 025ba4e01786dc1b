import { z } from 'zod'
import { DocumentField } from '../documents/index.ts'

export const MAX_SOURCE = 1_000_000

const markdown = z
  .string()
  .max(MAX_SOURCE)
  .optional()
  .meta({ description: 'The text in Markdown, optionally with front matter. Stored unchanged.' })

/** Strict, unlike other input: text in an unknown field would be lost silently. */
const Body = z
  .strictObject(
    { markdown, document: DocumentField.optional() },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys'
          ? 'must be {"markdown": "..."} or {"document": {"object": "document", "nodes": [...]}}'
          : undefined,
    },
  )
  .refine(({ markdown, document }) => markdown === undefined || document === undefined, {
    message: 'must have either markdown or a document',
    path: ['document'],
  })
  .meta({
    title: 'PageBody',
    description: 'The text of a page, in Markdown or as a document.',
    exactlyOne: true,
  })

/** A document alone is accepted as shorthand for `{ document }`. */
export const PageBody = z.preprocess((value) => (isTree(value) ? { document: value } : value), Body)
export type PageBody = z.output<typeof PageBody>

function isTree(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'object' in value && value.object === 'document'
}

const TREE = {
  type: 'object',
  description: 'Short for `{ document }`: the tree of nodes itself.',
  properties: { object: { const: 'document' } },
  required: ['object', 'nodes'],
  additionalProperties: true,
}

/** The text of a page or a reusable content: a document, or Markdown next to the other fields. */
export const textMembers = (description: string) => ({
  document: PageBody.optional().meta({ description, alsoAccepts: TREE }),
  markdown: markdown.meta({ description: `${description} Short for \`document: { markdown }\`.` }),
})

export const hasOneText = (change: { document?: unknown; markdown?: unknown }) =>
  change.document === undefined || change.markdown === undefined

export const ONE_TEXT = { message: 'must have the text once: as document or as markdown', path: ['markdown'] }
