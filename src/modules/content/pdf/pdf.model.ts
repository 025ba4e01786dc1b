import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { place } from '../content.model.ts'

export const pdfPart = {
  page: idField('Page', 'The page to begin with; all pages without it.').optional(),
  only: z.boolean().default(false).meta({ description: 'Whether to leave out what is below the page.' }),
}

export const GetPdf = z
  .object({ ...place, ...pdfPart })
  .refine(({ page, only }) => !only || page !== undefined, {
    path: ['only'],
    message: 'Name the page that it is to be only about.',
  })
