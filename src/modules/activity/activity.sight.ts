import { forbidden, notFound } from '../../core/errors.ts'
import type { LoggedEvent } from '../../core/events/events.ts'
import { type Reads, readOf } from '../../core/lists/loaders.ts'
import { collectionById } from '../collections/index.ts'
import { audienceOf } from '../events/index.ts'
import { organizationById } from '../organizations/index.ts'
import { deletedSpaceById, spaceById } from '../spaces/index.ts'

/**
 * Authorizes an event of a space for anyone who follows that space. False passes it over. Whoever no
 * longer sees the space loses the subscription, and so does everybody when it is deleted.
 */
async function isSeenInSpace(reads: Reads, event: LoggedEvent): Promise<boolean> {
  const space = await reads.load(spaceById, event.spaceId ?? '')
  if (!space) {
    const isDeleted = await reads.load(deletedSpaceById, event.spaceId ?? '')
    throw isDeleted ? notFound('This space') : forbidden('You no longer have access to this space.')
  }
  // Its later events are in the log of the other organization, where this subscription does not look.
  if (space.organizationId !== event.organizationId) {
    throw forbidden('This space was transferred to another organization. Subscribe to it again.')
  }
  return audienceOf(event.type) === 'space' || isAdministrated(event, reads)
}

/** Authorizes an event for anyone who follows an organization: false passes it over; who is no member has lost it. */
async function isSeenInOrganization(reads: Reads, event: LoggedEvent): Promise<boolean> {
  if (await isAdministrated(event, reads)) return true
  switch (audienceOf(event.type)) {
    case 'space':
      return (await spaceOf(event, reads))?.organizationId === event.organizationId
    case 'collection':
      return (await collectionOf(event, reads))?.organizationId === event.organizationId
    case 'organization':
      return true
    case 'admins':
      return false
  }
}

async function isAdministrated({ organizationId }: LoggedEvent, reads: Reads): Promise<boolean> {
  const organization = await reads.load(organizationById, organizationId)
  if (!organization) throw forbidden('You may no longer see this organization.')
  return organization.viewerRole === 'admin'
}

const collectionOf = ({ subject }: LoggedEvent, reads: Reads) =>
  reads.load(collectionById, subject.collection ?? '')

/** The space of an event. A deleted one counts for what happens to the space itself: its deletion is still told. */
async function spaceOf({ spaceId, type }: LoggedEvent, reads: Reads) {
  const space = await reads.load(spaceById, spaceId ?? '')
  if (space || !type.startsWith('space.')) return space
  return reads.load(deletedSpaceById, spaceId ?? '')
}

/** The rule by itself: what it reads to decide is not shown, so the token needs the scope of the subscription alone. */
export const seenInSpace = readOf('space:read', isSeenInSpace)
export const seenInOrganization = readOf('organization:read', isSeenInOrganization)
