import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { TEST_SECRET_KEY } from '../support/app.ts'
import { columnsWith } from '../support/columns-with.ts'
import { openTestDatabase } from '../support/database.ts'
import { TestS3 } from '../support/s3.ts'
import { call, newSpace, TOKEN } from './calls.ts'
import { Nodes } from './node.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const DAY = 24 * 60 * 60 * 1000
/** More than two statements remove. */
const INVITES = 2_500

const s3 = await TestS3.start()
const db = await openTestDatabase()
const { prisma, pool } = db.database
const settings = { ...s3.environment, SECRET_KEY: TEST_SECRET_KEY }
const nodes = new Nodes(db.url, settings)
const workers = new Nodes(db.url, { ...settings, RUN_JOBS: 'true' })
afterAll(async () => {
  await nodes.end()
  await workers.end()
  await s3.close()
  await db.drop()
})

async function upload(origin: string, space: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(200_000)]), 'data.bin')
  const path = `/spaces/${space}/content/files`
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await fetch(`${origin}/v1${path}`, { method: 'POST', headers, body: form })).status).toBe(201)
  const [file] = (await call(origin, 'GET', path)).items as { downloadURL: string }[]
  return file?.downloadURL ?? ''
}

/** Whether a statement waits for the lock of this test. */
const isWaiting = async () =>
  (
    await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM "Invite"%'`,
    )
  ).rowCount

test('a node that is killed while it removes a deleted organization leaves the rest to another one, with the objects', async () => {
  const { origin } = await nodes.start()
  const spaceId = await newSpace(origin)
  const { organizationId } = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
  const url = await upload(origin, spaceId)
  expect((await fetch(url)).status).toBe(200)
  expect(await s3.keys()).toHaveLength(1)
  const { userId: createdById } = await prisma.member.findFirstOrThrow({ where: { organizationId } })
  const createdAt = new Date()
  const invites = Array.from({ length: INVITES }, (_, n) => ({
    id: newId('Invite'),
    organizationId,
    createdById,
    createdAt,
    email: `person-${n}@example.com`,
    role: 'read' as const,
  }))
  await prisma.invite.createMany({ data: invites })
  await call(origin, 'DELETE', `/orgs/${organizationId}`)
  expect((await fetch(url)).status).toBe(404)
  const deletedAt = new Date(Date.now() - 8 * DAY)
  await prisma.organization.update({ where: { id: organizationId }, data: { deletedAt } })

  const lock = await pool.connect()
  await lock.query('BEGIN')
  await lock.query(`SELECT 1 FROM "Invite" WHERE "id" = $1 FOR UPDATE`, [invites.at(-1)?.id])
  const doomed = await workers.start()
  await vi.waitFor(async () => expect(await isWaiting()).toBe(1), PATIENCE)
  expect((await doomed.process.end('SIGKILL')).signal).toBe('SIGKILL')
  const left = await prisma.invite.count({ where: { organizationId } })
  expect([left < INVITES, left > 0]).toEqual([true, true])
  expect(await prisma.organization.findUnique({ where: { id: organizationId } })).toMatchObject({
    deletedAt: new Date(0),
  })
  const refused = await fetch(`${origin}/v1/orgs/${organizationId}/restore`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect([refused.status, (await fetch(url)).status]).toEqual([404, 404])
  await lock.query('ROLLBACK')
  lock.release()

  await workers.start()
  await vi.waitFor(async () => {
    expect(await prisma.organization.count({ where: { id: organizationId } })).toBe(0)
  }, PATIENCE)
  expect(await columnsWith(db.database, [organizationId, spaceId])).toEqual([])
  // Periodic work begins with a node; objects follow the rows that refer to them.
  await workers.start()
  await vi.waitFor(async () => expect(await s3.keys()).toEqual([]), PATIENCE)
  expect((await fetch(url)).status).toBe(404)
  expect([...nodes.bugs(), ...workers.bugs()]).toEqual([])
})
