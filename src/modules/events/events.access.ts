import { type Audience, type EventType, eventTypes } from '../../core/events/events.ts'
import { joinCollectionAccess } from '../collections/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'

/** Who may know of what happened: those who see its space, its collection or the organization, or only admins. */
export const audienceOf = (type: EventType): Audience => eventTypes.get(type).audience

/** SQL that is true of events with this audience. All modules have to be declared by then. */
function isFor(audience: Audience): string {
  const types = eventTypes
    .entries()
    .flatMap(([type, each]) => (each.audience === audience ? [`'${type}'`] : []))
  return `e."type" IN (${types.join(', ')})`
}

/** Joins the viewer's place in the organization of the event `e`, as `w`. */
export const joinReader = (viewer: string) =>
  `JOIN "Member" w ON w."organizationId" = e."organizationId" AND w."userId" = ${viewer} AND NOT w."disabled"`

/** Columns that tell what the viewer is: admins are shown the log as it is. */
export const READER_COLUMNS = `coalesce(w."role" = 'admin', false) AS "isAdministrated"`

/**
 * What of the log the viewer may see now, of an organization given in SQL. The places are looked up as sets, so that a
 * long log asks for them once and not for every event.
 */
export const visible = (organization: string, viewer: string) => `(w."role" = 'admin'
  OR (${isFor('space')} AND e."spaceId" IN (SELECT s."id" FROM "Space" s ${joinAccess(viewer)}
    WHERE s."organizationId" = ${organization} AND ${NOT_DELETED}))
  OR (${isFor('collection')} AND e."subject"->>'collection' IN (SELECT c."id" FROM "Collection" c
    ${joinCollectionAccess(viewer)} WHERE c."organizationId" = ${organization}))
  OR ${isFor('organization')})`

/** The same for the events of one space, which the viewer sees. */
export const visibleInSpace = () => `(w."role" = 'admin' OR ${isFor('space')})`
