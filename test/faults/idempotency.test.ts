import { expect, test, vi } from 'vitest'
import { figure } from '../attack/figures.ts'
import { createFactories } from '../support/factories.ts'
import { IdempotentWriter } from './idempotent-writer.ts'
import { nodesOnMortalServer } from './node.ts'

const WRITES = 20_000
/** Commits in one organization are serialized, so several organizations allow concurrent ones. */
const ORGANIZATIONS = 8
const WRITERS = 32
const FAULTS = 6
const TIMEOUT_MS = 1_500_000
const PATIENCE = { timeout: TIMEOUT_MS, interval: 50 }

const { server, db, nodes } = await nodesOnMortalServer()

async function buildPlaces() {
  const build = createFactories(db, { now: () => new Date() })
  return Promise.all(
    Array.from({ length: ORGANIZATIONS }, async () => {
      const { id: organizationId } = await build.buildOrganization()
      const { token } = await build.buildPerson({ organizationId, role: 'admin' })
      const { id: spaceId } = await build.buildSpace({ organizationId })
      return { spaceId, token }
    }),
  )
}

test(
  'no write with a key is lost or repeated while nodes are killed and the database crashes',
  async () => {
    const places = await buildPlaces()
    const running = [await nodes.start(), await nodes.start()]
    const origins = () => running.map(({ origin }) => origin)
    const writers = Array.from(
      { length: WRITERS },
      (_, n) => new IdempotentWriter(places[n % places.length] ?? { spaceId: '', token: '' }, origins),
    )
    const sum = (of: (writer: IdempotentWriter) => number) =>
      writers.reduce((total, writer) => total + of(writer), 0)
    const acknowledged = () => sum((writer) => writer.acknowledged.size)
    const working = Promise.all(
      writers.map(async (writer) => {
        while (acknowledged() < WRITES) await writer.write()
      }),
    )

    for (let fault = 1; fault <= FAULTS; fault++) {
      const due = (WRITES * fault) / (FAULTS + 1)
      await vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(due), PATIENCE)
      if (fault % 3 === 0) {
        await server.crash()
        await server.restart()
      } else {
        const victim = running[fault % 2]
        await victim?.process.end('SIGKILL')
        running[fault % 2] = await nodes.start()
      }
    }
    await working

    const { rows } = await db.pool.query<{ id: string; markdown: string }>(
      'SELECT id, markdown FROM "Comment"',
    )
    const idsOf = new Map<string, string[]>()
    for (const { id, markdown } of rows) idsOf.set(markdown, [...(idsOf.get(markdown) ?? []), id])
    const kept = writers.flatMap((writer) => [...writer.acknowledged])
    const lost = kept.filter(([key, id]) => !idsOf.get(key)?.includes(id))
    const doubled = [...idsOf.values()].filter((ids) => ids.length > 1)
    process.stderr.write(
      `${sum((writer) => writer.repeated)} requests sent again, ${sum((writer) => writer.replayed)} answers replayed\n`,
    )
    expect([...writers.flatMap(({ refusals }) => refusals), ...nodes.bugs()]).toEqual([])
    const faults = `${FAULTS} times kill -9 or a crash of the database, two nodes`
    figure(`acknowledged writes (${faults})`, kept.length, { atLeast: WRITES })
    figure('acknowledged writes lost', lost.length, { exactly: 0 })
    figure('acknowledged writes doubled', doubled.length, { exactly: 0 })
    expect(sum((writer) => writer.repeated)).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
