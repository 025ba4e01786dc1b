import { defineModule } from '../../core/operations/module.ts'
import { maxStored, PdfDownloads } from './pdf.downloads.ts'
import './pdf.graphql.ts'
import { routes } from './pdf.rest.ts'
import { getPdf } from './pdf.service.ts'
import { removeOldFiles } from './production/rendered-files.ts'

/** Exports revisions as PDF. */
export const pdf = defineModule({
  name: 'pdf',
  periodic: {
    'remove-old-pdfs': ({ database, now, settings }) =>
      removeOldFiles(database, { now, most: maxStored(settings) }),
  },
  operations: [getPdf],
  lists: [],
  routes,
  describedDownloads: [
    {
      path: '/pdf/{spaceId}/{revisionId}/{name}',
      operationId: 'downloadPdf',
      summary: 'Download a PDF from the URL that another operation returned',
      contentType: 'application/pdf',
    },
  ],
  downloads: (options) => {
    const pdfs = new PdfDownloads(options)
    return {
      paths: {
        '/pdf/:spaceId/:revisionId/:name': ({ spaceId = '', revisionId = '', name = '' }, signal) =>
          pdfs.find({ spaceId, revisionId, name }, signal),
      },
      close: () => pdfs.close(),
    }
  },
})

export { declareCoverLogos } from './cover-logo.ts'
export { pdfPath } from './pdf.urls.ts'
