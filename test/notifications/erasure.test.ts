import { expect, it, vi } from 'vitest'
import { restAccounts } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import { post, WAIT } from '../support/live.ts'
import { mentionOf, tellAll } from './tell-all.ts'

const t = await appForFile()
const { pool, prisma } = t.db.database

const waiting = async () =>
  (
    await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount

const untilWaiting = (count: number) => vi.waitFor(async () => expect(await waiting()).toBe(count), WAIT)

it('leave nothing of a user who is deleted while they are written', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const writer = await t.build.buildPerson({ organizationId, role: 'comment' })
  const leaver = await t.build.buildPerson({ organizationId, role: 'comment' })
  const stayer = await t.build.buildPerson({ organizationId, role: 'comment' })
  const { id: userId } = leaver.user
  await post(t, writer.token, { spaceId, text: `${mentionOf(leaver)} ${mentionOf(stayer)}` })
  // The deletion has locked the account, and waits for a row that it removes. The notifications are written meanwhile.
  const other = await pool.connect()
  await other.query('BEGIN')
  await other.query('SELECT 1 FROM "Member" WHERE "userId" = $1 FOR UPDATE', [userId])
  const deleting = restAccounts(t, leaver).deleteUser()
  await untilWaiting(1)
  const telling = tellAll(t)
  await untilWaiting(2)
  await other.query('COMMIT')
  other.release()
  expect(await deleting).toMatchObject({ ok: true })
  await telling
  const left = await Promise.all([
    prisma.notification.count({ where: { userId } }),
    prisma.notificationInbox.count({ where: { userId } }),
    prisma.notificationCount.count({ where: { userId } }),
  ])
  expect(left).toEqual([0, 0, 0])
  expect(await prisma.notification.count({ where: { userId: stayer.user.id } })).toBe(1)
})
