import { expect } from 'vitest'
import type { LoggedEvent } from '../../src/core/events/events.ts'
import { eventCursor } from '../../src/core/events/feed.ts'
import { folderOf, parentOf, Snapshot } from '../../src/modules/revisions/index.ts'
import type { Database } from '../../src/platform/database.ts'
import { Statement } from '../../src/platform/statements/statement.ts'
import type { Author } from './author.ts'

/** The cursors of a space's event log, in order. */
export async function logOf({ prisma }: Database, spaceId: string): Promise<string[]> {
  const events = await prisma.event.findMany({ where: { spaceId }, orderBy: { position: 'asc' } })
  return events.map((event) => eventCursor(event as LoggedEvent))
}

const COUNTS = new Statement<Record<string, number>>({
  name: 'countsOfSpace',
  text: `SELECT s."lastNumber", s."changeRequestsTotal", s."changeRequestsOpen", s."changeRequestsDraft", s."commentsOpen",
      count(c.*)::int AS total, count(DISTINCT c."number")::int AS numbers, max(c."number") AS highest,
      count(*) FILTER (WHERE c."status" = 'open')::int AS open, count(*) FILTER (WHERE c."status" = 'draft')::int AS draft,
      (SELECT count(*)::int FROM "Comment" k WHERE k."targetId" = s."id" AND k."status" = 'open') AS comments
    FROM "Space" s JOIN "ChangeRequest" c ON c."spaceId" = s."id" WHERE s."id" = $1 GROUP BY s."id"`,
})

const WRONG_COMMENTS = new Statement({
  name: 'wrongCommentCounts',
  text: `SELECT c."id" FROM "ChangeRequest" c WHERE c."spaceId" = $1 AND c."commentsOpen" <> (
      SELECT count(*) FROM "Comment" k WHERE k."changeRequestId" = c."id" AND k."status" = 'open')`,
})

/** Expects that numbers and counts match the rows. */
export async function expectCounts(db: Database, spaceId: string): Promise<void> {
  const [found] = await db.query(COUNTS, [spaceId])
  expect(found).toEqual({
    ...found,
    lastNumber: found?.total,
    changeRequestsTotal: found?.total,
    numbers: found?.total,
    highest: found?.total,
    changeRequestsOpen: found?.open,
    changeRequestsDraft: found?.draft,
    commentsOpen: found?.comments,
  })
  expect(await db.query(WRONG_COMMENTS, [spaceId])).toEqual([])
}

const EVENTS = new Statement<Record<'opened' | 'merged' | 'posted', string[]> & { revisions: number }>({
  name: 'eventsOfRows',
  text: `SELECT
      (SELECT array_agg("id" ORDER BY "id") FROM "ChangeRequest" WHERE "spaceId" = $1) AS opened,
      (SELECT array_agg("id" ORDER BY "id") FROM "ChangeRequest" WHERE "spaceId" = $1 AND "status" = 'merged') AS merged,
      (SELECT array_agg("id" ORDER BY "id") FROM "Comment" WHERE "spaceId" = $1) AS posted,
      (SELECT count(*)::int FROM "Revision" WHERE "spaceId" = $1 AND "type" = 'merge') AS revisions`,
})
const EVENT_SUBJECTS = new Statement<{ ids: string[] | null }>({
  name: 'subjectsOfEvents',
  text: `SELECT array_agg("subject" ->> $3 ORDER BY "subject" ->> $3) AS ids FROM "Event" WHERE "spaceId" = $1 AND "type" = $2`,
})

/** Expects exactly one event for everything that was opened, merged and posted. */
export async function expectLogComplete(db: Database, spaceId: string): Promise<void> {
  const [rows] = await db.query(EVENTS, [spaceId])
  const subjectsOf = async (type: string, of: string) =>
    (await db.query(EVENT_SUBJECTS, [spaceId, type, of]))[0]?.ids ?? null
  expect(await subjectsOf('change_request.opened', 'changeRequest')).toEqual(rows?.opened)
  expect(await subjectsOf('change_request.merged', 'changeRequest')).toEqual(rows?.merged)
  expect(await subjectsOf('comment.posted', 'comment')).toEqual(rows?.posted)
  expect(rows?.revisions).toBe(rows?.merged.length)
}

/** Main content, read directly from the database. */
export async function mainContent(db: Database, spaceId: string): Promise<Snapshot> {
  const { revisionId } = await db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
  return new Snapshot(db, await db.prisma.revision.findUniqueOrThrow({ where: { id: revisionId } }))
}

/** Expects that every page is once in its parent's folder, with a slug that is unique among its siblings. */
export async function expectTree(content: Snapshot): Promise<void> {
  const [pages, folders] = [await content.allPages(), await content.allFolders()]
  const placed: string[] = []
  for (const [folder, { pages: entries }] of folders) {
    expect(entries.length).toBeGreaterThan(0)
    const slugs = entries.map(([, slug]) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(folder === folderOf(null) || pages.has(folder)).toBe(true)
    for (const [id, slug] of entries) {
      expect(pages.get(id)).toMatchObject({ slug, parent: parentOf(folder) })
      placed.push(id)
    }
  }
  expect(placed.sort()).toEqual([...pages.keys()].sort())
}

/** Expects that everything acknowledged to these authors exists unchanged. */
export async function expectKept(
  db: Database,
  { spaceId, sharedPageId }: { spaceId: string; sharedPageId: string },
  authors: readonly Author[],
): Promise<void> {
  const comments = await db.prisma.comment.findMany({ where: { spaceId } })
  const texts = new Map(comments.map(({ id, markdown }) => [id, markdown]))
  const requests = await db.prisma.changeRequest.findMany({ where: { spaceId } })
  const merged = new Set(requests.flatMap(({ id, status }) => (status === 'merged' ? [id] : [])))
  const content = await mainContent(db, spaceId)
  const pages = await content.allPages()
  const documents = await content.documents([...pages.values()].flatMap(({ document }) => document ?? []))
  const textOf = (id: string) => documents.get(pages.get(id)?.document ?? '')
  for (const author of authors) {
    for (const [id, text] of author.comments) expect(texts.get(id)).toBe(text)
    for (const id of author.merged) expect(merged).toContain(id)
    for (const [id, text] of author.pages) expect(textOf(id)).toBe(text)
    expect(author.signedIn(textOf(sharedPageId) ?? '')).toBeGreaterThanOrEqual(author.lastRound)
  }
  const numbers = authors.flatMap((author) => author.numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
}
