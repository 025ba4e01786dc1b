import type { EnumRef } from '@pothos/core'
import type { Caller } from '../../core/caller.ts'
import { notFound } from '../../core/errors.ts'
import type { EventType, LoggedEvent } from '../../core/events.ts'
import { eventCursor, type Follow } from '../../core/feed.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { NotForViewer } from '../../graphql/live.ts'
import { getChangeRequest } from '../change-requests/index.ts'
import { getOrganization } from '../organizations/index.ts'
import { getSpace } from '../spaces/index.ts'
import { knownUserById, UserType } from '../users/index.ts'
import { seenInOrganization, seenInSpace } from './activity.sight.ts'
import { fieldsOf, type SubjectName } from './activity.subjects.graphql.ts'

/** All that tells one activity from another. */
export interface Activity {
  /** The subscription's field; the payload is named after it. */
  name: string
  description: string
  payload: string
  /** What it tells of. */
  tells: (type: EventType) => boolean
  type: EnumRef<Types, EventType, EventType>
  subjects: readonly SubjectName[]
  /** What is followed. A change request narrows a space down to what is about it. */
  follows: 'organization' | 'space' | 'space or change request'
}

const places = {
  organization: {
    args: ['organizationId'],
    follow: followOrganization,
    isSeen: seenInOrganization,
  },
  space: { args: ['spaceId'], follow: followSpace, isSeen: seenInSpace },
  'space or change request': {
    args: ['spaceId', 'changeRequestId'],
    follow: followSpace,
    isSeen: seenInSpace,
  },
} as const

interface Arguments {
  organizationId?: string | null
  spaceId?: string | null
  changeRequestId?: string | null
}

const argumentsOf = () =>
  builder.args((t) => ({
    organizationId: t.id({ required: true, description: 'The organization to follow.' }),
    spaceId: t.id({ required: true, description: 'The space to follow.' }),
    changeRequestId: t.id({ description: 'Follow only this change request, by id or number.' }),
  }))

/** The one way to declare a subscription over the log of events: which it tells, to whom, and what they are about. */
export function activity({ name, description, payload, tells, type, subjects, follows }: Activity): void {
  const { args, follow, isSeen } = places[follows]
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const Payload = builder.objectRef<LoggedEvent>(title).implement({
    description: payload,
    fields: (t) => ({
      cursor: t.string({
        description: 'Resume after this event with `after`, on any node.',
        resolve: eventCursor,
      }),
      type: t.field({ type, description: 'What happened.', resolve: (event) => event.type }),
      actor: t.field({
        type: UserType,
        nullable: true,
        description: 'Who did it.',
        resolve: ({ actorId }, _args, { caller }) =>
          actorId === null ? null : caller.load(knownUserById, actorId),
      }),
      occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When.' }),
      ...fieldsOf(t, subjects),
    }),
  })

  const all: Record<string, unknown> = argumentsOf()
  const chosen = Object.fromEntries(args.map((arg) => [arg, all[arg]])) as ReturnType<typeof argumentsOf>
  builder.subscriptionField(name, (t) =>
    t.field({
      type: Payload,
      description: `${description} In commit order. With \`after\` it first gives everything since, so that nothing is lost across a reconnect.`,
      complexity: 10,
      args: { ...chosen, after: t.arg.string({ description: 'Resume after this cursor.' }) },
      subscribe: async (_root, { after, ...place }, { caller, feed }) =>
        feed.follow({ ...(await follow(caller, place, tells)), after: after ?? undefined }),
      resolve: async (event, _args, { caller }) => {
        // That a space was transferred ends what follows it, and is told to those who want to know.
        if (!(await caller.load(isSeen, event)) || !tells(event.type)) throw new NotForViewer()
        return event
      },
    }),
  )
}

async function followSpace(
  caller: Caller,
  { spaceId, changeRequestId }: Arguments,
  tells: Activity['tells'],
): Promise<Follow> {
  const space = await caller.call(getSpace, { spaceId })
  if (space.deletedAt) throw notFound('This space')
  const changeRequest =
    changeRequestId == null ? null : await caller.call(getChangeRequest, { spaceId, changeRequestId })
  const { organizationId } = space
  return {
    organizationId,
    spaceId: space.id,
    // The log of a space goes on in another organization once it is transferred: what was before is not for these.
    matches: (event) =>
      event.organizationId === organizationId &&
      (event.type === 'space.transferred' ||
        (tells(event.type) && (!changeRequest || event.changeRequestId === changeRequest.id))),
  }
}

async function followOrganization(
  caller: Caller,
  { organizationId }: Arguments,
  tells: Activity['tells'],
): Promise<Follow> {
  const organization = await caller.call(getOrganization, { organizationId })
  // Events show what is in spaces and who is a member, so that a token has to be good for both.
  for (const scope of ['space:read', 'organization:members:read'] as const) caller.requireViewer(scope)
  return { organizationId: organization.id, matches: (event) => tells(event.type) }
}
