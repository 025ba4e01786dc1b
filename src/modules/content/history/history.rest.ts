import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { listRoute, type Route, route, type View } from '../../../rest/route.ts'
import {
  changeRequestById,
  changeRequestUrl,
  RestChangeRequest,
  toRestChangeRequest,
} from '../../change-requests/index.ts'
import { participantById, RestUser, toRestUser } from '../../users/index.ts'
import { appPath, type Content } from '../content-scope.ts'
import { listPageRevisions, listRevisions } from './history.service.ts'
import { restorePage, restoreRevision } from './restore.service.ts'
import { revisionMessage } from './revision-message.ts'

const RestListedRevision = z
  .object({
    object: z.literal('revision'),
    id: z.string(),
    parents: z.array(z.string()),
    type: z.string(),
    message: z.string().optional().meta({
      description:
        'The message of the commit that it was imported from, or the subject of the merged change request.',
    }),
    mergedFrom: RestChangeRequest.optional(),
    createdBy: RestUser.optional(),
    createdAt: Timestamp,
    git: z.unknown().optional(),
    urls: z.object({ app: z.string() }),
  })
  .meta({ id: 'RevisionSummary' })

async function toRestListed(content: Content, view: View): Promise<z.input<typeof RestListedRevision>> {
  const { id, parents, type, createdAt, createdById, mergedFromId, git } = content.revision
  const [createdBy, mergedFrom, message] = await Promise.all([
    createdById === null ? null : view.caller.load(participantById, createdById),
    mergedFromId === null ? null : view.caller.load(changeRequestById, mergedFromId),
    view.caller.load(revisionMessage, content),
  ])
  return {
    object: 'revision',
    id,
    parents,
    type,
    message: message ?? undefined,
    mergedFrom: mergedFrom ? toRestChangeRequest(mergedFrom, view) : undefined,
    createdBy: createdBy ? toRestUser(createdBy, view) : undefined,
    createdAt: createdAt.toISOString(),
    git: git ?? undefined,
    urls: { app: view.urls.app(appPath(content, '')) },
  }
}

const listed = {
  item: RestListedRevision,
  present: (rows: Content[], view: View) => Promise.all(rows.map((row) => toRestListed(row, view))),
}
const main = { fixed: { changeRequestId: undefined } }
const changeRequestPath = '/spaces/:spaceId/change-requests/:changeRequestId'
const restored = {
  status: 201,
  response: RestChangeRequest,
  present: toRestChangeRequest,
  location: (row: { spaceId: string; id: string }, { urls }: View) =>
    changeRequestUrl(urls, row.spaceId, row.id),
}

export const historyRoutes: Route[] = [
  listRoute('/spaces/:spaceId/revisions', listRevisions, {
    ...listed,
    ...main,
    summary: 'List the revisions that main content has had, newest first',
  }),
  listRoute(`${changeRequestPath}/revisions`, listRevisions, {
    ...listed,
    summary: 'List the revisions of a change request, newest first',
  }),
  listRoute('/spaces/:spaceId/content/page/:pageId/revisions', listPageRevisions, {
    ...listed,
    ...main,
    summary: 'List the revisions of main content that changed a page, newest first',
  }),
  listRoute(`${changeRequestPath}/content/page/:pageId/revisions`, listPageRevisions, {
    ...listed,
    summary: 'List the revisions of a change request that changed a page, newest first',
  }),
  route('POST', '/spaces/:spaceId/revisions/:revisionId/restore', restoreRevision, {
    ...restored,
    summary: 'Open a change request that restores an earlier revision',
  }),
  route('POST', '/spaces/:spaceId/revisions/:revisionId/page/:pageId/restore', restorePage, {
    ...restored,
    summary: 'Open a change request that restores a page of an earlier revision',
  }),
]
