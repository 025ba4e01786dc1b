import { forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { readOf } from '../../core/lists/loaders.ts'
import type { RoomState } from '../../core/signs/sign-of-life.ts'
import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { ChangeRequestType, changeRequestById, namesPlace } from '../change-requests/index.ts'
import { contentAt, PageType, placedIn } from '../content/index.ts'
import { deletedSpaceById, requiredSpace, SpaceType, spaceById, usersWhoSee } from '../spaces/index.ts'
import { participantById, UserType } from '../users/index.ts'
import { AnnouncedMode, announcePresence, getPresencePlace, PresenceMode } from './presence.service.ts'

const ModeEnum = graphqlEnum('PresenceMode', PresenceMode, 'What a person does.', {
  reading: 'The person reads.',
  editing: 'The person edits.',
})
graphqlEnum('AnnouncedPresence', AnnouncedMode, 'What you announce.', {
  reading: 'You read.',
  editing: 'You edit.',
  gone: 'You have left.',
})

type Present = RoomState['people'][number]

const PresenceType = builder.objectRef<Present>('Presence').implement({
  description: 'A person who is present, in one client. A person with several clients has several.',
  fields: (t) => ({
    user: t.field({
      type: UserType,
      description: 'The person.',
      // Not null: only people who can see the space are shown.
      resolve: async ({ userId }, _args, { caller }) => (await caller.load(participantById, userId)) as never,
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request that the person is in. Null for main content.',
      resolve: ({ changeRequestId }, _args, { caller }) =>
        changeRequestId === null ? null : caller.load(changeRequestById, changeRequestId),
    }),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'The ID of the page that the person is on. Null if it was not announced.',
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page that the person is on. Null if there is none with this ID.',
      resolve: async ({ spaceId, changeRequestId, pageId }, _args, { caller }) => {
        if (pageId === null) return null
        const place = changeRequestId === null ? { spaceId } : { spaceId, changeRequestId }
        return caller.load(placedIn, { content: await caller.load(contentAt, place), id: pageId })
      },
    }),
    mode: t.field({ type: ModeEnum, description: 'What the person does.', resolve: ({ mode }) => mode }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when the person does it there.' }),
  }),
})

const PresenceActivity = builder.objectRef<RoomState>('PresenceActivity').implement({
  description: 'All who are present in a space or a change request.',
  fields: (t) => ({
    space: t.field({
      type: SpaceType,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    people: t.field({
      type: [PresenceType],
      description: 'Those who are present, the longest first, at most 200.',
      resolve: ({ people }) => [...people],
    }),
  }),
})

/** What can change who sees a space. */
const ABOUT_ACCESS = /^(?:member|team|permission|collection|organization|space|user)\./
const changesAccess = (type: EventType) => ABOUT_ACCESS.test(type) && type !== 'space.content_updated'

/** A state without people who can no longer see the space, for a viewer who still can. */
const seenState = readOf('space:read', async (reads, state: RoomState): Promise<RoomState> => {
  const { spaceId, people } = state
  if (!(await reads.load(spaceById, spaceId))) {
    const isDeleted = await reads.load(deletedSpaceById, spaceId)
    throw isDeleted ? notFound('This space') : forbidden('You no longer have access to this space.')
  }
  if (people.length === 0) return state
  const sighted = await usersWhoSee(reads, spaceId, [...new Set(people.map(({ userId }) => userId))])
  return { ...state, people: people.filter(({ userId }) => sighted.has(userId)) }
})

const followedPlace = readOf(
  'space:read',
  async (reads, given: { spaceId?: string | undefined; changeRequestId?: string | undefined }) => {
    const place = await getPresencePlace({ reads }, given)
    const space = await reads.load(spaceById, place.spaceId)
    if (!space) throw notFound('This space')
    return { ...place, organizationId: space.organizationId }
  },
)

builder.subscriptionField('presenceActivity', (t) =>
  t.field({
    type: PresenceActivity,
    description:
      'Who is present in a space and its change requests, or in one change request: now, and whenever it changes, at most once a second. Nothing is stored, so there is nothing to resume: subscribe again after a reconnect. Ends with `FORBIDDEN` when you lose access and with `NOT_FOUND` when the space is deleted.',
    complexity: 10,
    args: {
      spaceId: t.arg.id({ description: 'The ID of the space. Optional with the ID of a change request.' }),
      changeRequestId: t.arg.id({
        description: 'Only those in this change request, by ID, or by number with `spaceId`.',
      }),
    },
    subscribe: async (_root, args, { caller, feed, signs }) => {
      const given = { spaceId: args.spaceId ?? undefined, changeRequestId: args.changeRequestId ?? undefined }
      if (!namesPlace(given)) throw notFound('This space')
      const { spaceId, changeRequestId, organizationId } = await caller.load(followedPlace, given)
      const access = await feed.follow({ organizationId, matches: ({ type }) => changesAccess(type) })
      return signs.room(spaceId, changeRequestId).follow(access)
    },
    resolve: (state, _args, { caller }) => caller.load(seenState, state),
  }),
)

mutation('announcePresence', announcePresence, {
  description:
    'Tells those who follow a space or change request where you are. You are gone 30 seconds after you last announced it, so announce it again every 10 to 20 seconds, and when it changes.',
  payload: {
    space: {
      type: SpaceType,
      description: 'The space.',
      from: ({ spaceId }, { caller }) => caller.load(requiredSpace, spaceId),
    },
  },
})
