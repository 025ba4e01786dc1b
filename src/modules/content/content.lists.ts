import { bindCursor } from '../../core/lists/cursor.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { ComputedList } from '../../core/lists/definitions.ts'
import type { FileRecord } from '../revisions/index.ts'
import { readExpandedTree } from './computed/expanded-tree.ts'
import {
  childrenOf,
  type FileInRevision,
  fileRow,
  keyOfContent,
  type PageRow,
  pageRow,
  type ReusableRow,
  reusableRow,
} from './content.loaders.ts'
import type { Content } from './content-scope.ts'
import { pagesIn } from './pages/tree.ts'

/**
 * A cursor is valid for the same list of any revision of the space. It stays valid after an edit, and a cursor from
 * a space or a change request can be used with the node of the revision.
 */
export const bindToSpace = (list: string, { spaceId }: Content, id = '') =>
  bindCursor(list, `${spaceId}/${id}`, '')

/** The files of a revision, ordered by id. */
export const filesOfContent = defineList<Content, object, FileInRevision>({
  name: 'files',
  columns: 'e."id", e."entry"',
  from: `content_entries(split_part(p.key, '/', 1), split_part(p.key, '/', 2)) e`,
  match: 'TRUE',
  key: ({ spaceId, revision }) => `${spaceId}/${revision.filesRoot ?? ''}`,
  cursor: (content) => bindToSpace('files', content),
  sort: [{ sql: 'e."id" COLLATE "C"', type: 'text', value: (row) => row.fileId }],
  order: () => 'asc',
  // The statement returns an id and an entry; the rest comes from the parent.
  shape: (row, content) => fileRow(content, row.id, (row as unknown as { entry: FileRecord }).entry),
})

/** The same for the reader of a published site: the files of the pages that they see. */
export const filesOfReader: ComputedList<Content, FileInRevision> = {
  name: 'files',
  all: {
    name: 'filesOfReader',
    cacheKey: keyOfContent,
    batch: (_reads, contents) =>
      Promise.all(
        contents.map(async (content) =>
          [...((await content.seen?.files()) ?? [])]
            .map(([id, file]) => fileRow(content, id, file))
            .sort((one, other) => (one.fileId < other.fileId ? -1 : 1)),
        ),
      ),
  },
  sort: [{ type: 'text', value: ({ fileId }) => fileId }],
  cursor: (content) => bindToSpace('files', content),
}

/** A page and its position in reading order. */
type OrderedPage = PageRow & { ordinal: number }

const byOrdinal: ComputedList<never, OrderedPage>['sort'] = [
  { type: 'bigint', value: ({ ordinal }) => String(ordinal) },
  { type: 'text', value: ({ pageId }) => pageId },
]

/** All pages of a revision, each before its descendants. */
export const pagesOfContent: ComputedList<Content, OrderedPage> = {
  name: 'pages',
  all: {
    name: 'pagesInOrder',
    cacheKey: keyOfContent,
    batch: (reads, contents) =>
      Promise.all(
        contents.map(async (content) =>
          [...pagesIn(await readExpandedTree(reads, content))].map((page, ordinal) => ({
            ...pageRow(content, page),
            ordinal,
          })),
        ),
      ),
  },
  sort: byOrdinal,
  // An edit can move pages. Pagination continues after the last page of the previous response, if it still exists.
  isAt: ({ pageId }, [, id]) => pageId === id,
  cursor: (content) => bindToSpace('pages', content),
}

/** The direct children of a page, or the pages at the root, in order. */
const siblings = <Parent>(
  name: string,
  of: (parent: Parent) => { content: Content; page: PageRow | null },
): ComputedList<Parent, OrderedPage> => ({
  name,
  all: {
    name,
    cacheKey: (parent) => {
      const { content, page } = of(parent)
      return `${keyOfContent(content)}/${page?.pageId ?? ''}`
    },
    batch: (reads, parents) =>
      Promise.all(
        parents.map(async (parent) => {
          const { content, page } = of(parent)
          const pages = await childrenOf(reads, content, page)
          return pages.map((row, ordinal) => ({ ...row, ordinal }))
        }),
      ),
  },
  sort: byOrdinal,
  isAt: ({ pageId }, [, id]) => pageId === id,
  cursor: (parent) => {
    const { content, page } = of(parent)
    return bindToSpace(name, content, page?.pageId)
  },
})

export const pagesAtRoot = siblings('pagesAtRoot', (content: Content) => ({ content, page: null }))
export const pagesBelowPage = siblings('pagesBelow', (page: PageRow) => ({ content: page.content, page }))

/** The reusable contents of a revision, ordered by id. */
export const reusablesOfContent: ComputedList<Content, ReusableRow> = {
  name: 'reusableContents',
  all: {
    name: 'reusableContents',
    cacheKey: ({ revision }) => revision.id,
    batch: (_reads, contents) =>
      Promise.all(
        contents.map(async (content) =>
          [...(await content.snapshot.allReusables())]
            .map(([id, reusable]) => reusableRow(content, id, reusable))
            .sort((one, other) => (one.reusableContentId < other.reusableContentId ? -1 : 1)),
        ),
      ),
  },
  sort: [{ type: 'text', value: ({ reusableContentId }) => reusableContentId }],
  cursor: (content) => bindToSpace('reusableContents', content),
}
