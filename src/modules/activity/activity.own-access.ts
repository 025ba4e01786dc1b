import { forbidden } from '../../core/errors.ts'
import type { EventType, LoggedEvent } from '../../core/events/events.ts'
import type { Follow } from '../../core/events/feed.ts'
import { readOf } from '../../core/lists/loaders.ts'
import type { Caller } from '../../core/operations/caller.ts'
import { collectionById } from '../collections/index.ts'
import { organizationEventCursor, teamsDeletedSince } from '../events/index.ts'
import { getOrganization, organizationById } from '../organizations/index.ts'
import { spaceById } from '../spaces/index.ts'
import { ownTeams } from '../teams/index.ts'

/** Events that change what many may do at once: default levels, and moves to where other levels and permissions apply. */
const ABOUT_MANY = /^(?:space|collection)\.access_changed$/
/** Events that change what somebody may do: memberships, teams and permissions. */
const ABOUT_SOMEBODY = /^(?:member\.(?:joined|updated|removed)|team\.(?:deleted|member_\w+)|permission\.\w+)$/
export const isAboutAccess = (type: EventType): boolean => ABOUT_MANY.test(type) || ABOUT_SOMEBODY.test(type)

/**
 * Follows what changes the access of the subscriber: events that name them, or a team that they are in, and what concerns all
 * members. Most of these events are otherwise for admins only. Their teams are read once and kept up to date by the events
 * themselves, so that an event that is about somebody else costs nothing.
 */
export async function followOwnAccess(
  caller: Caller,
  { organizationId: id, after: asked }: { organizationId?: string | null; after?: string | null | undefined },
): Promise<Follow> {
  const { id: organizationId, viewerRole } = await caller.call(getOrganization, { organizationId: id })
  for (const scope of ['space:read', 'organization:members:read'] as const) caller.requireViewer(scope)
  const { userId } = caller.requireViewer('organization:read')
  // The start of the events before the teams: a team that somebody joins in between is in one of both.
  const after = asked ?? (await caller.load(organizationEventCursor, organizationId)) ?? undefined
  const teams = new Set((await caller.load(ownTeams, organizationId)) ?? [])
  // Nothing says who was in a team that was deleted before. Members can list all teams, so they learn nothing new; guests cannot.
  if (asked != null && viewerRole !== null) {
    for (const team of await caller.load(teamsDeletedSince, { organizationId, after: asked })) teams.add(team)
  }
  const concerns = ({ type, subject: { user, team = '' } }: LoggedEvent): boolean => {
    if (ABOUT_MANY.test(type)) return true
    if (user === undefined) return teams.has(team)
    if (user !== userId) return false
    if (type === 'team.member_added') teams.add(team)
    return true
  }
  return {
    organizationId,
    after,
    matches: (event) =>
      event.type === 'organization.deleted' || (isAboutAccess(event.type) && concerns(event)),
  }
}

/**
 * Whoever is no longer a member loses the subscription, which tells them. Guests hear only of places that they see, or that are where
 * they see something: what they have comes from permissions there.
 */
export const seenByConcerned = readOf('organization:read', async (reads, event: LoggedEvent) => {
  const organization = await reads.load(organizationById, event.organizationId)
  if (!organization) throw forbidden('You no longer have access to this organization.')
  if (organization.viewerRole !== null || !ABOUT_MANY.test(event.type)) return true
  const { space = '', collection = '', parent = '' } = event.subject
  const places = [
    reads.load(spaceById, space),
    reads.load(collectionById, collection),
    reads.load(collectionById, parent),
  ]
  return (await Promise.all<unknown>(places)).some(Boolean)
})
