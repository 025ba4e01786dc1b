import { z } from 'zod'
import { type EventType, EventTypeSchema, type LoggedEvent } from '../../core/events/events.ts'
import { idField, timeField } from '../../core/fields.ts'
import { kindOf } from '../../core/ids.ts'
import { anyOf } from '../../core/lists/filters.ts'
import { withinSpace } from '../../core/operations/module.ts'
import { separateWords } from '../../core/separate-words.ts'
import { facts } from './events.facts.ts'

const types = anyOf(EventTypeSchema).optional().meta({ description: 'Only events of these types.' })

const changeRequest = idField('ChangeRequest', 'Only events about this change request.').optional()

/** The period of an event, in lists of events. */
export const period = {
  since: timeField('Only events at this time or later.').optional(),
  until: timeField('Only events before this time.').optional(),
}
/** Only events of this space, in lists of an organization. */
export const ofSpace = idField('Space', 'Only events of this space.').optional()

const actor = idField(
  'User',
  'Only events caused by this user. Everyone except admins finds only events of members of the organization, and guests only their own.',
).optional()

export const SpaceEventFilters = z.object({ types, changeRequest, actor, ...period })
export const EventFilters = SpaceEventFilters.extend({ space: ofSpace })
export type EventFilters = z.output<typeof EventFilters>

export const ListEvents = EventFilters.extend({
  organizationId: idField('Organization', 'The ID of the organization whose events to read.'),
})
export const ListSpaceEvents = SpaceEventFilters.extend({
  spaceId: idField('Space', 'The ID of the space whose events to read.'),
})

const DIGITS = 13
const LAST_POSITION = 2n ** 63n - 1n

/** The id of an event is its position in the log, zero-padded, so that ids sort like the log. */
export function eventId(position: bigint): string {
  return `${facts.ids.Event}_${position.toString(32).padStart(DIGITS, '0')}`
}

/** The position in an event id, or null when it is not the id of an event. */
export function positionOf(id: string): bigint | null {
  const digits = new RegExp(`^${facts.ids.Event}_([0-9a-v]{${DIGITS}})$`).exec(id)?.[1]
  if (digits === undefined) return null
  let position = 0n
  for (const digit of digits) position = position * 32n + BigInt(Number.parseInt(digit, 32))
  return position <= LAST_POSITION ? position : null
}

/** A subject of an event, by kind and id. It may no longer exist. */
export interface Thing {
  type: string
  id: string
}

/** The type of a resource as events name it: `ChangeRequest` is `change-request`. */
export const subjectTypeOf = (kind: string): string => separateWords(kind, '-').toLowerCase()
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

/** The first subject of an event whose type has no resource of its own. */
const PLACES = ['space', 'collection', 'team', 'user']

/**
 * The subjects of an event: first the resource of its type, then all others. A member is shown as its user,
 * whose id is the same in both APIs and outlives the membership.
 */
export function thingsOf(event: {
  type: EventType
  subject: Record<string, string>
  organizationId: string
}): { target: Thing; related: Thing[] } {
  const { member: _member, ...rest } = event.subject
  const subject = rest.user === undefined ? event.subject : rest
  const resource = event.type.split('.')[0] ?? ''
  const isTarget = (name: string) => name === resource || name === camel(resource)
  const rank = (name: string) => (isTarget(name) ? -1 : PLACES.indexOf(name) + 1 || PLACES.length + 1)
  const things = Object.keys(subject)
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((name) => {
      const id = subject[name] ?? ''
      const kind = kindOf(id)
      return kind ? [{ type: subjectTypeOf(kind), id }] : []
    })
  const [target = { type: 'organization', id: event.organizationId }, ...related] = things
  return { target, related }
}

/** Values of an event that are no ids. */
const STATUSES = new Set(['fromStatus', 'toStatus'])

/** The ids in an event that a user who is not an admin can see. */
export function plainSubject({
  spaceId,
  subject,
}: Pick<LoggedEvent, 'spaceId' | 'subject'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(subject).filter(([name, id]) => {
      const kind = kindOf(id)
      if (STATUSES.has(name)) return true
      // An event about a collection or the organization is shown only to users who can see that collection
      // or organization.
      const isPlace =
        id === spaceId || (spaceId === null && (name === 'collection' || name === 'organization'))
      return isPlace || (kind !== undefined && withinSpace.has(kind))
    }),
  )
}

/** An event as the REST API returns it and webhooks deliver it. */
export function messageOf(event: LoggedEvent) {
  return {
    id: eventId(event.position),
    type: event.type,
    organization: event.organizationId,
    ...(event.spaceId === null ? {} : { space: event.spaceId }),
    ...(event.changeRequestId === null ? {} : { changeRequest: event.changeRequestId }),
    actor: event.actorId,
    occurredAt: event.occurredAt.toISOString(),
    subject: event.subject,
  }
}
