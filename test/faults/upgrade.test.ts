import { afterAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { pendingMigrations } from '../../src/platform/migrate.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { rest } from '../support/server-process.ts'
import { Author, sharedText } from './author.ts'
import { Nodes } from './node.ts'
import { checkOut, previousCommit } from './previous-version.ts'
import { expectCounts, expectKept, expectLogComplete, expectTree, mainContent } from './truth.ts'

const AUTHORS = 4
const PATIENCE = { timeout: 120_000, interval: 50 }
/** Packages are many files. */
const REMOVAL_MS = 300_000
const TOKEN = 'qre_for-the-tests-of-what-may-fail'

const commit = previousCommit()

describe.runIf(commit !== undefined)('an upgrade', () => {
  // First, because it blocks this process while packages are installed.
  const previous = checkOut(commit ?? '')
  const url = createDatabase({ isMigrated: false })
  let nodes: Nodes | undefined
  afterAll(async () => {
    await nodes?.end()
    previous.remove()
    await dropDatabase(await url)
  }, REMOVAL_MS)

  it('migrates while nodes of the previous version serve, and both versions serve the same content', async () => {
    nodes = new Nodes(await url, { RUN_JOBS: 'true' })
    const old = await nodes.start(previous.root)
    const place = await newPlace(old.origin)
    const authors = Array.from({ length: AUTHORS }, (_, n) => new Author(n, TOKEN, place, old.origin))
    let isOver = false
    const working = Promise.all(
      authors.map(async (author) => {
        while (!isOver) await author.work()
      }),
    )
    const merges = () => authors.reduce((sum, author) => sum + author.merged.length, 0)
    const untilMore = async () => {
      const before = merges()
      await vi.waitFor(() => expect(merges()).toBeGreaterThan(before + 2 * AUTHORS), PATIENCE)
    }
    await untilMore()
    const db = openDatabase({ url: await url, poolSize: 2 })
    try {
      expect(previous.newer.length).toBeGreaterThan(0)
      expect(await pendingMigrations(db.pool)).toEqual(previous.newer)
      // The new version migrates under load, and the old one continues on the new schema.
      const current = await nodes.start()
      expect(await pendingMigrations(db.pool)).toEqual([])
      await untilMore()
      expect((await fetch(`${old.origin}/readyz`)).status).toBe(200)
      // Half of the authors on each version: they edit one page, and merge one after the other.
      for (const author of authors.slice(AUTHORS / 2)) author.origin = current.origin
      await untilMore()
      for (const author of authors) author.origin = current.origin
      expect((await old.process.end('SIGTERM')).code).toBe(0)
      await untilMore()
      isOver = true
      await working
      expect([...authors.flatMap(({ refusals }) => refusals), ...nodes.bugs()]).toEqual([])
      expect(authors.map(({ unanswered }) => unanswered)).toEqual(authors.map(() => 0))
      await expectKept(db, place, authors)
      await expectCounts(db, place.spaceId)
      await expectLogComplete(db, place.spaceId)
      await expectTree(await mainContent(db, place.spaceId))
    } finally {
      isOver = true
      await working
      await db.close()
    }
  })
})

/** A space with the page that all authors edit, created by requests: this code may not know the older schema. */
async function newPlace(origin: string): Promise<{ spaceId: string; sharedPageId: string }> {
  const organization = await rest(origin, '/orgs', TOKEN, { title: 'Acme' })
  const json = { title: 'Handbook', editMode: 'live' }
  const space = await rest(origin, `/orgs/${organization.body.id}/spaces`, TOKEN, json)
  const spaceId = String(space.body.id)
  const page = { operation: 'insert_page', title: 'Shared', document: { markdown: sharedText(AUTHORS) } }
  const changed = await rest(origin, `/spaces/${spaceId}/content?compat=false`, TOKEN, { changes: [page] })
  const { changes } = changed.body as unknown as { changes: { page: { id: string } }[] }
  return { spaceId, sharedPageId: changes[0]?.page.id ?? '' }
}
