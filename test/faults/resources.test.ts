import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { startApp } from '../support/app.ts'
import { bodyOf, send } from '../support/refusals.ts'
import { demoSpace, rest, ServerProcess } from '../support/server-process.ts'

const asRoot = process.platform === 'linux' && process.getuid?.() === 0
const SOON = { timeout: 60_000, interval: 200 }

describe.runIf(asRoot)('a full disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-small-disk-'))
  chmodSync(folder, 0o755)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder])
  afterAll(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })

  it('rejects writes with 503, loses nothing that was acknowledged, and ends with space', async () => {
    const server = new ServerProcess({ DATA_DIR: join(folder, 'data'), RATE_LIMIT: '0' })
    const origin = await server.ready()
    const token = server.token ?? ''
    const space = await demoSpace(origin, token)
    const post = (text: string) =>
      rest(origin, `/spaces/${space}/comments`, token, { body: { markdown: text } }).catch(() => ({
        status: 0,
        body: {},
      }))
    const acknowledged: unknown[] = []
    const filler = join(folder, 'filler')
    const fill = () => {
      const { bavail, bsize } = statfsSync(folder)
      if (bavail === 0) return
      try {
        writeFileSync(`${filler}-${randomBytes(4).toString('hex')}`, Buffer.alloc(bavail * bsize))
      } catch (error) {
        // The server wrote in the meantime, and the disk is full as well.
        expect(error).toMatchObject({ code: 'ENOSPC' })
      }
    }
    fill()
    const statuses = new Set<number>()
    await vi.waitFor(async () => {
      fill()
      const { status, body } = await post(randomBytes(40_000).toString('hex').slice(0, 9_000))
      statuses.add(status)
      if (status === 200) acknowledged.push((body as { id: string }).id)
      expect([...statuses]).toContain(503)
    }, SOON)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])

    execFileSync('sh', ['-c', `rm -f ${filler}-*`])
    await vi.waitFor(async () => expect((await post('There is space again')).status).toBe(200), SOON)
    for (const id of acknowledged) {
      expect((await rest(origin, `/spaces/${space}/comments/${id}`, token)).status).toBe(200)
    }
    await server.end('SIGTERM')
  })
})

describe('a database without free connections', () => {
  it('rejects requests with 503 and serves again when there are some', async () => {
    const t = await startApp()
    const { id: organizationId } = await t.build.buildOrganization()
    const { token } = await t.build.buildPerson({ organizationId, role: 'admin' })
    const role = `limited_${randomBytes(4).toString('hex')}`
    const owner = new pg.Client({ connectionString: t.db.url })
    await owner.connect()
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'limited' CONNECTION LIMIT 1`)
    await owner.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`)
    await owner.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
    const other = new URL(t.db.url)
    other.username = role
    other.password = 'limited'
    const limited = openDatabase({ url: other.href, poolSize: 10 })
    const node = await startApp({ sharing: { ...t, db: { ...t.db, database: limited } } })
    try {
      const read = () => send(node.origin, `/v1/orgs/${organizationId}/spaces`, { token })
      const answers = await Promise.all(Array.from({ length: 30 }, read))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      const refused = answers.find(({ status }) => status === 503)
      if (refused) expect(bodyOf(refused).error.message).toContain('cannot be reached')
      await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
      await vi.waitFor(async () => expect((await read()).status).toBe(200), SOON)
    } finally {
      await node.close()
      await limited.close()
      await owner.query(`DROP OWNED BY ${role}`)
      await owner.query(`DROP ROLE ${role}`)
      await owner.end()
      await t.close()
    }
  })
})

describe('a node whose clock is an hour slow', () => {
  it('keeps the order of events, runs jobs at once and accepts tokens of other nodes', async () => {
    const first = await startApp({ environment: { RUN_JOBS: 'true' } })
    const { id: organizationId } = await first.build.buildOrganization()
    const { token } = await first.build.buildPerson({ organizationId, role: 'admin' })
    const { id: spaceId } = await first.build.buildSpace({ organizationId })
    const slow = { now: () => new Date(Date.now() - 60 * 60 * 1000) }
    const second = await startApp({ sharing: { ...first, clock: slow }, apart: true })
    try {
      const post = (origin: string, markdown: string) =>
        send(origin, `/v1/spaces/${spaceId}/comments`, { token, json: { body: { markdown } } })
      for (const [index, node] of [first, second, first, second].entries()) {
        expect((await post(node.origin, `Comment ${index}`)).status).toBe(200)
      }
      const path = `/v1/spaces/${spaceId}/events?types=comment.posted&order=asc`
      const fromFirst = bodyOf(await send(first.origin, path, { token })).items
      const fromSecond = bodyOf(await send(second.origin, path, { token })).items
      expect(fromFirst).toHaveLength(4)
      expect(fromSecond).toEqual(fromFirst)
      const comments = bodyOf(await send(second.origin, `/v1/spaces/${spaceId}/comments`, { token })).items
      expect(comments).toHaveLength(4)
      // A token that was created on the slow node works on the other one.
      const made = await send(second.origin, '/v1/user/tokens', { token, json: { label: 'slow' } })
      expect(made.status).toBe(201)
      expect((await send(first.origin, '/v1/user', { token: bodyOf(made).token })).status).toBe(200)
      await first.app.background.idle()
      expect(await first.db.database.prisma.queuedJob.count({ where: { failedAt: { not: null } } })).toBe(0)
    } finally {
      await second.close()
      await first.close()
    }
  })
})
