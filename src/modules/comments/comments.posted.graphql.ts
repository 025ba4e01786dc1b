import type { ObjectRef } from '@pothos/core'
import type { PermissionSet } from '../../core/access/permissions.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { ownProperty } from '../../graphql/own-property.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { documentOf } from '../documents/index.ts'
import { spaceReach } from '../spaces/index.ts'
import { UserType } from '../users/index.ts'
import {
  type Body as BodyShape,
  bodyText,
  type CommentRow,
  type ReactionGroup,
  type ReplyRow,
  reactionsOf,
} from './comments.loaders.ts'
import type { PostedSubject } from './comments.policy.ts'

const Body = builder.objectRef<BodyShape>('Body').implement({
  description: 'A text, in the form that you select.',
  fields: (t) => ({
    markdown: t.string({
      description: 'As it was written.',
      resolve: (body, _args, { caller }) =>
        // Most texts came with their rows: a promise for each would slow down lists of comments.
        body.value === null
          ? caller.load(bodyText, body).then((text) => caller.meter.text(text ?? ''))
          : caller.meter.text(body.value),
    }),
    document: t.field({
      type: 'JSON',
      description: 'As a tree of nodes.',
      complexity: 5,
      resolve: async (body, _args, { caller }) =>
        caller.load(documentOf, (await caller.load(bodyText, body)) ?? ''),
    }),
  }),
})

const ReactionUser = builder.objectRef<ReactionGroup['users'][number]>('ReactionUser').implement({
  description: 'Who reacted, and when.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'Who reacted.', resolve: ({ user }) => user }),
    reactedAt: t.expose('reactedAt', { type: 'DateTime', description: 'When they did.' }),
  }),
})

const Reaction = builder.objectRef<ReactionGroup>('Reaction').implement({
  description: 'An emoji that people reacted with.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji.' }),
    count: t.exposeInt('count', { description: 'How many reacted with it.' }),
    users: t.field({
      type: [ReactionUser],
      description: 'Who did, in order.',
      resolve: ({ users }) => users,
    }),
  }),
})

/** Adds the fields that comments and replies share: the text, the author, the times and the reactions. */
export function addPostedFields<Row extends CommentRow | ReplyRow>(
  type: ObjectRef<Types, Row>,
  typeName: string,
  permissions: Pick<PermissionSet<string, PostedSubject>, 'descriptions' | 'of'>,
): void {
  const Permissions = permissionsType(`${typeName}Permissions`, permissions)
  builder.objectFields(type, (t) => ({
    body: t.field({
      type: Body,
      description: 'What it says.',
      extensions: ownProperty,
      resolve: (posted) => posted.body,
    }),
    postedBy: t.field({
      type: UserType,
      description: 'Who posted it.',
      extensions: ownProperty,
      resolve: (posted) => posted.postedBy,
    }),
    postedAt: t.field({
      type: 'DateTime',
      description: 'When it was posted.',
      extensions: ownProperty,
      resolve: (posted) => posted.postedAt,
    }),
    editedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its text last changed.',
      extensions: ownProperty,
      resolve: (posted) => posted.editedAt,
    }),
    reactions: t.field({
      type: [Reaction],
      description: 'Emojis that people reacted with.',
      resolve: async ({ id, reactionCount }, _args, { caller }) =>
        (reactionCount > 0 && (await caller.load(reactionsOf, id))) || [],
    }),
    permissions: t.field({
      type: Permissions,
      description: 'What you may do with it.',
      resolve: async ({ postedById, spaceId }, _args, { caller }) =>
        permissions.of({ postedById, reach: await caller.load(spaceReach, spaceId) }),
    }),
  }))
}
