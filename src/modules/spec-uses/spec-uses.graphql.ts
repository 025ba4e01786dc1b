import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { SpecType } from '../openapi-specs/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import { listSpecUses, pageOfUse, type SpecUse, SpecUseKind } from './spec-uses.service.ts'

const KindEnum = graphqlEnum('OpenAPISpecUseKind', SpecUseKind, 'How a page shows a spec.', {
  pages: 'The pages of the spec are shown in its place.',
  blocks: 'Blocks in its text show operations, schemas or webhooks of the spec.',
})

const SpecUseType = builder.objectRef<SpecUse>('OpenAPISpecUse').implement({
  description: 'A page that shows a spec.',
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'How the page shows the spec.' }),
    pageId: t.exposeID('pageId', { description: 'The ID of the page.' }),
    title: t.string({
      description: 'The title of the page.',
      resolve: async (use, _args, { caller }) => (await caller.loadOptional(pageOfUse, use))?.title ?? '',
    }),
    path: t.string({
      description: 'The path of the page.',
      resolve: async (use, _args, { caller }) => (await caller.loadOptional(pageOfUse, use))?.path ?? '',
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
    'The pages of main content that show the spec, as far as you can see them: its pages in their place, or blocks in their texts.',
})
