import { describe, expect, it, vi } from 'vitest'
import { planOf } from '../../src/platform/observing/statement-watch.ts'
import { prettyLine } from '../../src/server/logging.ts'
import { appForFile, expectNoSecrets } from '../support/app.ts'
import { WAIT } from '../support/live.ts'
import { send } from '../support/refusals.ts'

// With this limit every request and every statement is slow.
const t = await appForFile({ apart: true, environment: { SLOW_MS: '1' } })
const { id: organizationId } = await t.build.buildOrganization()
const { token } = await t.build.buildPerson({ organizationId, role: 'admin' })

describe('the log', () => {
  it('names slow requests and slow statements, with the operation and the request id', async () => {
    const headers = { 'X-Request-Id': 'slow-request-1' }
    await send(t.origin, `/v1/orgs/${organizationId}/spaces`, { token, headers, json: { title: 'Slow' } })
    await vi.waitFor(() => {
      const lines = t.faults as Record<string, unknown>[]
      const own = lines.filter(({ requestId }) => requestId === 'slow-request-1')
      expect(own).toContainEqual(
        expect.objectContaining({ msg: 'slow request', operation: 'spaces.create', status: 201 }),
      )
      expect(own).toContainEqual(
        expect.objectContaining({
          msg: 'slow statement',
          operation: 'spaces.create',
          statement: expect.any(String),
        }),
      )
    }, WAIT)
    expect(JSON.stringify(t.faults)).not.toContain(token)
  })

  it('can show the plan of a statement without its values', async () => {
    const plan = await planOf(t.db.database.pool, 'SELECT * FROM "User" WHERE "id" = $1 AND "email" = $2')
    expect(plan.join('\n')).toMatch(/User.*[\s\S]*\$1/)
  })

  it('is readable for people with LOG_FORMAT=pretty', () => {
    const line = {
      level: 40,
      time: 0,
      pid: 1,
      hostname: 'x',
      operation: 'spaces.get',
      user: null,
      ms: 12.5,
      msg: 'slow',
    }
    expect(prettyLine(JSON.stringify(line))).toBe('00:00:00.000 WARN  slow operation=spaces.get ms=12.5\n')
    const failed = { level: 50, time: 0, msg: 'failed', err: { stack: 'Error: x\n    at y' } }
    expect(prettyLine(JSON.stringify(failed))).toBe('00:00:00.000 ERROR failed\n  Error: x\n      at y\n')
  })

  it('of every test is searched for secrets', () => {
    expect(() => expectNoSecrets(`{"x":"${token}"}`, [])).toThrow('The log contains a secret')
    expect(() => expectNoSecrets('{"x":"the key"}', ['the key'])).toThrow('The log contains a secret')
    expect(() => expectNoSecrets('{"x":"nothing"}', ['the key', undefined])).not.toThrow()
  })
})
