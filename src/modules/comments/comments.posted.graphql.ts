import type { ObjectRef } from '@pothos/core'
import type { PermissionSet } from '../../core/access/permissions.ts'
import { kindOf } from '../../core/ids.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { ownProperty } from '../../graphql/own-property.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { documentOf } from '../documents/index.ts'
import { spaceReach } from '../spaces/index.ts'
import { LocationUrls, UserType } from '../users/index.ts'
import {
  type Body as BodyShape,
  bodyText,
  type CommentRow,
  type ReactionGroup,
  type ReactionUser,
  type ReplyRow,
  reactionsOf,
} from './comments.loaders.ts'
import type { PostedSubject } from './comments.policy.ts'
import { listReactionUsers } from './comments.service.ts'
import { appPathOfPost, commentUrl, replyUrl } from './comments.urls.ts'

export const BodyType = builder.objectRef<BodyShape>('Body').implement({
  description: 'A text, in Markdown or as a document.',
  fields: (t) => ({
    markdown: t.string({
      description: 'The text in Markdown.',
      resolve: (body, _args, { caller }) =>
        // Most texts came with their rows: a promise for each would slow down lists of comments.
        body.value === null
          ? caller.load(bodyText, body).then((text) => caller.meter.text(text ?? ''))
          : caller.meter.text(body.value),
    }),
    document: t.field({
      type: 'JSON',
      description: 'The text as a document: a tree of nodes.',
      complexity: 5,
      resolve: async (body, _args, { caller }) =>
        caller.load(documentOf, (await caller.load(bodyText, body)) ?? ''),
    }),
  }),
})

const ReactionUserType = builder.objectRef<ReactionUser>('ReactionUser').implement({
  description: 'A reaction of one user.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'The user who reacted.', resolve: ({ user }) => user }),
    reactedAt: t.expose('reactedAt', { type: 'DateTime', description: 'When the user reacted.' }),
  }),
})

const Reaction = builder.objectRef<ReactionGroup>('Reaction').implement({
  description: 'An emoji with the users who reacted with it.',
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji.' }),
    count: t.exposeInt('count', { description: 'The number of users who reacted with this emoji.' }),
    viewerReacted: t.boolean({
      description: 'Whether you reacted with this emoji.',
      resolve: ({ users }, _args, { caller }) => users.some(({ user }) => user.id === caller.viewer?.userId),
    }),
  }),
})
connection(Reaction, 'users', listReactionUsers, {
  type: connectionType('ReactionUser', ReactionUserType),
  description: 'The users who reacted with it, oldest reaction first.',
  usualLength: 5,
})

export const PostType = builder.interfaceRef<CommentRow | ReplyRow>('Post')
builder.interfaceType(PostType, {
  description: 'A comment or a reply.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ id }) => kindOf(id),
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    body: t.field({
      type: BodyType,
      description: 'The text.',
      extensions: ownProperty,
      resolve: (posted) => posted.body,
    }),
    postedBy: t.field({
      type: UserType,
      description: 'The author.',
      extensions: ownProperty,
      resolve: (posted) => posted.postedBy,
    }),
    postedAt: t.field({
      type: 'DateTime',
      description: 'When the post was created.',
      extensions: ownProperty,
      resolve: (posted) => posted.postedAt,
    }),
    editedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the text was last edited. Null if it never was.',
      extensions: ownProperty,
      resolve: (posted) => posted.editedAt,
    }),
    reactions: t.field({
      type: [Reaction],
      description: 'The reactions, one per emoji.',
      // Few comments have any: with the usual cost of a list, reactions would cost more than the comments.
      complexity: { field: 1, multiplier: 3 },
      resolve: async ({ id, reactionCount }, _args, { caller }) =>
        (reactionCount > 0 && (await caller.load(reactionsOf, id))) || [],
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'The URLs of the resource.',
      resolve: (posted, _args, { urls, caller }) => ({
        location: 'commentId' in posted ? replyUrl(urls, posted) : commentUrl(urls, posted),
        app: async () => urls.app(await caller.load(appPathOfPost, posted)),
      }),
    }),
  }),
})

/** Adds the permissions of a comment or a reply, whose bits differ. */
export function addPermissions(
  type: ObjectRef<Types, CommentRow | ReplyRow>,
  typeName: string,
  permissions: Pick<PermissionSet<string, PostedSubject>, 'descriptions' | 'of'>,
): void {
  builder.objectField(type, 'permissions', (t) =>
    t.field({
      type: permissionsType(`${typeName}Permissions`, permissions),
      description: 'What you are allowed to do with the resource.',
      resolve: async ({ postedById, spaceId }, _args, { caller }) =>
        permissions.of({ postedById, reach: await caller.load(spaceReach, spaceId) }),
    }),
  )
}
