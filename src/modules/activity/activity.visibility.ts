import type { Role } from '../../core/access/roles.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { LoggedEvent } from '../../core/events/events.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { collectionById } from '../collections/index.ts'
import { audienceOf } from '../events/index.ts'
import { organizationById } from '../organizations/index.ts'
import { deletedSpaceById, spaceById } from '../spaces/index.ts'

/**
 * Authorizes an event of a space for a subscriber to that space. False skips the event. A subscriber who can no longer
 * see the space loses the subscription, and so do all when it is deleted.
 */
async function isSeenInSpace(reads: RequestLoaders, event: LoggedEvent): Promise<boolean> {
  const space = await reads.load(spaceById, event.spaceId ?? '')
  if (!space) {
    const isDeleted = await reads.load(deletedSpaceById, event.spaceId ?? '')
    throw isDeleted ? notFound('This space') : forbidden('You no longer have access to this space.')
  }
  // Its later events are in the log of the other organization, where this subscription does not look.
  if (space.organizationId !== event.organizationId) {
    throw forbidden('This space was transferred to another organization. Subscribe to it again.')
  }
  const audience = audienceOf(event.type)
  if (audience === 'members') return (await roleIn(event, reads)) !== null
  return audience === 'space' || isAdministrated(event, reads)
}

/**
 * Authorizes an event for a subscriber to an organization. False skips the event; a subscriber who is no
 * longer a member gets an error.
 */
async function isSeenInOrganization(reads: RequestLoaders, event: LoggedEvent): Promise<boolean> {
  if (await isAdministrated(event, reads)) return true
  switch (audienceOf(event.type)) {
    case 'space':
      return (await spaceOf(event, reads))?.organizationId === event.organizationId
    case 'collection':
      return (await collectionOf(event, reads))?.organizationId === event.organizationId
    case 'organization':
      return true
    case 'members':
      if ((await roleIn(event, reads)) === null) return false
      return event.spaceId === null || (await spaceOf(event, reads))?.organizationId === event.organizationId
    case 'admins':
      return false
  }
}

async function isAdministrated(event: LoggedEvent, reads: RequestLoaders): Promise<boolean> {
  return (await roleIn(event, reads)) === 'admin'
}

/** The subscriber's role in the organization of an event; null for a guest. */
async function roleIn({ organizationId }: LoggedEvent, reads: RequestLoaders): Promise<Role | null> {
  const organization = await reads.load(organizationById, organizationId)
  if (!organization) throw forbidden('You no longer have access to this organization.')
  return organization.viewerRole
}

const collectionOf = ({ subject }: LoggedEvent, reads: RequestLoaders) =>
  reads.load(collectionById, subject.collection ?? '')

/**
 * The space of an event. A deleted space counts for events about the space itself, so that its deletion is
 * delivered.
 */
async function spaceOf({ spaceId, type }: LoggedEvent, reads: RequestLoaders) {
  const space = await reads.load(spaceById, spaceId ?? '')
  if (space || !type.startsWith('space.')) return space
  return reads.load(deletedSpaceById, spaceId ?? '')
}

/**
 * The access rule alone. What it reads to decide is not returned, so the token needs only the scope of the
 * subscription.
 */
export const seenInSpace = readOf('space:read', isSeenInSpace)
export const seenInOrganization = readOf('organization:read', isSeenInOrganization)
