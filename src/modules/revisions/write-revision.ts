import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../core/ids.ts'
import { partsWithin } from '../../core/lists/long-values.ts'
import type { Prisma, Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { type BoundStatement, callWith } from '../../platform/statements/statement-call.ts'
import { type MapNode, type MapRoot, MapWriter } from './node-map.ts'
import { Nodes, nodeInserts } from './nodes.ts'
import type { FileRecord, FolderRecord, PageRecord, ReusableRecord, Variables } from './records.ts'
import type { Roots } from './snapshot.ts'

export type RevisionType = 'edits' | 'merge' | 'update' | 'rollback' | 'computed'

/** The edits that turn one revision into the next; null deletes an entry. */
export interface ContentEdits {
  pages: ReadonlyMap<string, PageRecord | null>
  folders: ReadonlyMap<string, FolderRecord | null>
  files: ReadonlyMap<string, FileRecord | null>
  reusables: ReadonlyMap<string, ReusableRecord | null>
  variables?: Variables
  /** New source texts by hash. */
  documents: ReadonlyMap<string, string>
}

export const NO_EDITS: ContentEdits = {
  pages: new Map(),
  folders: new Map(),
  files: new Map(),
  reusables: new Map(),
  documents: new Map(),
}

/** Whether edits change anything of the content. */
export const hasEdits = (
  { pages, folders, files, reusables, variables }: ContentEdits,
  from: Pick<Roots, 'variables'>,
): boolean =>
  pages.size + folders.size + files.size + reusables.size > 0 ||
  (variables !== undefined && JSON.stringify(variables) !== JSON.stringify(from.variables))

interface NewRevision {
  id?: string
  type: RevisionType
  parents: string[]
  createdById: string | null
  createdAt: Date
  mergedFromId?: string
  git?: Prisma.InputJsonObject
}

interface Writer {
  tx: Prisma.TransactionClient
  db: Queryable
  /** The nodes of the space that are known so far; new ones are added. */
  nodes?: Nodes | undefined
}

/** Statements that refer to a new revision. They share its round trip, because others wait for locks meanwhile. */
export type Following = (revisionId: string) => readonly PromiseLike<unknown>[]

/** Writes the revision that results from edits to another one, which is not changed. */
export async function writeRevision(
  writer: Writer,
  from: Roots,
  edits: ContentEdits,
  revision: NewRevision,
  following?: Following,
): Promise<Revision> {
  return store(writer, from, await applied(writer, from, edits), revision, following)
}

/** The same, unless the edits result in the same content: then nothing is written. */
export async function writeIfChanged(
  writer: Writer,
  from: Roots,
  edits: ContentEdits,
  revision: NewRevision,
  following?: Following,
): Promise<Revision | null> {
  const next = await applied(writer, from, edits)
  const isSame = (['pagesRoot', 'foldersRoot', 'filesRoot', 'reusablesRoot', 'variables'] as const).every(
    (part) => isDeepStrictEqual(next.roots[part], from[part]),
  )
  return isSame ? null : store(writer, from, next, revision, following)
}

/** Content after edits: its maps, and the nodes of them and the texts that may not be stored yet. */
interface Applied {
  roots: Pick<Roots, 'pagesRoot' | 'foldersRoot' | 'filesRoot' | 'reusablesRoot'> & { variables: Variables }
  hasComputed: boolean
  made: ReadonlyMap<string, MapNode>
  documents: ContentEdits['documents']
}

async function applied({ db, nodes }: Writer, from: Roots, edits: ContentEdits): Promise<Applied> {
  const known = nodes ?? new Nodes(db, from.spaceId)
  const made = new Map<string, MapNode>()
  const apply = async (root: MapRoot, map: ReadonlyMap<string, unknown>) => {
    const maps = new MapWriter(known.load)
    const next = await maps.apply(root, map)
    for (const [hash, node] of maps.made) made.set(hash, node)
    known.add(maps.made.values())
    return next
  }
  const roots = {
    pagesRoot: await apply(from.pagesRoot, edits.pages),
    foldersRoot: await apply(from.foldersRoot, edits.folders),
    filesRoot: await apply(from.filesRoot, edits.files),
    reusablesRoot: await apply(from.reusablesRoot, edits.reusables),
    variables: edits.variables ?? (from.variables as Variables),
  }
  const hasComputed =
    from.hasComputed === true || [...edits.pages.values()].some((page) => page?.type === 'computed')
  return { roots, hasComputed, made, documents: edits.documents }
}

async function store(
  { tx, db }: Writer,
  { spaceId }: Roots,
  { roots, hasComputed, made, documents }: Applied,
  revision: NewRevision,
  following: Following = () => [],
): Promise<Revision> {
  const { id = newId('Revision') } = revision
  const created = tx.revision.create({ data: { ...revision, id, ...roots, spaceId, hasComputed } })
  const after = () => following(id)
  const nodeParts = nodeInserts(spaceId, made.values())
  const documentParts = documentInserts(spaceId, documents)
  // Most edits store a few nodes and a text, which are stored by the statement that creates the revision. More have
  // statements of their own, which run one after the other, so that two writers that store the same ones do not
  // deadlock.
  if (made.size + documents.size <= MAX_AT_ONCE) {
    return callWith(db, created, [...nodeParts, ...documentParts], after)
  }
  const sent: Promise<unknown>[] = []
  for (const parts of [nodeParts, documentParts]) {
    for (const { statement, values } of parts) {
      if (sent.length === MAX_ON_THE_WAY) await Promise.all(sent.splice(0))
      sent.push(db.query(statement, values))
    }
  }
  const [next] = await Promise.all([callWith(db, created, [], after), ...sent])
  return next
}

/** Up to this many nodes and texts are stored by one statement. */
const MAX_AT_ONCE = 50
/** Statements that share a round trip. More would hold the texts of an import twice in memory. */
const MAX_ON_THE_WAY = 2

/** Characters of texts that one statement stores, unless one text alone has more. */
const STATEMENT_CHARACTERS = 256 * 1024

const INSERT_DOCUMENTS = statement({
  name: 'contentDocumentsInsert',
  part: ($) => `INSERT INTO "Document" ("spaceId", "hash", "markdown")
    SELECT ${$(1)}, d.hash, d.markdown FROM unnest(${$(2)}::text[], ${$(3)}::text[]) AS d(hash, markdown)
    ON CONFLICT DO NOTHING`,
})

function* documentInserts(
  spaceId: string,
  documents: ReadonlyMap<string, string>,
): Generator<BoundStatement> {
  // In the same order for all writers, so that two that store the same texts do not deadlock. Without a function that
  // compares them: an import has thousands of hashes, and that takes ten times as long.
  const sorted = [...documents.keys()].sort().map((hash) => {
    const markdown = documents.get(hash) ?? ''
    return { hash, markdown, bytes: markdown.length }
  })
  // A few at a time: encoding all texts of an import at once would block the event loop.
  for (const part of partsWithin(sorted, STATEMENT_CHARACTERS)) {
    yield {
      statement: INSERT_DOCUMENTS,
      values: [spaceId, part.map(({ hash }) => hash), part.map(({ markdown }) => markdown)],
    }
  }
}
