import { z } from 'zod'
import { forbidden, notFound } from '../../core/errors.ts'
import { type EventType, eventTypes, type LoggedEvent } from '../../core/events.ts'
import { eventCursor } from '../../core/feed.ts'
import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { ChangeRequestType, changeRequestById, getChangeRequest } from '../change-requests/index.ts'
import { getSpace, getSpaceRow, SpaceType, spaceById } from '../spaces/index.ts'
import { UserType, userById } from '../users/index.ts'
import { CommentType, ReplyType } from './comments.graphql.ts'
import { commentById, replyById } from './comments.loaders.ts'

const isAboutComments = (type: EventType) => type.startsWith('comment.') || type.startsWith('reply.')

const CommentActivityKind = z.enum(eventTypes.filter(isAboutComments))
const KindEnum = graphqlEnum(
  'CommentActivityType',
  CommentActivityKind,
  'What happened to a comment or a reply.',
)

const CommentActivity = builder.objectRef<LoggedEvent>('CommentActivity').implement({
  description: 'Something that happened to a comment or a reply.',
  fields: (t) => ({
    cursor: t.string({
      description: 'Resume after this event with `after`, on any node.',
      resolve: eventCursor,
    }),
    type: t.field({
      type: KindEnum,
      description: 'What happened.',
      resolve: ({ type }) => CommentActivityKind.parse(type),
    }),
    actor: t.field({
      type: UserType,
      nullable: true,
      description: 'Who did it.',
      resolve: ({ actorId }, _args, { caller }) => (actorId === null ? null : caller.load(userById, actorId)),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When.' }),
    commentId: t.id({
      description: 'The comment, also when it is gone.',
      resolve: ({ subject }) => subject.comment ?? '',
    }),
    replyId: t.id({
      nullable: true,
      description: 'The reply, also when it is gone; null when it is about the comment itself.',
      resolve: ({ subject }) => subject.reply ?? null,
    }),
    comment: t.field({
      type: CommentType,
      nullable: true,
      description: 'The comment as it is now; null once it is deleted.',
      resolve: ({ subject }, _args, { caller }) => caller.load(commentById, subject.comment ?? ''),
    }),
    reply: t.field({
      type: ReplyType,
      nullable: true,
      description: 'The reply as it is now; null once it is deleted.',
      resolve: ({ subject }, _args, { caller }) =>
        subject.reply ? caller.load(replyById, subject.reply) : null,
    }),
    space: t.field({
      type: SpaceType,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { caller }) => getSpaceRow(caller.reads(), spaceId ?? ''),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request; null when it is about main content.',
      resolve: ({ changeRequestId }, _args, { caller }) =>
        changeRequestId === null ? null : caller.load(changeRequestById, changeRequestId),
    }),
  }),
})

builder.subscriptionField('commentActivity', (t) =>
  t.field({
    type: CommentActivity,
    description:
      'Comments and replies of a space as they are posted, edited, resolved, reacted to and deleted, in commit order. With `after` it first gives everything since, so that nothing is lost across a reconnect.',
    complexity: 10,
    args: {
      spaceId: t.arg.id({ required: true, description: 'The space to follow.' }),
      changeRequestId: t.arg.id({ description: 'Follow only this change request, by id or number.' }),
      after: t.arg.string({ description: 'Resume after this cursor.' }),
    },
    subscribe: async (_root, { spaceId, changeRequestId, after }, { caller, feed }) => {
      const space = await caller.call(getSpace, { spaceId })
      if (space.deletedAt) throw notFound('This space')
      const changeRequest =
        changeRequestId == null ? null : await caller.call(getChangeRequest, { spaceId, changeRequestId })
      return feed.follow({
        organizationId: space.organizationId,
        spaceId,
        after: after ?? undefined,
        matches: (event) =>
          isAboutComments(event.type) && (!changeRequest || event.changeRequestId === changeRequest.id),
      })
    },
    resolve: async (event, _args, { caller }) => {
      if (!(await caller.load(spaceById, event.spaceId ?? ''))) {
        throw forbidden('You may no longer see this space.')
      }
      return event
    },
  }),
)
