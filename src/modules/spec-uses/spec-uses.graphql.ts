import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { SpecType } from '../openapi-specs/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import { listSpecUses, type SpecUse } from './spec-uses.service.ts'

const SpecUseType = builder.objectRef<SpecUse>('OpenAPISpecUse').implement({
  description: 'A place in the pages of a space at which the pages of a spec are shown.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', {
      description: 'The ID of the page that stands for the pages of the spec.',
    }),
    space: t.field({
      type: SpaceType,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
  }),
})

connection(SpecType, 'uses', listSpecUses, {
  type: connectionType('OpenAPISpecUse', SpecUseType),
  cost: 100,
  description:
    'The spaces in whose main content the pages of the spec are shown, as far as you can see them. Blocks within texts are not listed.',
})
