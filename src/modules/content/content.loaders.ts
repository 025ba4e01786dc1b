import type { BatchDefinition, LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import {
  type DocumentKey,
  type FileRecord,
  type FolderRecord,
  findAtPaths,
  findDocuments,
  findEntries,
  findPlaced,
  folderOf,
  type PageRecord,
  type PlacedPage,
  type ReusableRecord,
} from '../revisions/index.ts'
import { computedFolder, findGenerated, generatedId, namedIn, withGenerated } from './computed/generated.ts'
import { type Content, findContent } from './content-scope.ts'
import { visibleIn } from './readers/seen-content.ts'

/** Distinguishes a revision with computed pages from the same one with their sources, and how it was reached. */
export const keyOfContent = ({ revision, changeRequest, byRevision, isExpanded }: Content): string =>
  `${revision.id}/${byRevision ? 'revision' : (changeRequest?.id ?? '')}${isExpanded ? '' : '/sources'}`

/** Entries of a revision. Access to the revision was already checked. */
interface InContent {
  content: Content
  id: string
}

const cacheKey = ({ content, id }: InContent) => `${keyOfContent(content)}/${id}`

function entriesOf<Value>(
  name: string,
  rootOf: (content: Content) => string | null,
): BatchDefinition<InContent, Value> {
  return {
    name,
    cacheKey,
    batch: (reads, keys) =>
      findEntries<Value>(
        reads.db,
        keys.map(({ content, id }) => ({ spaceId: content.spaceId, root: rootOf(content), id })),
      ),
  }
}

const foldersIn = entriesOf<FolderRecord>('foldersIn', ({ revision }) => revision.foldersRoot)
const pagesIn = entriesOf<PageRecord>('pagesIn', ({ revision }) => revision.pagesRoot)
const filesIn = entriesOf<FileRecord>('filesIn', ({ revision }) => revision.filesRoot)
const reusablesIn = entriesOf<ReusableRecord>('reusablesIn', ({ revision }) => revision.reusablesRoot)

/** Source texts. */
const documentsIn: BatchDefinition<DocumentKey, string> = {
  name: 'documentsIn',
  cacheKey: ({ spaceId, hash }) => `${spaceId}/${hash}`,
  // Texts that exceed the limit of the response are not read.
  batch: ({ db, meter }, keys) => findDocuments(db, keys, (bytes) => meter.admit(bytes)),
}

/** A page in the revision that it was read from. */
export interface PageRow extends Omit<PlacedPage, 'id'> {
  /**
   * The id of the page in one revision, which never changes. The id of the page itself is the same in all
   * revisions.
   */
  id: string
  pageId: string
  /** The GraphQL type of the page. */
  typename: string
  content: Content
}

const typenames = {
  document: 'DocumentPage',
  group: 'GroupPage',
  link: 'LinkPage',
  computed: 'ComputedPage',
} as const satisfies Record<PageRecord['type'], string>

/** A page exists in many revisions, which client caches must distinguish. */
const nodeIdOf = (id: string, { revision }: Content): string => `${id}-${revision.id}`

export const pageRow = (content: Content, { id, page, above }: PlacedPage): PageRow => ({
  id: nodeIdOf(id, content),
  pageId: id,
  typename: typenames[page.type],
  page,
  above,
  content,
})

/** The direct children of a page, or the pages at the root: two statements for any number of parents. */
export async function childrenOf(
  reads: RequestLoaders,
  content: Content,
  parent: PageRow | null,
): Promise<PageRow[]> {
  const folder = await reads.load(foldersIn, { content, id: folderOf(parent?.pageId ?? null) })
  const above = parent ? [{ id: parent.pageId, page: parent.page }, ...parent.above] : []
  const children = await Promise.all(
    (folder?.pages ?? []).map(async ([id]) => ({ id, page: await reads.load(pagesIn, { content, id }) })),
  )
  const stored = children.flatMap(({ id, page }) => (page ? [{ id, page, above }] : []))
  const placed = await withGenerated(reads, content, stored, (generated) => generated)
  const visible = await visibleIn(content, placed)
  const listed = content.seen ? visible.filter(({ page }) => !page.hidden) : visible
  return listed.map((each) => pageRow(content, each))
}

/** The stored pages of a folder without a slug, and the slugs of the others: what computed pages depend on. */
async function siblingsIn(reads: RequestLoaders, content: Content, parent: string | null) {
  const folder = await reads.load(foldersIn, { content, id: folderOf(parent) })
  const siblings = await Promise.all(
    (folder?.pages ?? []).map(async ([id, slug]) => ({
      id,
      page: slug === '' ? await reads.load(pagesIn, { content, id }) : ({ slug } as PageRecord),
    })),
  )
  return siblings.flatMap(({ id, page }) => (page ? [{ id, page }] : []))
}

/** The source of a page or of a reusable content. Empty if it has none. */
export async function sourceOf(
  reads: RequestLoaders,
  { spaceId }: { spaceId: string },
  hash: string | undefined,
): Promise<string> {
  return hash === undefined ? '' : ((await reads.load(documentsIn, { spaceId, hash })) ?? '')
}

/** Pages with their ancestors, of any number of revisions in one statement. */
export const placedIn: LoaderDefinition<InContent, PageRow> = {
  name: 'placedIn',
  scope: 'space:read',
  cacheKey,
  batch: async (reads, keys) => {
    const placed = await findPlaced(
      reads.db,
      keys.map(({ content, id }) => ({ spaceId: content.spaceId, root: content.revision.pagesRoot, id })),
    )
    return Promise.all(
      keys.map(({ content, id }, index) => {
        const own = placed[index]
        if (own && content.seen) return seenRow(content, own)
        return own ? pageRow(content, own) : generatedId(id) ? findComputed(reads, content, id) : null
      }),
    )
  },
}

/** A page as the reader of a site sees it; null if it is hidden from them. */
async function seenRow(content: Content, placed: PlacedPage): Promise<PageRow | null> {
  const [own] = await visibleIn(content, [placed])
  return own ? pageRow(content, own) : null
}

export function findPage(reads: RequestLoaders, content: Content, id: string): Promise<PageRow | null> {
  return reads.load(placedIn, { content, id })
}

/** A computed page by its id. */
async function findComputed(reads: RequestLoaders, content: Content, id: string): Promise<PageRow | null> {
  const wanted = generatedId(id)
  const source = wanted && (await findPage(reads, content, wanted.source))
  if (!source) return null
  if (!content.isExpanded) return null
  const siblings = await siblingsIn(reads, content, source.page.parent)
  const found = await findGenerated(namedIn(reads, content), computedFolder(siblings), wanted)
  return found && seenRow(content, { ...found, above: source.above })
}

const idsAtPaths: BatchDefinition<{ content: Content; path: string }, string[]> = {
  name: 'idsAtPaths',
  cacheKey: ({ content, path }) => `${content.revision.id}/${path}`,
  batch: ({ db }, keys) =>
    findAtPaths(
      db,
      keys.map(({ content: { spaceId, revision }, path }) => ({
        spaceId,
        root: revision.foldersRoot,
        path,
      })),
    ),
}

/** A page by the slugs from the root: one statement for any number of paths, and one for the pages. */
export async function findPageAt(
  reads: RequestLoaders,
  content: Content,
  path: string,
): Promise<PageRow | null> {
  const slugs = path.split('/')
  const ids = (await reads.load(idsAtPaths, { content, path })) ?? []
  const last = ids.at(-1) ?? null
  if (ids.length === slugs.length) return last === null ? null : findPage(reads, content, last)
  // Computed pages have no pages below them.
  return ids.length === slugs.length - 1 ? findComputedAt(reads, content, last, slugs.at(-1) ?? '') : null
}

/** A computed page by its parent and slug. */
async function findComputedAt(
  reads: RequestLoaders,
  content: Content,
  parent: string | null,
  slug: string,
): Promise<PageRow | null> {
  if (!content.revision.hasComputed || !content.isExpanded) return null
  const siblings = await siblingsIn(reads, content, parent)
  const found = await findGenerated(namedIn(reads, content), computedFolder(siblings), { slug })
  if (!found) return null
  const above = parent === null ? null : await findPage(reads, content, parent)
  if (parent !== null && !above) return null
  return seenRow(content, {
    ...found,
    above: above ? [{ id: above.pageId, page: above.page }, ...above.above] : [],
  })
}

/** A file in the revision that it was read from. */
export interface FileInRevision {
  id: string
  fileId: string
  file: FileRecord
  content: Content
}

export const fileRow = (content: Content, id: string, file: FileRecord): FileInRevision => ({
  id: nodeIdOf(id, content),
  fileId: id,
  file,
  content,
})

export async function findFile(
  reads: RequestLoaders,
  content: Content,
  id: string,
): Promise<FileInRevision | null> {
  const file = content.seen
    ? (await content.seen.files()).get(id)
    : await reads.load(filesIn, { content, id })
  return file ? fileRow(content, id, file) : null
}

/** A reusable content in the revision that it was read from. */
export interface ReusableRow {
  id: string
  reusableContentId: string
  reusable: ReusableRecord
  content: Content
}

export const reusableRow = (content: Content, id: string, reusable: ReusableRecord): ReusableRow => ({
  id: nodeIdOf(id, content),
  reusableContentId: id,
  reusable,
  content,
})

/** Readers of published sites see reusable contents by the IDs that pages have for them, and not where they come from. */
export async function findReusable(
  reads: RequestLoaders,
  content: Content,
  id: string,
): Promise<ReusableRow | null> {
  const reusable = await reads.load(reusablesIn, { content, id })
  if (!reusable) return null
  const { git: _git, ...shown } = reusable
  return reusableRow(content, id, content.seen ? shown : reusable)
}

/** What is part of a revision, for `node(id:)`: the id has its own id and that of the revision. */
const nodeInRevision = <Value>(
  name: string,
  find: (reads: RequestLoaders, content: Content, id: string) => Promise<Value | null>,
): LoaderDefinition<string, Value> => ({
  name,
  scope: 'space:read',
  batch: (reads, nodeIds) =>
    Promise.all(
      nodeIds.map(async (nodeId) => {
        const [id, revisionId] = nodeId.split('-')
        const content = revisionId ? await findContent(reads, revisionId) : null
        return content && id ? find(reads, content, id) : null
      }),
    ),
})

export const revisionNode: LoaderDefinition<string, Content> = {
  name: 'revisionNode',
  scope: 'space:read',
  batch: (reads, ids) => Promise.all(ids.map((id) => findContent(reads, id))),
}

export const pageNode = nodeInRevision('pageNode', findPage)
export const fileNode = nodeInRevision('fileNode', findFile)
export const reusableContentNode = nodeInRevision('reusableContentNode', findReusable)
