import { z } from 'zod'
import { Format, idField } from '../../core/fields.ts'
import { trimEnds } from '../../core/trim.ts'
import { contentPlace } from '../change-requests/index.ts'

/** The content to read: main content of a space, a change request, or a revision. */
export const contentScope = {
  spaceId: idField('Space', 'The ID of the space.'),
  changeRequestId: contentPlace.changeRequestId,
  revisionId: idField('Revision', 'The ID of the revision.').optional(),
}

const options = {
  metadata: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether to include the Git origin of pages and files.' }),
  computed: z.boolean().default(true).meta({ description: 'Whether to include computed content.' }),
}

export const GetContent = z.object({ ...contentScope, ...options })

export const pageFormat = {
  ...options,
  format: Format.optional(),
  evaluated: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether variables, expressions and conditions are evaluated.' }),
}
export const GetPage = z.object({
  ...contentScope,
  ...pageFormat,
  pageId: idField('Page', 'The ID of the page.'),
})

const PagePath = z
  .string()
  .max(2000)
  .transform((path) => trimEnds(path, /\//))
  .meta({ description: 'The slugs from the root to the page, joined by slashes.' })

export const GetPageByPath = z.object({
  ...contentScope,
  ...pageFormat,
  pagePath: PagePath,
  former: z.boolean().default(false).meta({
    description:
      'Whether a path that no page has leads to the page that had it in main content before it was moved or renamed.',
  }),
})

export const ListFilesFilters = z.object({})
export const NoFilters = z.object({})
export const ListFiles = z.object({ ...contentScope, ...options })
export const GetFile = z.object({
  ...contentScope,
  ...options,
  fileId: idField('File', 'The ID of the file.'),
})
export const GetReusableContent = z.object({
  ...contentScope,
  ...pageFormat,
  reusableContentId: idField('ReusableContent', 'The ID of the reusable content.'),
})
