import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import { Prisma, type Revision, type Space } from '../../../generated/prisma/client.ts'
import type { ChangeRequestRow } from '../../change-requests/index.ts'
import type { PageRow } from '../content.loaders.ts'
import { type Content, contentOf } from '../content-scope.ts'

/** What has a history: the main content of a space, or a change request. */
export type HistoryOwner = Space | ChangeRequestRow

// The statements return revisions.
const shape = (row: Content, _parent: unknown, reads: RequestLoaders): Content =>
  contentOf(reads, row as unknown as Revision, { byRevision: true })

const common = {
  columns: columnsOf('r', Prisma.RevisionScalarFieldEnum),
  sort: [{ sql: 'h."revisionId"', type: 'text' as const, value: ({ id }: Content) => id }],
  order: () => 'desc' as const,
  shape,
}
const FROM = `"ContentHistory" h JOIN "Revision" r ON r."id" = h."revisionId"`

/** The revisions of main content or of a change request, newest first. */
export const revisionsOfOwner = defineList<HistoryOwner, object, Content>({
  name: 'revisions',
  from: FROM,
  match: 'h."ownerId" = p.key',
  key: (owner) => owner.id,
  ...common,
})

/**
 * Those that changed a page. They are compared with their first parent while the list is read, down to the part of the map
 * that has the page: most revisions share all of it.
 */
export const revisionsOfPage = defineList<PageRow, object, Content>({
  name: 'pageRevisions',
  from: `${FROM} LEFT JOIN "Revision" b ON b."id" = r."parents"[1]`,
  match: `h."ownerId" = split_part(p.key, '/', 1)
    AND content_differs(split_part(p.key, '/', 2), r."pagesRoot", b."pagesRoot", split_part(p.key, '/', 3))`,
  key: ({ content, pageId }) =>
    `${content.changeRequest?.id ?? content.spaceId}/${content.spaceId}/${pageId}`,
  ...common,
})
