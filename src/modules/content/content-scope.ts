import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import { Prisma, type Revision, type Space } from '../../generated/prisma/client.ts'
import { type ChangeRequestRow, getChangeRequestRow } from '../change-requests/index.ts'
import { Snapshot } from '../revisions/index.ts'
import { getSpaceRow, joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../spaces/index.ts'
import { findSeen, type SeenContent } from './readers/seen-content.ts'

/** Identifies content: main content, a change request, or a revision. */
export interface ContentScope {
  spaceId: string
  changeRequestId?: string | undefined
  revisionId?: string | undefined
  /** Whether computed pages replace their sources. True if it is omitted. */
  computed?: boolean | undefined
}

/** A revision that the viewer can see, and how it was reached. */
export interface Content {
  /** The id of the revision. */
  id: string
  spaceId: string
  /** Null if it was reached as main content or by its own id. */
  changeRequest: ChangeRequestRow | null
  /** Whether it was reached by its own id. */
  byRevision: boolean
  /** Whether computed pages replace their sources. */
  isExpanded: boolean
  revision: Revision
  snapshot: Snapshot
  /** For the reader of a published site: what they see of it. */
  seen?: SeenContent
}

/** Revisions of spaces that the viewer can see. */
export const revisionById = loaderById<Revision>({
  name: 'revisionById',
  scope: 'space:read',
  text: `SELECT ${columnsOf('r', Prisma.RevisionScalarFieldEnum)}, ${REACH_COLUMNS} FROM "Revision" r
    JOIN "Space" s ON s."id" = r."spaceId" ${joinAccess('$2')} WHERE r."id" = ANY($1) AND ${NOT_DELETED}`,
  shape: (row, reads) => {
    noteReach(reads, row.spaceId, row)
    return row
  },
})

export async function getRevisionRow(
  reads: RequestLoaders,
  spaceId: string,
  revisionId: string,
): Promise<Revision> {
  const revision = await reads.load(revisionById, revisionId)
  if (revision?.spaceId !== spaceId) throw notFound('This revision')
  return revision
}

/**
 * Revisions that belong to a change request which the viewer could see before. Its space can be deleted, or the viewer
 * removed from it, while a request waits for its turn or for a download: then it is not found.
 */
export async function revisionsFor<const Ids extends readonly string[]>(
  reads: RequestLoaders,
  { id, spaceId }: Pick<ChangeRequestRow, 'id' | 'spaceId'>,
  ids: Ids,
): Promise<{ [At in keyof Ids]: Revision }> {
  const revisions = await reads.loadMany(revisionById, ids)
  if (revisions.some((revision) => !revision)) {
    reads.forget()
    await getChangeRequestRow(reads, spaceId, id)
    throw new Error('A revision of this change request is missing.')
  }
  return revisions as { [At in keyof Ids]: Revision }
}

export const contentOf = (
  reads: RequestLoaders,
  revision: Revision,
  found: { changeRequest?: ChangeRequestRow; byRevision?: boolean } = {},
): Content => ({
  id: revision.id,
  spaceId: revision.spaceId,
  changeRequest: found.changeRequest ?? null,
  byRevision: found.byRevision ?? false,
  isExpanded: true,
  revision,
  snapshot: new Snapshot(reads.db, revision),
})

/** The content at this location. Content that is not visible is not found. */
export async function getContent(
  reads: RequestLoaders,
  { computed: isExpanded = true, ...scope }: ContentScope,
): Promise<Content> {
  return { ...(await locatedContent(reads, scope)), isExpanded }
}

async function locatedContent(
  reads: RequestLoaders,
  { spaceId, changeRequestId, revisionId }: ContentScope,
): Promise<Content> {
  if (reads.viewer.reader) {
    // Readers see the content of the site, and no proposals.
    return contentOfReader(
      changeRequestId === undefined ? await findSeen(reads, { spaceId, revisionId }) : null,
    )
  }
  if (changeRequestId !== undefined) {
    return contentOfChangeRequest(reads, await getChangeRequestRow(reads, spaceId, changeRequestId))
  }
  if (revisionId !== undefined) {
    await getSpaceRow(reads, spaceId)
    return contentOf(reads, await getRevisionRow(reads, spaceId, revisionId), { byRevision: true })
  }
  return contentOfSpace(reads, await getSpaceRow(reads, spaceId))
}

function contentOfReader(seen: SeenContent | null): Content {
  if (!seen) throw notFound('This content')
  const { revision, snapshot } = seen
  return {
    id: revision.id,
    spaceId: revision.spaceId,
    changeRequest: null,
    byRevision: false,
    isExpanded: true,
    revision,
    snapshot,
    seen,
  }
}

export async function contentOfSpace(reads: RequestLoaders, space: Space): Promise<Content> {
  return contentOf(reads, await getRevisionRow(reads, space.id, space.revisionId))
}

export async function contentOfChangeRequest(reads: RequestLoaders, row: ChangeRequestRow): Promise<Content> {
  const revision = await getRevisionRow(reads, row.spaceId, row.revisionId)
  return contentOf(reads, revision, { changeRequest: row })
}

/**
 * The content that a write has left: the revision that it wrote, also if there is a later one by now. A client names
 * it as the revision that its next changes are based on.
 */
async function contentAfterWrite(
  reads: RequestLoaders,
  { place, revisionId }: { place: ContentScope; revisionId: string },
): Promise<Content> {
  const content = await getContent(reads, place)
  if (content.id === revisionId) return content
  const revision = await getRevisionRow(reads, content.spaceId, revisionId)
  return contentOf(reads, revision, content.changeRequest ? { changeRequest: content.changeRequest } : {})
}

/** The same for API layers. */
export const contentAt = readOf('space:read', getContent)
export const contentAfter = readOf('space:read', contentAfterWrite)
export const mainContent = readOf('space:read', contentOfSpace)
export const proposedContent = readOf('space:read', contentOfChangeRequest)

/** A revision by its id, for `node(id:)`. */
export async function findContent(reads: RequestLoaders, revisionId: string): Promise<Content | null> {
  const revision = await reads.load(revisionById, revisionId)
  return revision && contentOf(reads, revision, { byRevision: true })
}

/** The path of a page in the app. */
export const appPath = ({ spaceId, changeRequest, byRevision, revision }: Content, path: string): string => {
  if (changeRequest) return `/s/${spaceId}/changes/${changeRequest.number}/${path}`
  return byRevision ? `/s/${spaceId}/revisions/${revision.id}/${path}` : mainAppPath(spaceId, path)
}

/** Paths that are those of change requests and revisions in the app. */
const OTHER_IN_APP = /^(?:changes\/\d+|revisions\/rev_[^/#]*)(?:[/#]|$)/

/** The path of a page of main content in the app. No slug begins with a tilde. */
export const mainAppPath = (spaceId: string, path: string): string =>
  `/s/${spaceId}/${OTHER_IN_APP.test(path) ? '~page/' : ''}${path}`
