import { DomainError, notFound } from '../../core/errors.ts'
import { columnsOf, roomFor, type Unfilled } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type {
  BatchDefinition,
  Condition,
  ListDefinition,
  RequestLoaders,
  SortColumn,
} from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import { longColumn } from '../../core/lists/long-values.ts'
import type { Context } from '../../core/operations/context.ts'
import { type ChangeRequest, Prisma, type Space, type User } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { containsFolded } from '../members/index.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import {
  joinAccess,
  NOT_DELETED,
  noteLanguage,
  noteReach,
  REACH_COLUMNS,
  type ReachColumns,
} from '../spaces/index.ts'
import { joinedUser, type UserColumns } from '../users/index.ts'
import type {
  ChangeRequestFilters,
  OrganizationChangeRequestFilters,
  ViewerChangeRequestFilters,
} from './change-requests.model.ts'

/**
 * A change request with its author, and whether main content has changed since it was last updated from it.
 */
export type ChangeRequestRow = Omit<ChangeRequest, 'description'> & {
  createdBy: User
  outdated: boolean
  /** Null for a long text, which is read when it is needed; see `descriptionText`. */
  description: string | null
  descriptionBytes: number
  /** Whether the viewer is asked to review it. Undefined in lists, where it is read when it is needed. */
  viewerIsRequested?: boolean
  /** The language of its space. Undefined in lists. */
  spaceLanguage?: string | null
}

const createdBy = joinedUser('createdBy')
const { description: _description, ...fields } = Prisma.ChangeRequestScalarFieldEnum
const columns = (...known: (keyof ChangeRequest)[]) =>
  `${columnsOf('c', fields, ['createdById', ...known])}, ${longColumn('c."description"', 'description')},
  ${createdBy.columns('a')}, ${roomFor('createdBy')}`
const FROM = `"ChangeRequest" c JOIN "User" a ON a."id" = c."createdById"`
/** The revisions with the content that the space has: the current one, and those that differ from it in no content. */
const CURRENT = `s."sameRevisions" || s."revisionId"`
/**
 * Every statement reads the revision of main content together with the row: read at two different times,
 * the two could contradict each other.
 */
const outdated = (current: string) =>
  `coalesce(c."revisionMergedAncestorId", c."revisionInitialId") <> ALL(${current})`
const GUARDED = `SELECT ${columns()}, ${outdated(CURRENT)} AS "outdated", ${REACH_COLUMNS},
  s."language" AS "spaceLanguage",
  EXISTS (SELECT 1 FROM "RequestedReviewer" q WHERE q."changeRequestId" = c."id" AND q."userId" = $2)
    AS "viewerIsRequested" FROM ${FROM} JOIN "Space" s ON s."id" = c."spaceId" ${joinAccess('$2')} WHERE ${NOT_DELETED}`

type UnfilledRow = Unfilled<ChangeRequestRow, 'createdBy' | 'createdById'>

function complete(row: UnfilledRow): ChangeRequestRow {
  const changeRequest = row as ChangeRequestRow
  changeRequest.createdBy = createdBy.take(row)
  changeRequest.createdById = changeRequest.createdBy.id
  return changeRequest
}

function guarded(row: UnfilledRow, reads: RequestLoaders): ChangeRequestRow {
  noteReach(reads, row.spaceId, row)
  noteLanguage(reads, row.spaceId, row.spaceLanguage ?? null)
  return complete(row)
}

export const changeRequestById = loaderById<ChangeRequestRow>({
  name: 'changeRequestById',
  scope: 'space:read',
  text: `${GUARDED} AND c."id" = ANY($1)`,
  shape: guarded,
})

interface NumberInSpace {
  spaceId: string
  number: number
}

const BY_NUMBER = statement<UnfilledRow & UserColumns<'createdBy'> & ReachColumns>({
  name: 'changeRequestByNumber',
  text: `${GUARDED} AND (c."spaceId", c."number") IN (SELECT * FROM unnest($1::text[], $3::int[]))`,
})

