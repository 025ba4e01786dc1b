import { describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { attemptsAt, doesWrite } from './attempts.ts'
import { cases } from './cases.ts'
import { takeSnapshot } from './snapshot.ts'
import { keyOf, readTable } from './table.ts'
import { buildWorld } from './world.ts'

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const world = await buildWorld(t)
const snapshot = await takeSnapshot(t)

const events = () => t.db.database.prisma.event.count()
/** Whoever deletes themselves has no token to send a request with again. */
const endsItself = new Set(['users.delete: yourself', 'users.deleteViewer'])
const allowed = readTable().filter(
  (row) => doesWrite(row.operation) && row.cells.admin.rest === 'ok' && !endsItself.has(keyOf(row)),
)

describe('a write that is sent twice with the same idempotency key', () => {
  it('is tested for every operation that writes', () => {
    expect(new Set(allowed.map(({ operation }) => operation)).size).toBeGreaterThan(50)
  })

  it.each(allowed)('is executed once and returns the same response: $operation $what', async (row) => {
    const of = cases[keyOf(row)]
    if (!of) throw new Error(`There is no case for ${keyOf(row)}`)
    for (const { api, where, ask } of attemptsAt({ t, world }, keyOf(row), of, ['admin'])) {
      const first = await ask(where)
      expect(first.answered, first.trace).toBe('ok')
      const done = await events()
      const second = await ask(where)
      expect(second.content, where).toEqual(first.content)
      if (api === 'rest') expect([first.isReplayed, second.isReplayed]).toEqual([false, true])
      expect(await events()).toBe(done)
      await snapshot.restore(await snapshot.changed())
    }
    expectNoFaults(t)
  })
})
