import type { ComputedList } from '../../core/lists/computed-list.ts'
import { bindCursor } from '../../core/lists/cursor.ts'
import type { ListDefinition } from '../../core/lists/list.ts'
import type { FileRecord } from '../revisions/index.ts'
import { type FileInRevision, fileRow, type PageRow, pageRow } from './content.loaders.ts'
import type { Content } from './content.places.ts'
import { pagesIn, readTree } from './pages/tree.ts'

/** Where the list belongs, which stays the same while content changes: a cursor outlives an edit. */
export const placeOf = ({ spaceId, changeRequest, byRevision, revision }: Content): string =>
  changeRequest?.id ?? (byRevision ? revision.id : spaceId)

/** The files of a revision, by id. */
export const filesOfContent: ListDefinition<Content, object, FileInRevision> = {
  name: 'files',
  columns: 'e."id", e."entry"',
  from: `content_entries(split_part(p.key, '/', 1), split_part(p.key, '/', 2)) e`,
  match: 'TRUE',
  key: ({ spaceId, revision }) => `${spaceId}/${revision.filesRoot ?? ''}`,
  cursor: (content) => bindCursor('files', placeOf(content), ''),
  sort: [{ sql: 'e."id" COLLATE "C"', type: 'text', value: (row) => row.fileId }],
  order: () => 'asc',
  // The statement gives an id and an entry; the rest is known from the parent.
  shape: (row, content) => fileRow(content, row.id, (row as unknown as { entry: FileRecord }).entry),
}

/** A page and its place in the order of reading. */
export type OrderedPage = PageRow & { ordinal: number }

/** Every page of a revision, each before what is below it. */
export const pagesOfContent: ComputedList<Content, OrderedPage> = {
  name: 'pages',
  all: {
    name: 'pagesInOrder',
    cacheKey: ({ revision }) => revision.id,
    batch: (_reads, contents) =>
      Promise.all(
        contents.map(async (content) =>
          [...pagesIn(await readTree(content.snapshot))].map((page, ordinal) => ({
            ...pageRow(content, page),
            ordinal,
          })),
        ),
      ),
  },
  sort: [
    { type: 'bigint', value: ({ ordinal }) => String(ordinal) },
    { type: 'text', value: ({ pageId }) => pageId },
  ],
  // An edit moves pages up and down: anyone who reads on reads on after the page that they had, if it is still there.
  isAt: ({ pageId }, [, id]) => pageId === id,
  cursor: (content) => bindCursor('pages', placeOf(content), ''),
}
