import { nestedField } from '../../graphql/field.ts'
import { RevisionType } from '../content/index.ts'
import { nameOfPart } from './book/part-name.ts'
import { getPdf } from './pdf.service.ts'
import { pdfUrl } from './pdf.urls.ts'

nestedField(RevisionType, 'pdf', getPdf, {
  type: 'URL',
  nullable: true,
  description:
    'The URL of this revision as a PDF, valid for one hour. The document is rendered when it is first fetched.',
  given: ({ spaceId, id }) => ({ spaceId, revisionId: id }),
  givenNames: ['spaceId', 'changeRequestId', 'revisionId'],
  from: ({ spaceId, revisionId, part }, { urls }) => pdfUrl(urls, spaceId, revisionId, nameOfPart(part)),
})
