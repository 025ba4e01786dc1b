import { defineModule } from '../../src/core/operations/module.ts'
import { builder } from '../../src/graphql/builder.ts'
import { CommentType, commentById, replyById } from '../../src/modules/comments/index.ts'
import { spaceById } from '../../src/modules/spaces/index.ts'

/**
 * `npm run types` compiles this file, and nothing runs it. A line after `@ts-expect-error` that does compile is an error:
 * the fields of a node would then read a column that its rows do not have.
 */
export function rowsOfNodes(): void {
  builder.prismaNode('Comment', {
    id: { field: 'id' },
    fields: (t) => ({
      resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true }),
      // @ts-expect-error A misspelled column.
      misspelled: t.expose('resolvedAtt', { type: 'DateTime', nullable: true }),
      // @ts-expect-error A column of the table that the loaders do not read.
      unread: t.exposeString('markdown'),
      // What the loaders add to the columns.
      author: t.string({ resolve: ({ postedBy }) => postedBy.displayName }),
      // @ts-expect-error A misspelled column of what they add.
      misspelledAuthor: t.string({ resolve: ({ postedBy }) => postedBy.displayname }),
    }),
  })

  builder.objectFields(CommentType, (t) => ({
    spaceId: t.string({ resolve: ({ spaceId }) => spaceId }),
    // @ts-expect-error A misspelled column, in a field that another module adds.
    misspelled: t.string({ resolve: ({ spaceID }) => spaceID }),
  }))

  builder.queryFields((t) => ({
    comment: t.field({
      type: CommentType,
      nullable: true,
      resolve: (_root, _args, { caller }) => caller.load(commentById, ''),
    }),
    space: t.field({
      type: CommentType,
      nullable: true,
      // @ts-expect-error The loader returns other rows.
      resolve: (_root, _args, { caller }) => caller.load(spaceById, ''),
    }),
  }))

  // @ts-expect-error A loader that does not return the rows of the node.
  defineModule({ name: 'wrong', operations: [], lists: [], routes: [], nodes: { Comment: replyById } })
  defineModule({ name: 'right', operations: [], lists: [], routes: [], nodes: { Comment: commentById } })
}
