import { defineModule } from '../../core/operations/module.ts'
import './pdf.graphql.ts'
import { routes } from './pdf.rest.ts'
import { getPdf } from './pdf.service.ts'
import { removeOldRenderings } from './production/renderings.ts'

/** Revisions as PDF documents. */
export const pdf = defineModule({
  name: 'pdf',
  periodic: {
    'remove-old-renderings': ({ database, now }) => removeOldRenderings(database, { now }),
  },
  operations: [getPdf],
  lists: [],
  routes,
})

export { PdfDownloads } from './pdf.downloads.ts'
