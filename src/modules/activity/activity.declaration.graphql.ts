import type { FieldMap } from '@pothos/core'
import { notFound } from '../../core/errors.ts'
import type { EventType, LoggedEvent } from '../../core/events/events.ts'
import { eventCursor, type Follow } from '../../core/events/feed.ts'
import type { Caller } from '../../core/operations/caller.ts'
import { builder } from '../../graphql/builder.ts'
import {
  type ChosenSubjects,
  type EventFieldBuilder,
  fieldsOfSubjects,
} from '../../graphql/subscriptions/event-subjects.ts'
import { NotForViewer } from '../../graphql/subscriptions/live-groups.ts'
import { getChangeRequest } from '../change-requests/index.ts'
import { EventNode, EventTypeEnum, eventById, eventId } from '../events/index.ts'
import { getOrganization, OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { getSpace, requiredSpace, SpaceType } from '../spaces/index.ts'
import { knownUserById, UserType } from '../users/index.ts'
import { followOwnAccess, seenByConcerned } from './activity.own-access.ts'
import { seenInOrganization, seenInSpace } from './activity.visibility.ts'

/** Everything in which one activity subscription differs from another. */
interface Activity {
  /** The name of the subscription field; the payload type is named after it. */
  name: string
  description: string
  payload: string
  /** The event types that it delivers. */
  tells: (type: EventType) => boolean
  /** The resources that its events may be about, besides the organization and the space. */
  subjects: ChosenSubjects
  /**
   * What clients subscribe to. With a change request, only the events of that change request are delivered.
   */
  follows: 'organization' | 'own access' | 'space' | 'space or change request'
}

const places = {
  organization: {
    args: ['organizationId'],
    follow: followOrganization,
    isSeen: seenInOrganization,
  },
  'own access': {
    args: ['organizationId'],
    follow: followOwnAccess,
    isSeen: seenByConcerned,
  },
  space: { args: ['spaceId'], follow: followSpace, isSeen: seenInSpace },
  'space or change request': {
    args: ['spaceId', 'changeRequestId'],
    follow: followSpace,
    isSeen: seenInSpace,
  },
} as const

const ActivityInterface = builder.interfaceRef<LoggedEvent>('Activity').implement({
  description: 'An event as a subscription delivers it.',
  fields: (t) => ({
    cursor: t.string({
      description:
        'The cursor of this event. Pass it as `after` to resume the subscription after this event.',
      resolve: eventCursor,
    }),
    type: t.field({
      type: EventTypeEnum,
      description: 'The type of the event.',
      resolve: ({ type }) => type,
    }),
    actor: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who caused the event. Null for the system, or if you cannot see the user.',
      resolve: ({ actorId }, _args, { caller }) =>
        actorId === null ? null : caller.load(knownUserById, actorId),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When the event occurred.' }),
    event: t.field({
      type: EventNode,
      nullable: true,
      description: 'The event as lists of events return it. Null once it is older than the retention period.',
      resolve: ({ position }, _args, { caller }) => caller.load(eventById, eventId(position)),
    }),
  }),
})

/** The organization or space of the subscription, which every recipient of the event can see. */
function fieldsOfPlace(t: EventFieldBuilder, { follows, subjects }: Activity): FieldMap {
  if (follows === 'organization' || follows === 'own access') {
    return {
      organization: t.field({
        type: OrganizationType,
        description: 'The organization.',
        resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
      }),
    }
  }
  // For a subscription to everything in a space, the space is one of the subjects: it may be deleted.
  if (typeof subjects === 'string') return {}
  return {
    space: t.field({
      type: SpaceType,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId ?? ''),
    }),
  }
}

interface Arguments {
  organizationId?: string | null
  spaceId?: string | null
  changeRequestId?: string | null
  after?: string | null | undefined
}

const argumentsOf = () =>
  builder.args((t) => ({
    organizationId: t.id({ required: true, description: 'The ID of the organization.' }),
    spaceId: t.id({ required: true, description: 'The ID of the space.' }),
    changeRequestId: t.id({ description: 'Only events about this change request, by ID or number.' }),
  }))

/**
 * The only way to declare a subscription to the event log: its event types, its access rule and its
 * subjects.
 */
export function activity(declared: Activity): void {
  const { name, description, payload, tells, subjects, follows } = declared
  const { args, follow, isSeen } = places[follows]
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const Payload = builder.objectRef<LoggedEvent>(title).implement({
    description: payload,
    interfaces: [ActivityInterface],
    fields: (t) => ({ ...fieldsOfSubjects(t, subjects), ...fieldsOfPlace(t, declared) }),
  })

  const all: Record<string, unknown> = argumentsOf()
  const chosen = Object.fromEntries(args.map((arg) => [arg, all[arg]])) as ReturnType<typeof argumentsOf>
  builder.subscriptionField(name, (t) =>
    t.field({
      type: Payload,
      description: `${description} In commit order. With \`after\`, the events since that cursor come first, so that none is lost across a reconnect. Ends with \`FORBIDDEN\` when you lose access and with \`NOT_FOUND\` when the space is deleted.`,
      complexity: 10,
      args: { ...chosen, after: t.arg.string({ description: 'Start with the events after this cursor.' }) },
      subscribe: async (_root, { after, ...place }, { caller, feed }) =>
        feed.follow({
          after: after ?? undefined,
          ...(await follow(caller, { ...place, after }, tells)),
        }),
      resolve: async (event, _args, { caller }) => {
        // What ends the subscriptions to a space is a result only where its type is one of those that are subscribed to.
        if (!(await caller.load(isSeen, event)) || !tells(event.type)) throw new NotForViewer()
        return event
      },
    }),
  )
}

/** Events that end what follows the space. */
const ENDING: ReadonlySet<EventType> = new Set(['space.transferred', 'space.deleted'])
/** The event that ends what follows the organization or one of its spaces: nobody can see it any more. */
const isEnding = ({ type }: LoggedEvent) => type === 'organization.deleted'

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
    isEnding,
    // After a transfer, the events of a space are in the log of the other organization; a cursor from
    // before is not valid there.
    matches: (event) =>
      event.organizationId === organizationId &&
      (ENDING.has(event.type) ||
        isEnding(event) ||
        (tells(event.type) && (!changeRequest || event.changeRequestId === changeRequest.id))),
  }
}

async function followOrganization(
  caller: Caller,
  { organizationId }: Arguments,
  tells: Activity['tells'],
): Promise<Follow> {
  const organization = await caller.call(getOrganization, { organizationId })
  // Events reveal what is in spaces and who is a member, so the token needs both scopes.
  for (const scope of ['space:read', 'organization:members:read'] as const) caller.requireViewer(scope)
  return { organizationId: organization.id, matches: (event) => tells(event.type) || isEnding(event) }
}
