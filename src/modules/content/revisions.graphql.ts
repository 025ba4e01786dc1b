import { z } from 'zod'
import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { publishedUrlsIn } from './content.urls.ts'
import { appPath, type Content } from './content-scope.ts'

export const RevisionKind = z.enum(['edits', 'merge', 'update', 'rollback', 'computed'])
export const RevisionTypeEnum = graphqlEnum('RevisionType', RevisionKind, 'What created a revision.', {
  edits: 'Edits.',
  merge: 'The merge of a change request into main content.',
  update: 'An update of a change request from main content.',
  rollback: 'An earlier revision was restored.',
  computed: 'Computed content was updated.',
})

export const RevisionUrls = builder.objectRef<Content>('RevisionUrls').implement({
  description: 'The URLs of a revision.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'The URL of the revision in the app.',
      resolve: (content, _args, { urls }) => urls.app(appPath(content, '')),
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL on a published site. Null unless it is the current main content.',
      resolve: async (content, _args, context) => (await publishedUrlsIn(content, context)).published,
    }),
    public: t.field({
      type: 'URL',
      nullable: true,
      description: 'The same, if everyone can read it. Null otherwise.',
      resolve: async (content, _args, context) => (await publishedUrlsIn(content, context)).public,
    }),
  }),
})
