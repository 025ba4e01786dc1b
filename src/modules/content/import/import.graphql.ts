import { graphqlEnum } from '../../../graphql/enums.ts'
import { mutation } from '../../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../../change-requests/index.ts'
import { RevisionType } from '../content.graphql.ts'
import { revisionNode } from '../content.loaders.ts'
import { ImportSourceField, importIntoChangeRequest } from './import.service.ts'

graphqlEnum('ImportSource', ImportSourceField, 'What content is imported from.', {
  website: 'A website.',
  zip: 'An archive of files.',
  markdown: 'A file of markdown.',
  html: 'A page in HTML.',
  docx: 'A document of a word processor.',
  'github-wiki': 'The wiki of a repository.',
  confluence: 'Confluence. Not supported: such an import is refused.',
  notion: 'Notion. Not supported: such an import is refused.',
  'google-docs': 'Google Docs. Not supported: such an import is refused.',
})

mutation('importContent', importIntoChangeRequest, {
  description: 'Brings content from elsewhere into a change request, whole or not at all.',
  payload: {
    revision: {
      type: RevisionType,
      description: 'The content of the change request after it.',
      from: ({ revisionId }, { caller }) => caller.load(revisionNode, revisionId),
    },
    changeRequest: {
      type: ChangeRequestType,
      description: 'The change request.',
      from: ({ changeRequestId }, { caller }) => caller.load(changeRequestById, changeRequestId),
    },
    importedResources: {
      type: 'Int',
      description: 'Pages and files that were taken.',
      from: ({ importedResources }) => importedResources,
    },
    totalResources: {
      type: 'Int',
      description: 'Pages and files that were found.',
      from: ({ totalResources }) => totalResources,
    },
  },
})
