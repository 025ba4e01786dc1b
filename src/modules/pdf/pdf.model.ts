import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { contentScope } from '../content/index.ts'

const pdfPart = {
  page: idField(
    'Page',
    'The ID of the page to render with its descendants. If omitted, all pages.',
  ).optional(),
  only: z.boolean().default(false).meta({ description: 'Whether to exclude the descendants of the page.' }),
}

export const GetPdf = z
  .object({ ...contentScope, ...pdfPart })
  .refine(({ page, only }) => !only || page !== undefined, {
    path: ['only'],
    message: 'requires a page',
  })
