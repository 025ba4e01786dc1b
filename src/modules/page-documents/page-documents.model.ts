import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { contentScope } from '../content/index.ts'

/** In the words of a query. */
const options = {
  evaluated: z.enum(['true', 'false', 'deterministic-only']).default('false').meta({
    description:
      'Whether variables, expressions and conditions are evaluated. `deterministic-only` is the same as `true`: what depends on the visitor has no value without one. Always true for readers of published sites.',
  }),
  dereferenced: z.enum(['true', 'false', 'reusable-contents']).default('false').meta({
    description:
      'Whether reusable contents are replaced by their blocks, which evaluates the text as well. `reusable-contents` is the same as `true`.',
  }),
}

export const GetPageDocument = z.object({
  ...contentScope,
  ...options,
  pageId: idField('Page', 'The ID of the page.'),
})
export const GetPageMetaLinks = z.object({
  ...contentScope,
  pageId: idField('Page', 'The ID of the page.'),
})
export const GetReusableContentDocument = z.object({
  ...contentScope,
  ...options,
  reusableContentId: idField('ReusableContent', 'The ID of the reusable content.'),
})

/** The hash of a text. */
const DocumentId = z
  .string()
  .regex(/^[\w-]{1,128}$/)
  .meta({
    description: 'The ID of the document: `documentId` of a page, or `document` of a reusable content.',
  })

export const GetDocument = z.object({
  spaceId: contentScope.spaceId,
  documentId: DocumentId,
})