const changeRequestByNumber: BatchDefinition<NumberInSpace, ChangeRequestRow> = {
  name: BY_NUMBER.name,
  cacheKey: ({ spaceId, number }) => `${spaceId}/${number}`,
  batch: async (reads, keys) => {
    const rows = await reads.db.query(BY_NUMBER, [
      keys.map((key) => key.spaceId),
      reads.viewer.userId,
      keys.map((key) => key.number),
    ])
    const found = new Map(rows.map((row) => [`${row.spaceId}/${row.number}`, guarded(row, reads)]))
    // What belongs to it refers to it by its id.
    for (const row of found.values()) reads.prime(changeRequestById, row.id, row)
    return keys.map(({ spaceId, number }) => found.get(`${spaceId}/${number}`) ?? null)
  },
}

/** The maximum of the column. A larger number matches no change request. */
const MAX_NUMBER = 2 ** 31 - 1

/** The change request with this id, or with this number in the space. If a space is given, it must be the space of the change request. */
export async function getChangeRequestRow(
  reads: RequestLoaders,
  spaceId: string | undefined,
  ref: string,
): Promise<ChangeRequestRow> {
  const number = /^\d+$/.test(ref) ? Number(ref) : undefined
  if (number !== undefined && spaceId === undefined) {
    const message = 'Send the space of a change request that is identified by its number.'
    throw new DomainError('invalid_input', `spaceId: ${message}`, [{ path: ['spaceId'], message }])
  }
  const changeRequest =
    number === undefined
      ? await reads.load(changeRequestById, ref)
      : spaceId !== undefined && number <= MAX_NUMBER
        ? await reads.load(changeRequestByNumber, { spaceId, number })
        : null
  if (!changeRequest || changeRequest.spaceId !== (spaceId ?? changeRequest.spaceId)) {
    throw notFound('This change request')
  }
  return changeRequest
}

/** The scope and the parent of lists below a change request. */
export const ofChangeRequest = {
  scope: 'space:read',
  parent: (
    { reads }: Context,
    { spaceId, changeRequestId }: { spaceId?: string | undefined; changeRequestId: string },
  ) => getChangeRequestRow(reads, spaceId, changeRequestId),
} as const

/** The same for the API layers, by id. */
export const requiredChangeRequest = readOf(
  'space:read',
  (reads, { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string }) =>
    getChangeRequestRow(reads, spaceId, changeRequestId),
)

type PeopleFilters = Pick<ChangeRequestFilters, 'contributor' | 'creator' | 'requestedReviewer'>

function byPeople({ contributor, creator, requestedReviewer }: PeopleFilters): Condition[] {
  const chosen: Condition[] = []
  if (contributor) {
    chosen.push({
      sql: `EXISTS (SELECT 1 FROM "ChangeRequestContributor" k WHERE k."changeRequestId" = c."id" AND k."userId" = ?)`,
      value: contributor,
    })
  }
  if (creator) chosen.push({ sql: 'c."createdById" = ?', value: creator })
  if (requestedReviewer) {
    chosen.push({
      sql: `EXISTS (SELECT 1 FROM "RequestedReviewer" k WHERE k."changeRequestId" = c."id" AND k."userId" = ?)`,
      value: requestedReviewer,
    })
  }
  return chosen
}

/** Change requests whose subject contains a text, ignoring case and accents, or with this number. */
const byText = (search: string | undefined): Condition[] =>
  search
    ? [
        {
          sql: `(${containsFolded('quire_fold(c."subject")')} OR c."number"::text = ltrim(?::text, '#'))`,
          value: search,
        },
      ]
    : []

const byStatus = (status: readonly string[]) => amongst('c."status"', '"ChangeRequestStatus"', status)

const byId: SortColumn<ChangeRequestRow> = {
  sql: 'c."id"',
  type: 'text',
  value: (changeRequest) => changeRequest.id,
}

/** The change requests of a space, newest first. */
export const changeRequestsOfSpace = defineList<Space, ChangeRequestFilters, ChangeRequestRow>({
  name: 'changeRequests',
  // The subquery depends on the space alone, so PostgreSQL runs it once for the list and not for each row.
  columns: `${columns('spaceId', 'organizationId')},
    ${outdated(`(SELECT ${CURRENT} FROM "Space" s WHERE s."id" = p.key)::text[]`)} AS "outdated"`,
  from: FROM,
  match: 'c."spaceId" = p.key',
  key: (space) => space.id,
  conditions: (filters) => [...byStatus(filters.status), ...byText(filters.search), ...byPeople(filters)],
  sort: [byId],
  order: () => 'desc',
  shape: (row, space) => {
    row.spaceId = space.id
    row.organizationId = space.organizationId
    return complete(row)
  },
})

