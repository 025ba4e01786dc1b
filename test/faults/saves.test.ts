import { expect, test, vi } from 'vitest'
import { createFactories } from '../support/factories.ts'
import { nodesOnMortalServer } from './node.ts'
import { expectTree, mainContent } from './truth.ts'

const WRITERS = 6
const ROUNDS = 25
const FAULTS = 4
const PATIENCE = { timeout: 120_000, interval: 20 }

const { server, db, nodes } = await nodesOnMortalServer()

const SAVES = WRITERS * ROUNDS
const PARAGRAPHS = Array.from({ length: SAVES }, (_, n) => `Paragraph ${n}.`)
const textOf = (paragraphs: readonly string[]) => `${paragraphs.join('\n\n')}\n`
const edited = (n: number) => `Edit ${n}.`

test('a save that is cut off is written completely or not at all, and one revision however often it is sent', async () => {
  const build = createFactories(db, { now: () => new Date() })
  const { id: organizationId } = await build.buildOrganization()
  const { token } = await build.buildPerson({ organizationId, role: 'admin' })
  const { id: spaceId } = await build.buildSpace({ organizationId })
  const running = [await nodes.start(), await nodes.start()]
  const refusals: string[] = []
  let acknowledged = 0
  let repeated = 0

  /** Sends a batch to any node until it is acknowledged, as a client that lost the response does: without a key. */
  async function save(change: object, expectedRevision?: string) {
    for (;;) {
      const { origin } = running[repeated % running.length] as (typeof running)[number]
      const response = await fetch(`${origin}/v1/spaces/${spaceId}/content?compat=false`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ changes: [change], expectedRevision }),
      }).catch(() => null)
      const body = await response?.text().catch(() => null)
      if (response?.ok && body) {
        acknowledged++
        return JSON.parse(body) as { revision: string; changes: { page: { id: string } }[] }
      }
      if (response && body && response.status !== 503) {
        refusals.push(`${response.status} ${body}`)
        return undefined
      }
      repeated++
      // A stopped node refuses connections at once: without a pause this would be a busy loop.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  const first = await save({
    operation: 'insert_page',
    title: 'Page',
    document: { markdown: textOf(PARAGRAPHS) },
  })
  const [page = ''] = first?.changes.map((change) => change.page.id) ?? []
  const count = async (text: string) => (await db.pool.query(text, [spaceId])).rows[0].count as number
  const revisions = () => count('SELECT count(*)::int FROM "Revision" WHERE "spaceId" = $1')
  const before = await revisions()
  const working = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let round = 0; round < ROUNDS; round++) {
        const n = round * WRITERS + writer
        // Each is based on the first text, and merged with what the others and earlier rounds have saved.
        const markdown = textOf(PARAGRAPHS.with(n, edited(n)))
        await save({ operation: 'update_page', page, document: { markdown } }, first?.revision)
      }
    }),
  )
  for (let fault = 1; fault <= FAULTS; fault++) {
    const due = (SAVES * fault) / (FAULTS + 1)
    await vi.waitFor(() => expect(acknowledged + refusals.length).toBeGreaterThan(due), PATIENCE)
    if (fault % 2 === 0) {
      await server.crash()
      await server.restart()
    } else {
      await running[0]?.process.end('SIGKILL')
      running[0] = await nodes.start()
    }
  }
  await working

  expect([...refusals, ...nodes.bugs()]).toEqual([])
  expect(repeated).toBeGreaterThan(0)
  const content = await mainContent(db, spaceId)
  await expectTree(content)
  const record = (await content.pages([page])).get(page)
  const texts = await content.documents([record?.document ?? ''])
  expect([...texts.values()]).toEqual([textOf(PARAGRAPHS.map((_, n) => edited(n)))])
  // One revision, one entry of the history and one event for each save.
  expect((await revisions()) - before).toBe(SAVES)
  const history = 'SELECT count(*)::int FROM "ContentHistory" WHERE "ownerId" = $1'
  expect(await count(history)).toBe(before + SAVES)
  const events = `SELECT count(*)::int FROM "Event" WHERE "spaceId" = $1 AND "type" = 'space.content_updated'`
  expect(await count(events)).toBe(SAVES + 1)
})
