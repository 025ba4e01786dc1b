import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { nestedField } from '../../graphql/field.ts'
import { RevisionType } from '../content/index.ts'
import { nameOfPart } from './book/part-name.ts'
import { PdfState, type PdfStatus, pdfStatus } from './pdf.loaders.ts'
import { getPdf } from './pdf.service.ts'
import { pdfUrl } from './pdf.urls.ts'

const StateEnum = graphqlEnum('PdfState', PdfState, 'Whether a PDF exists.', {
  none: 'It is rendered when it is first fetched.',
  rendering: 'It is being rendered.',
  ready: 'It is stored.',
})

const PdfStatusType = builder.objectRef<PdfStatus>('PdfStatus').implement({
  description: 'Whether a PDF exists, and how many of its pages are rendered.',
  fields: (t) => ({
    state: t.field({ type: StateEnum, description: 'Whether it exists.', resolve: ({ state }) => state }),
    done: t.int({
      nullable: true,
      description: 'The number of pages that are rendered. Null if the state is `NONE`.',
      resolve: ({ done }) => done,
    }),
    total: t.int({
      nullable: true,
      description: 'The number of all pages. Null if the state is `NONE`.',
      resolve: ({ total }) => total,
    }),
  }),
})

const ofRevision = {
  given: ({ spaceId, id }: { spaceId: string; id: string }) => ({ spaceId, revisionId: id }),
  givenNames: ['spaceId', 'changeRequestId', 'revisionId'],
}

nestedField(RevisionType, 'pdf', getPdf, {
  ...ofRevision,
  type: 'URL',
  nullable: true,
  description:
    'The URL of this revision as a PDF, valid for one hour. The document is rendered when it is first fetched; with `Prefer: respond-async`, the URL returns the progress meanwhile.',
  from: ({ spaceId, revisionId, part }, { urls }) => pdfUrl(urls, spaceId, revisionId, nameOfPart(part)),
})

nestedField(RevisionType, 'pdfStatus', getPdf, {
  ...ofRevision,
  type: PdfStatusType,
  nullable: true,
  description: 'Whether the PDF of this revision exists, and how many of its pages are rendered.',
  from: ({ spaceId, key }, { caller }) => caller.load(pdfStatus, { spaceId, key }),
})
