import { expect, it } from 'vitest'
import { restAccounts } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import { post } from '../support/live.ts'
import { done } from '../support/outcome.ts'
import { mentionOf, tellAll } from './tell-all.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const { id: spaceId } = await t.build.buildSpace({ organizationId })
const writer = await t.build.buildPerson({ organizationId, role: 'comment' })
const people = {
  daily: await t.build.buildPerson({ organizationId, role: 'read' }),
  hourly: await t.build.buildPerson({ organizationId, role: 'read' }),
  at_once: await t.build.buildPerson({ organizationId, role: 'read' }),
}
for (const [mentions, who] of Object.entries(people)) {
  await done(restAccounts(t, who).updatePreferences({ mail: { mentions } }))
}

/** When it happens, and when the next daily and hourly mails are sent. All times are UTC. */
const times = [
  ['2026-11-17T23:59:59.999Z', '2026-11-18T07:00:00.000Z', '2026-11-18T00:00:00.000Z'],
  ['2026-11-18T00:00:00.000Z', '2026-11-18T07:00:00.000Z', '2026-11-18T01:00:00.000Z'],
  ['2026-11-18T00:00:00.001Z', '2026-11-18T07:00:00.000Z', '2026-11-18T01:00:00.000Z'],
  ['2026-11-18T06:59:00.000Z', '2026-11-18T07:00:00.000Z', '2026-11-18T07:00:00.000Z'],
  ['2026-11-18T06:59:59.999Z', '2026-11-18T07:00:00.000Z', '2026-11-18T07:00:00.000Z'],
  ['2026-11-18T07:00:00.000Z', '2026-11-19T07:00:00.000Z', '2026-11-18T08:00:00.000Z'],
  ['2026-11-18T07:01:00.000Z', '2026-11-19T07:00:00.000Z', '2026-11-18T08:00:00.000Z'],
  // The last day of a year, and the days on which clocks change in Europe and America.
  ['2026-12-31T12:00:00.000Z', '2027-01-01T07:00:00.000Z', '2026-12-31T13:00:00.000Z'],
  ['2028-02-28T08:00:00.000Z', '2028-02-29T07:00:00.000Z', '2028-02-28T09:00:00.000Z'],
  ['2026-03-29T00:30:00.000Z', '2026-03-29T07:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T00:30:00.000Z', '2026-10-25T07:00:00.000Z', '2026-10-25T01:00:00.000Z'],
  ['2026-11-01T06:30:00.000Z', '2026-11-01T07:00:00.000Z', '2026-11-01T07:00:00.000Z'],
] as const

it.each(times)('a notification of %s is mailed daily at %s and hourly at %s', async (now, daily, hourly) => {
  t.clock.now = () => new Date(now)
  const subjectId = await post(t, writer.token, {
    spaceId,
    text: Object.values(people).map(mentionOf).join(' '),
  })
  await tellAll(t, { isMailed: true })
  const rows = await t.db.database.prisma.notification.findMany({ where: { subjectId } })
  const mailAt = ({ user }: { user: { id: string } }) =>
    rows.find(({ userId }) => userId === user.id)?.mailAt?.toISOString()
  expect(mailAt(people.daily)).toBe(daily)
  expect(mailAt(people.hourly)).toBe(hourly)
  expect(mailAt(people.at_once)).toBe(now)
})
