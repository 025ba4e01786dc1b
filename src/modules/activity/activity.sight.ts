import type { Caller } from '../../core/caller.ts'
import { forbidden } from '../../core/errors.ts'
import type { LoggedEvent } from '../../core/events.ts'
import { holdsScope } from '../../core/viewer.ts'
import { collectionById, mayManageCollection, reachOfCollection } from '../collections/index.ts'
import { type OrganizationRow, organizationById } from '../organizations/index.ts'
import { deletedSpaceById, mayManage, reachOf, spaceById } from '../spaces/index.ts'

const resourceOf = ({ type }: LoggedEvent) => type.slice(0, type.indexOf('.'))

/** What is shared with whom is told to those who may see the grants and the links, and to no other reader. */
const isAboutSharing = (event: LoggedEvent) => ['permission', 'invite'].includes(resourceOf(event))

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
  return !isAboutSharing(event) || maySeeSharing(event, caller)
}

/** Judges an event for whoever follows an organization: false passes it over; who is no member has lost it. */
export async function isSeenInOrganization(event: LoggedEvent, caller: Caller): Promise<boolean> {
  const organization = await caller.load(organizationById, event.organizationId)
  if (!organization) throw forbidden('You may no longer see this organization.')
  if (organization.viewerRole === 'admin') return true
  if (isAboutSharing(event)) return maySeeSharing(event, caller)
  if (event.spaceId !== null) {
    return (await spaceOf(event, caller))?.organizationId === event.organizationId
  }
  const judge = judges[resourceOf(event)]
  // What is not in the table is for admins, who were let through above.
  return judge ? judge(event, organization, caller) : false
}

type Judge = (event: LoggedEvent, organization: OrganizationRow, caller: Caller) => boolean | Promise<boolean>

/** Who is told of what happens outside of spaces: those who can read what it happened to. */
const judges: Record<string, Judge> = {
  organization: () => true,
  // A guest is shown nobody else, here as in the list of members.
  member: ({ subject }, { viewerRole }, { viewer }) => viewerRole !== null || subject.user === viewer?.userId,
  team: (_event, { viewerRole }) => viewerRole !== null,
  collection: async ({ subject }, _organization, caller) =>
    (await caller.load(collectionById, subject.collection ?? '')) !== null,
}

/** The space of an event. A deleted one counts for what happens to the space itself: its deletion is still told. */
async function spaceOf({ spaceId, type }: LoggedEvent, caller: Caller) {
  const space = await caller.load(spaceById, spaceId ?? '')
  if (space || !type.startsWith('space.')) return space
  return caller.load(deletedSpaceById, spaceId ?? '')
}

async function maySeeSharing({ spaceId, subject }: LoggedEvent, caller: Caller): Promise<boolean> {
  const { viewer } = caller
  if (!viewer || !holdsScope(viewer, 'space:permissions:read')) return false
  if (spaceId !== null) {
    if (!(await caller.load(spaceById, spaceId))) return false
    return mayManage(await reachOf(caller.reads(), spaceId))
  }
  const { collection } = subject
  if (collection === undefined || !(await caller.load(collectionById, collection))) return false
  return mayManageCollection(await reachOfCollection(caller.reads(), collection))
}
