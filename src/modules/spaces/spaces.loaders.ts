import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { RequestLoaders, SortColumn } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import { retentionEnd } from '../../core/purging.ts'
import { type Collection, Prisma, type Space } from '../../generated/prisma/client.ts'
import { joinPlacedAccess, reachedRows } from '../collections/index.ts'
import type { MemberRow } from '../members/index.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS, reachOf, spacesGranted } from './spaces.access.ts'
import type { MemberSpaceFilters } from './spaces.model.ts'
import { mayManage } from './spaces.policy.ts'

const COLUMNS = `${columnsOf('s', Prisma.SpaceScalarFieldEnum)}, ${REACH_COLUMNS}`
const GUARDED = `SELECT ${COLUMNS} FROM "Space" s ${joinAccess('$2')} WHERE s."id" = ANY($1)`

function noted<Row extends Space>(row: Row, reads: RequestLoaders): Row {
  noteReach(reads, row.id, row)
  return row
}

export const spaceById = loaderById<Space>({
  name: 'spaceById',
  scope: 'space:read',
  text: `${GUARDED} AND ${NOT_DELETED}`,
  shape: noted,
})

/** Deleted spaces in which the viewer has a role, for users who can restore them. */
export const deletedSpaceById = loaderById<Space>({
  name: 'deletedSpaceById',
  scope: 'space:read',
  text: `${GUARDED} AND s."deletedAt" IS NOT NULL`,
  shape: noted,
})

const byId: SortColumn<Space> = { sql: 's."id"', type: 'text', value: (space) => space.id }

/** The spaces of an organization that the viewer can see, oldest first. */
export const spacesOfOrganization = defineList<OrganizationRow, object, Space>({
  name: 'spaces',
  columns: COLUMNS,
  from: `"Space" s ${joinAccess(VIEWER)}`,
  match: `s."organizationId" = p.key AND ${NOT_DELETED}`,
  key: (organization) => organization.id,
  sort: [byId],
  order: () => 'asc',
  shape: (space, _organization, reads) => noted(space, reads),
})

/** The same list for a guest, who sees only spaces with a grant. */
export const grantedSpaces: typeof spacesOfOrganization = defineList({
  ...spacesOfOrganization,
  from: `${reachedRows('Space', 's', spacesGranted(VIEWER))} ${joinAccess(VIEWER)}`,
  sort: [{ ...byId, sql: 'reached."id"' }],
})

/** The spaces directly in a collection that the viewer can see, by position. */
export const spacesOfCollection = defineList<Collection, object, Space>({
  name: 'spacesOfCollection',
  columns: COLUMNS,
  from: `"Space" s ${joinAccess(VIEWER)}`,
  match: `s."parentId" = p.key AND ${NOT_DELETED}`,
  key: (collection) => collection.id,
  sort: [{ sql: 's."orderKey"', type: 'text', value: (space) => space.orderKey }, byId],
  order: () => 'asc',
  shape: (space, _collection, reads) => noted(space, reads),
})

/** A space, and a member's role in it. */
export type MemberSpaceRow = Space & { permission: Role }

// Must differ from every alias inside the access rule, where it would otherwise be captured.
const joinTheirs = (userId: string) =>
  joinPlacedAccess('s', userId, { member: 'their_member', parent: 'their_parent', access: 'theirs' })

/** The spaces in which a member has a role and that the viewer can see. */
export const spacesOfMember = defineList<MemberRow, MemberSpaceFilters, MemberSpaceRow>({
  name: 'spacesOfMember',
  columns: `${COLUMNS}, theirs."role" AS "permission"`,
  from: `"Member" listed JOIN "Space" s ON s."organizationId" = listed."organizationId"
    ${joinAccess(VIEWER)} ${joinTheirs('listed."userId"')}`,
  match: `listed."id" = p.key AND ${NOT_DELETED}`,
  key: (member) => member.id,
  sort: [byId],
  order: ({ order }) => order,
  shape: (space, _member, reads) => noted(space, reads),
})

const LISTED = `(SELECT listed."userId" FROM "Member" listed WHERE listed."id" = p.key)`
const LISTED_IN = `(SELECT listed."organizationId" FROM "Member" listed WHERE listed."id" = p.key)`

/** The same list for a member who is a guest. */
export const spacesOfGuest: typeof spacesOfMember = defineList({
  ...spacesOfMember,
  from: `${reachedRows('Space', 's', spacesGranted(LISTED))} ${joinAccess(VIEWER)} ${joinTheirs(LISTED)}`,
  match: `s."organizationId" = ${LISTED_IN} AND ${NOT_DELETED}`,
})

/** A deleted space that the viewer can still restore, or null. */
export async function findRestorable(
  reads: RequestLoaders,
  spaceId: string,
  now: Date,
): Promise<Space | null> {
  const space = await reads.load(deletedSpaceById, spaceId)
  if (!space?.deletedAt || space.deletedAt <= retentionEnd(now)) return null
  return mayManage(await reachOf(reads, spaceId)) ? space : null
}

export async function getSpaceRow(reads: RequestLoaders, spaceId: string): Promise<Space> {
  const space = await reads.load(spaceById, spaceId)
  if (!space) throw notFound('This space')
  return space
}

const languages = {}

/** Remembers the language of a space that was read with something in it. */
export const noteLanguage = (reads: RequestLoaders, spaceId: string, language: string | null): void => {
  reads.notes<string, string | null>(languages).set(spaceId, language)
}

/** The language of a space: as remembered from an earlier read of this request, or read now. Null if it has none. */
export async function languageOf(reads: RequestLoaders, spaceId: string): Promise<string | null> {
  const known = reads.notes<string, string | null>(languages).get(spaceId)
  return known === undefined ? ((await reads.load(spaceById, spaceId))?.language ?? null) : known
}

/** The same for the API layers. */
export const requiredSpace = readOf('space:read', getSpaceRow)
