import { afterEach, describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { type Attempt, attemptsAt, doesWrite, operations } from './attempts.ts'
import { cases } from './cases.ts'
import { takeSnapshot } from './snapshot.ts'
import { keyOf, readTable } from './table.ts'
import { buildWorld } from './world.ts'

const table = readTable()

/** Operations without an effect here: joining with no higher role, and updating from main without new content. */
const changesNothing = new Set(['invites.join', 'changeRequests.updateFromMain'])

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const world = await buildWorld(t)
const snapshot = await takeSnapshot(t)
// A failure in one row must not affect the next.
afterEach(async () => snapshot.restore(await snapshot.changed()))

describe('the access table', () => {
  it('has a row for every operation, and no other', () => {
    expect([...new Set(table.map(({ operation }) => operation))].sort()).toEqual(
      operations.map(({ id }) => id).sort(),
    )
  })

  it('has a row for every case that is tested, and no other', () => {
    expect(table.map(keyOf).sort()).toEqual(Object.keys(cases).sort())
  })

  it('uses only the documented results', () => {
    const answers = table.flatMap(({ cells }) => Object.values(cells).flatMap((cell) => Object.values(cell)))
    expect([...new Set(answers)].sort()).toEqual(['401', '403', '404', '412', 'ok'])
  })
})

describe.each(table)('$operation $what', (row) => {
  const id = keyOf(row)
  const of = cases[id]
  const writes = doesWrite(row.operation)

  it('matches the table in both APIs', async () => {
    if (!of) throw new Error(`${id} is in the table, and is not tried`)
    const attempts = attemptsAt({ t, world }, id, of)
    expect(new Set(attempts.map(({ api }) => api)).size).toBe(2)
    const wrong: string[] = []
    const run = async ({ caller, api, where, ask }: Attempt) => {
      const expected = row.cells[caller][api]
      const { answered, trace } = await ask()
      if (answered === expected) return
      wrong.push(`${caller} at ${where}: ${answered} instead of ${expected}\n${trace}`)
    }
    const succeeds = ({ caller, api }: Attempt) => row.cells[caller][api] === 'ok'

    await Promise.all(attempts.filter((attempt) => !writes || !succeeds(attempt)).map(run))
    // Rejected requests and reads change no row.
    expect(wrong.join('\n\n')).toBe('')
    expect(await snapshot.changed()).toEqual([])
    for (const attempt of writes ? attempts.filter(succeeds) : []) {
      await run(attempt)
      const { caller, where } = attempt
      const changed = await snapshot.changed()
      if (changed.length === 0 && !changesNothing.has(id))
        wrong.push(`${caller} at ${where}: nothing was done`)
      await snapshot.restore(changed)
    }
    expect(wrong.join('\n\n')).toBe('')
    expectNoFaults(t)
  })
})
