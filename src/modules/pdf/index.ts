import { defineModule } from '../../core/operations/module.ts'
import { PdfDownloads } from './pdf.downloads.ts'
import './pdf.graphql.ts'
import { routes } from './pdf.rest.ts'
import { getPdf } from './pdf.service.ts'
import { removeOldRenderings } from './production/renderings.ts'

/** Exports revisions as PDF. */
export const pdf = defineModule({
  name: 'pdf',
  periodic: {
    'remove-old-renderings': ({ database, now }) => removeOldRenderings(database, { now }),
  },
  operations: [getPdf],
  lists: [],
  routes,
  downloads: ({ database, now }) => {
    const pdfs = new PdfDownloads(database, now)
    return {
      paths: {
        '/pdf/:spaceId/:revisionId/:name': ({ spaceId = '', revisionId = '', name = '' }, signal) =>
          pdfs.find({ spaceId, revisionId, name }, signal),
      },
      close: () => pdfs.close(),
    }
  },
})

export { pdfPath } from './pdf.urls.ts'
