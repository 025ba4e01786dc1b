import { type EventType, eventTypes } from '../../core/events.ts'
import { joinCollectionAccess } from '../collections/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'

const typesOf = (...resources: string[]) =>
  eventTypes.filter((type) => resources.includes(type.split('.')[0] ?? ''))

/** What everybody who may see a thing may know of it. Whatever is in none of these lists is for admins. */
const open = {
  /** Who sees the space. */
  space: typesOf('space', 'change_request', 'comment', 'reply', 'git'),
  /** Who sees the collection. */
  collection: typesOf('collection'),
  /** Every member, guests included. */
  organization: typesOf('organization'),
}

/** Who may know of what happened: those who see its space, its collection or the organization, or only admins. */
export function audienceOf(type: EventType): keyof typeof open | 'admins' {
  if (open.space.includes(type)) return 'space'
  if (open.collection.includes(type)) return 'collection'
  return open.organization.includes(type) ? 'organization' : 'admins'
}

const oneOf = (types: readonly EventType[]) => `e."type" IN (${types.map((type) => `'${type}'`).join(', ')})`

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
  OR (${oneOf(open.space)} AND e."spaceId" IN (SELECT s."id" FROM "Space" s ${joinAccess(viewer)}
    WHERE s."organizationId" = ${organization} AND ${NOT_DELETED}))
  OR (${oneOf(open.collection)} AND e."subject"->>'collection' IN (SELECT c."id" FROM "Collection" c
    ${joinCollectionAccess(viewer)} WHERE c."organizationId" = ${organization}))
  OR ${oneOf(open.organization)})`

/** The same for the events of one space, which the viewer sees. */
export const VISIBLE_IN_SPACE = `(w."role" = 'admin' OR ${oneOf(open.space)})`
