import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { RevisionType, revisionNode } from '../content/index.ts'
import { ImportSourceField, importIntoChangeRequest } from './import.service.ts'
import type { SkippedResource } from './types.ts'

graphqlEnum('ImportSource', ImportSourceField, 'The type of an import source.', {
  website: 'A website.',
  zip: 'A ZIP archive.',
  markdown: 'A Markdown file.',
  html: 'An HTML page.',
  docx: 'A Word document.',
  'github-wiki': 'The wiki of a GitHub repository.',
  confluence: 'Confluence. Not supported.',
  notion: 'Notion. Not supported.',
  'google-docs': 'Google Docs. Not supported.',
})

const SkippedType = builder.objectRef<SkippedResource>('SkippedResource').implement({
  description: 'A file or page that an import skipped.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Its path in the source, or its title.' }),
    reason: t.exposeString('reason', { description: 'Why it was skipped.' }),
    line: t.int({
      nullable: true,
      description: 'The line that the reason is about, from 1.',
      resolve: ({ line }) => line,
    }),
  }),
})

mutation('importContent', importIntoChangeRequest, {
  description:
    'Imports content into a change request, in one revision. Files that cannot be used are skipped.',
  payload: {
    revision: {
      type: RevisionType,
      description: 'The revision after the import.',
      from: ({ revisionId }, { caller }) => caller.load(revisionNode, revisionId),
    },
    changeRequest: {
      type: ChangeRequestType,
      description: 'The change request.',
      from: ({ changeRequestId }, { caller }) => caller.load(changeRequestById, changeRequestId),
    },
    importedResources: {
      type: 'Int',
      description: 'The number of imported pages and files.',
      from: ({ importedResources }) => importedResources,
    },
    totalResources: {
      type: 'Int',
      description: 'The number of pages and files found at the source.',
      from: ({ totalResources }) => totalResources,
    },
    skipped: {
      type: [SkippedType],
      description: 'The first 1000 files and pages that were skipped.',
      from: ({ skipped }) => skipped,
    },
  },
})
