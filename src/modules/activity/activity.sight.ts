import type { Caller } from '../../core/caller.ts'
import { forbidden } from '../../core/errors.ts'
import type { LoggedEvent } from '../../core/events.ts'
import { collectionById } from '../collections/index.ts'
import { audienceOf } from '../events/index.ts'
import { organizationById } from '../organizations/index.ts'
import { deletedSpaceById, spaceById } from '../spaces/index.ts'

/**
 * Judges an event of a space for whoever follows that space. False passes it over; who no longer sees the space has
 * lost the subscription.
 */
export async function isSeenInSpace(event: LoggedEvent, caller: Caller): Promise<boolean> {
  const space = await spaceOf(event, caller)
  if (!space) throw forbidden('You may no longer see this space.')
  // Its later events are in the log of the other organization, where this subscription does not look.
  if (space.organizationId !== event.organizationId) {
    throw forbidden('This space was transferred to another organization. Subscribe to it again.')
  }
  return audienceOf(event.type) === 'space' || isAdministrated(event, caller)
}

/** Judges an event for whoever follows an organization: false passes it over; who is no member has lost it. */
export async function isSeenInOrganization(event: LoggedEvent, caller: Caller): Promise<boolean> {
  if (await isAdministrated(event, caller)) return true
  switch (audienceOf(event.type)) {
    case 'space':
      return (await spaceOf(event, caller))?.organizationId === event.organizationId
    case 'collection':
      return (await collectionOf(event, caller))?.organizationId === event.organizationId
    case 'organization':
      return true
    case 'admins':
      return false
  }
}

async function isAdministrated({ organizationId }: LoggedEvent, caller: Caller): Promise<boolean> {
  const organization = await caller.load(organizationById, organizationId)
  if (!organization) throw forbidden('You may no longer see this organization.')
  return organization.viewerRole === 'admin'
}

const collectionOf = ({ subject }: LoggedEvent, caller: Caller) =>
  caller.load(collectionById, subject.collection ?? '')

/** The space of an event. A deleted one counts for what happens to the space itself: its deletion is still told. */
async function spaceOf({ spaceId, type }: LoggedEvent, caller: Caller) {
  const space = await caller.load(spaceById, spaceId ?? '')
  if (space || !type.startsWith('space.')) return space
  return caller.load(deletedSpaceById, spaceId ?? '')
}
