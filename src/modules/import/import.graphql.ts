import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { RevisionType, revisionNode } from '../content/index.ts'
import { ImportSourceField, importIntoChangeRequest } from './import.service.ts'

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

mutation('importContent', importIntoChangeRequest, {
  description: 'Imports content into a change request, completely or not at all.',
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
  },
})
