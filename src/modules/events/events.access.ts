import { type Audience, type EventType, eventTypes } from '../../core/events/events.ts'
import { joinCollectionAccess } from '../collections/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'

/** Who can see an event: users who can see its space, its collection or the organization, or only admins. */
export const audienceOf = (type: EventType): Audience => eventTypes.get(type).audience

/** SQL that is true for events with this audience. Called after all modules are declared. */
function isFor(audience: Audience): string {
  const types = eventTypes
    .entries()
    .flatMap(([type, each]) => (each.audience === audience ? [`'${type}'`] : []))
  return `e."type" IN (${types.join(', ')})`
}

const isForMembers = () => `(w."role" IS NOT NULL AND ${isFor('members')})`

/** Joins the viewer's membership in the organization of the event `e`, as `w`. */
export const joinReader = (viewer: string) =>
  `JOIN "Member" w ON w."organizationId" = e."organizationId" AND w."userId" = ${viewer} AND NOT w."disabled"`

/** Columns with the viewer's role: admins see events with all their ids. */
export const READER_COLUMNS = `coalesce(w."role" = 'admin', false) AS "isAdministrated"`

/**
 * A condition for the events that the viewer can see now, in an organization given as SQL. Spaces and
 * collections are looked up as sets, so that a long log reads them once and not for every event.
 */
export const visible = (organization: string, viewer: string) => `(w."role" = 'admin'
  OR ((${isFor('space')} OR ${isForMembers()}) AND e."spaceId" IN (SELECT s."id" FROM "Space" s
    ${joinAccess(viewer)} WHERE s."organizationId" = ${organization} AND ${NOT_DELETED}))
  OR (e."spaceId" IS NULL AND ${isForMembers()})
  OR (${isFor('collection')} AND e."subject"->>'collection' IN (SELECT c."id" FROM "Collection" c
    ${joinCollectionAccess(viewer)} WHERE c."organizationId" = ${organization}))
  OR ${isFor('organization')})`

/** The same for the events of one space, which the viewer can see. */
export const visibleInSpace = () => `(w."role" = 'admin' OR ${isFor('space')} OR ${isForMembers()})`
