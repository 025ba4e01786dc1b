import { graphqlEnum } from '../../../graphql/enums.ts'
import { mutation } from '../../../graphql/field.ts'
import { RevisionType } from '../content.graphql.ts'
import { revisionNode } from '../content.loaders.ts'
import { applySpaceTemplate, SpaceTemplate } from './templates.service.ts'

graphqlEnum('SpaceTemplate', SpaceTemplate, 'Pages that a space can begin with.', {
  product: 'The documentation of a product.',
  api: 'The documentation of an API.',
  help: 'Help for the users of a product.',
})

mutation('applySpaceTemplate', applySpaceTemplate, {
  description: 'Adds the pages of a template to a space, or to a change request, after those that are there.',
  payload: {
    revision: {
      type: RevisionType,
      description: 'The revision with the pages.',
      from: ({ revisionId }, { caller }) => caller.load(revisionNode, revisionId),
    },
  },
})
