import type pg from 'pg'
import type { WriteContext } from '../src/core/operations/context.ts'
import '../src/modules/index.ts'
import type { Viewer } from '../src/core/access/viewer.ts'
import { newId } from '../src/core/ids.ts'
import { BatchingLoaders } from '../src/core/lists/loaders.ts'
import type { Revision } from '../src/generated/prisma/client.ts'
import { updateIndexes } from '../src/modules/content/main-content-indexes.ts'
import {
  type FolderRecord,
  folderOf,
  hashOf,
  NO_EDITS,
  type PageRecord,
  writeRevision,
} from '../src/modules/revisions/index.ts'
import { digestOf } from '../src/modules/tokens/index.ts'
import { type Database, openDatabase } from '../src/platform/database.ts'

/** The number of pages of the spaces: those of the targets, or fewer for a quick run. */
export type ContentScale = readonly number[]

export const contentScales: Record<'full' | 'small', ContentScale> = {
  full: [100, 1_000, 10_000],
  small: [100, 1_000],
}

/** Valid only for the generated data, on the loopback interface. */
export const CONTENT_TOKEN = 'qre_bench-content-content-content'

const CHILDREN = 20
/** The number of pages per transaction. */
const BATCH = 500
const LINES = 28
const NOW = new Date('2026-01-01T00:00:00Z')

/** About two kilobytes, different for each page. */
export function textOf(page: number): string {
  const lines = Array.from(
    { length: LINES },
    (_, n) => `Step ${n + 1} of page ${page}: check that the service answers, then go on.`,
  )
  return `# Page ${page}\n\n${lines.join('\n')}\n`
}

/** Creates the spaces that are missing, each completely or not at all. */
export async function seedContent(
  client: pg.Client,
  url: string,
  scale: ContentScale,
  log: (line: string) => void,
): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS bench_content (pages int PRIMARY KEY, space text NOT NULL)')
  const database = openDatabase({ url, poolSize: 2 })
  try {
    const { organizationId, userId } = await foundOrganization(database)
    for (const pages of scale) {
      const { rowCount } = await client.query('SELECT 1 FROM bench_content WHERE pages = $1', [pages])
      if (rowCount) continue
      log(`Filling a space of ${pages} pages (once) …`)
      const space = await fillSpace(database, organizationId, userId, pages)
      await client.query('INSERT INTO bench_content VALUES ($1, $2)', [pages, space])
    }
    await client.query('VACUUM ANALYZE')
  } finally {
    await database.close()
  }
}

/** The space with this number of pages. */
export async function contentSpace(client: pg.Client, pages: number): Promise<string> {
  const { rows } = await client.query('SELECT space FROM bench_content WHERE pages = $1', [pages])
  return rows[0].space
}

export async function foundOrganization({ prisma }: Database) {
  const known = await prisma.member.findFirst()
  if (known) return known
  const userId = newId('User')
  await prisma.user.create({ data: { id: userId, displayName: 'Writer' } })
  const digest = digestOf(CONTENT_TOKEN)
  await prisma.apiToken.create({
    data: { id: newId('ApiToken'), userId, label: 'Bench', digest, scopes: [], createdAt: NOW },
  })
  const organizationId = newId('Organization')
  await prisma.organization.create({ data: { id: organizationId, title: 'Bench', createdAt: NOW } })
  return prisma.member.create({
    data: { id: newId('Member'), organizationId, userId, role: 'admin', joinedAt: NOW },
  })
}

/** Creates a space with this many pages, and returns its id. */
export async function fillSpace(
  database: Database,
  organizationId: string,
  userId: string,
  count: number,
  write: (page: number) => { title: string; text: string } = (page) => ({
    title: `Page ${page}`,
    text: textOf(page),
  }),
): Promise<string> {
  const spaceId = newId('Space')
  const revisionId = newId('Revision')
  await database.prisma.space.create({
    data: {
      id: spaceId,
      organizationId,
      title: `${count} pages`,
      emoji: '📘',
      revisionId,
      createdAt: NOW,
      updatedAt: NOW,
      revisions: { create: { id: revisionId, type: 'edits', createdAt: NOW } },
    },
  })
  const ids = Array.from({ length: count }, () => newId('Page'))
  const parentOf = (page: number) => (page < CHILDREN ? null : (ids[Math.floor(page / CHILDREN) - 1] ?? null))
  const folders = new Map<string, FolderRecord>()
  for (let start = 0; start < count; start += BATCH) {
    const pages = new Map<string, PageRecord>()
    const documents = new Map<string, string>()
    const touched = new Map<string, FolderRecord>()
    for (const [at, id] of ids.slice(start, start + BATCH).entries()) {
      const page = start + at
      const { title, text } = write(page)
      const [parent, slug] = [parentOf(page), `page-${page}`]
      const folder = folders.get(folderOf(parent)) ?? { pages: [] }
      folder.pages.push([id, slug])
      folders.set(folderOf(parent), folder)
      touched.set(folderOf(parent), folder)
      documents.set(hashOf(text), text)
      const record = { type: 'document', parent, slug, title } as const
      pages.set(id, { ...record, document: hashOf(text), createdAt: NOW.toISOString() })
    }
    const edits = { ...NO_EDITS, pages, documents, folders: touched }
    await writeBatch(database, spaceId, userId, edits)
  }
  return spaceId
}

/** Writes directly to the store, and updates the indexes of main content as every write does. */
async function writeBatch(
  database: Database,
  spaceId: string,
  userId: string,
  edits: typeof NO_EDITS,
): Promise<void> {
  await database.transaction(async (tx, db) => {
    const { revisionId } = await tx.space.findUniqueOrThrow({ where: { id: spaceId } })
    const from: Revision = await tx.revision.findUniqueOrThrow({ where: { id: revisionId } })
    const next = await writeRevision({ tx, db }, from, edits, {
      type: 'edits',
      parents: [from.id],
      createdById: userId,
      createdAt: NOW,
    })
    await tx.space.update({ where: { id: spaceId }, data: { revisionId: next.id } })
    const viewer = { userId } as Viewer
    const reads = new BatchingLoaders(db, viewer)
    // The parts of a request that an index uses. It emits no events.
    const ctx = { tx, reads, viewer, now: () => NOW, emit: () => {} } as unknown as WriteContext
    await updateIndexes(ctx, from, next)
  })
}
