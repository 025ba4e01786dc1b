import { boundOperations } from '../../../graphql/bindings.ts'
import { builder } from '../../../graphql/builder.ts'
import { argsFrom, operationInput } from '../../../graphql/input.ts'
import { RevisionType } from '../content.graphql.ts'
import { pdfUrl } from '../content.urls.ts'
import { nameOfPart } from './part-name.ts'
import { getPdf } from './pdf.service.ts'

boundOperations.add(getPdf.id)

builder.objectField(RevisionType, 'pdf', (t) =>
  t.field({
    type: 'URL',
    nullable: true,
    description: 'Where the revision is as a PDF, for an hour; it is made when it is first fetched.',
    args: argsFrom(getPdf.input, ['spaceId', 'changeRequestId', 'revisionId']),
    resolve: async ({ spaceId, id: revisionId }, given, { caller, urls }) => {
      const input = operationInput(getPdf.input, { ...given, spaceId, revisionId })
      const { part } = await caller.call(getPdf, input)
      return pdfUrl(urls, spaceId, revisionId, nameOfPart(part))
    },
  }),
)
