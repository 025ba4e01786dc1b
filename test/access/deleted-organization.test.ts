import { beforeAll, describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { callRest } from '../support/rest-api.ts'
import { attemptsAt } from './attempts.ts'
import { cases } from './cases.ts'
import { keyOf, readTable } from './table.ts'
import { buildWorld, callers } from './world.ts'

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const world = await buildWorld(t)

/** They succeed for those who deleted it. */
const AGAIN = ['organizations.delete', 'organizations.restore']
/** Rows where a stranger succeeds are not about the organization. */
const rows = readTable().filter(
  ({ operation, cells }) =>
    !AGAIN.includes(operation) && (cells.stranger.rest === '404' || cells.visitor.rest === 'ok'),
)

describe('of a deleted organization', () => {
  beforeAll(async () => {
    const path = `/orgs/${world.organizationId}`
    expect((await callRest(t, world.people.admin, 'DELETE', path)).status).toBe(205)
  })

  it('nearly all operations are tried', () => {
    expect(rows.length).toBeGreaterThan(150)
  })

  it.each(rows)('nobody reaches anything with $operation $what', async (row) => {
    const of = cases[keyOf(row)]
    const by = callers.filter((caller) => {
      if (caller === 'anonymous') return false
      return caller === 'visitor' ? row.cells.visitor.rest === 'ok' : row.cells.stranger.rest === '404'
    })
    const wrong: string[] = []
    const attempts = of ? attemptsAt({ t, world }, keyOf(row), of, by) : []
    await Promise.all(
      attempts.map(async ({ caller, where, ask }) => {
        const { answered, trace } = await ask()
        if (answered !== '404') wrong.push(`${caller} at ${where}: ${answered}\n${trace}`)
      }),
    )
    expect(wrong.join('\n\n')).toBe('')
    expectNoFaults(t)
  })

  it('nobody joins by an invite', async () => {
    const path = `/orgs/${world.organizationId}/invites/${world.inviteKey}`
    expect((await callRest(t, world.people.stranger, 'POST', path)).status).toBe(404)
  })
})