type OfOrganization = ListDefinition<OrganizationRow, OrganizationChangeRequestFilters, ChangeRequestRow>

const SEEN = `SELECT s."id" AS "seenId", ${CURRENT} AS "currentRevisions", ${REACH_COLUMNS} FROM "Space" s
  ${joinAccess(VIEWER)} WHERE ${NOT_DELETED}`

const SEEN_COLUMNS = `${columns()}, ${outdated('seen."currentRevisions"')} AS "outdated", seen."reach_role",
  seen."reach_memberRole", seen."reach_organizationId"`

// Prepared statements are kept by the name of their list, so each query plan has a name of its own.
const ofOrganization = (name: string, from: string): OfOrganization =>
  defineList({
    name,
    columns: SEEN_COLUMNS,
    from,
    match: 'c."organizationId" = p.key',
    key: (organization) => organization.id,
    conditions: ({ status, space, search, ...people }) => [
      ...byStatus(status),
      ...byText(search),
      ...(space ? [{ sql: 'c."spaceId" = ?', value: space }] : []),
      ...byPeople(people),
    ],
    sort: [byId],
    order: () => 'desc',
    shape: (row, _organization, reads) => guarded(row, reads),
  })

/**
 * The change requests of all spaces that the viewer can see, newest first. Members see most spaces, so the
 * query walks the newest change requests and checks the space of each; guests see few, so it starts from
 * their spaces.
 */
export const changeRequestsOfOrganization: Record<'member' | 'guest', OfOrganization> = {
  // OFFSET 0 fixes this join order: without it the planner may start with every space of the organization,
  // or for a guest with every change request.
  member: ofOrganization(
    'changeRequestsOfOrganization',
    `${FROM} CROSS JOIN LATERAL (${SEEN} AND s."id" = c."spaceId" OFFSET 0) seen`,
  ),
  guest: ofOrganization(
    'changeRequestsOfOrganization.guest',
    `(${SEEN} AND s."organizationId" = p.key OFFSET 0) seen CROSS JOIN LATERAL (
      SELECT ${columnsOf('mine', Prisma.ChangeRequestScalarFieldEnum)} FROM "ChangeRequest" mine
      WHERE mine."spaceId" = seen."seenId" OFFSET 0) c JOIN "User" a ON a."id" = c."createdById"`,
  ),
}

const ofViewer = (
  name: string,
  involved: { from: string; match: string; sort: SortColumn<ChangeRequestRow> },
) =>
  defineList<{ id: string }, ViewerChangeRequestFilters, ChangeRequestRow>({
    name,
    columns: SEEN_COLUMNS,
    from: `${involved.from} CROSS JOIN LATERAL (${SEEN} AND s."id" = c."spaceId" OFFSET 0) seen`,
    match: involved.match,
    key: (user) => user.id,
    conditions: ({ status, search }) => [...byStatus(status), ...byText(search)],
    sort: [involved.sort],
    order: () => 'desc',
    shape: (row, _user, reads) => guarded(row, reads),
  })

/** The change requests of all organizations that a user created or is asked to review, newest first. */
export const changeRequestsOfViewer = {
  created: ofViewer('changeRequestsCreated', { from: FROM, match: 'c."createdById" = p.key', sort: byId }),
  // A request stays after the review, so it counts until the current revision is reviewed.
  'review-requested': ofViewer('changeRequestsToReview', {
    from: `"RequestedReviewer" q JOIN (${FROM}) ON c."id" = q."changeRequestId"`,
    match: `q."userId" = p.key AND NOT EXISTS (SELECT 1 FROM "Review" v WHERE v."changeRequestId" = c."id"
      AND v."reviewerId" = p.key AND v."revisionId" = c."revisionId")`,
    sort: { ...byId, sql: 'q."changeRequestId"' },
  }),
}
