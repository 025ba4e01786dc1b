import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'read' })
const HOUR_MS = 60 * 60 * 1000
const PATH = '/user/notifications/token'
const mine = () => t.db.database.prisma.apiToken.findMany({ where: { userId: person.user.id } })

it('a token for notifications reads and changes them for an hour, in both APIs', async () => {
  const at = t.clock.now()
  t.clock.now = () => at
  const { status, body } = await callRest(t, person, 'POST', PATH)
  expect(status).toBe(200)
  const { token, expiresAt } = body as { token: string; expiresAt: string }
  expect(Date.parse(expiresAt) - at.getTime()).toBe(HOUR_MS)
  expect((await callRest(t, { token }, 'GET', '/user/notifications')).status).toBe(200)
  expect((await callRest(t, { token }, 'GET', '/orgs')).status).toBe(403)

  const create =
    'mutation { createNotificationsToken(input: {}) { token apiToken { label scopes expiresAt } } }'
  expect(await queried(t, person, create, {})).toEqual({
    createNotificationsToken: {
      token: expect.stringMatching(/^qre_/),
      apiToken: { label: 'Notifications', scopes: ['SPACE_READ', 'USER_WRITE'], expiresAt },
    },
  })
  expect(await mine()).toHaveLength(3)
  // Those that have expired are removed when the next one is created.
  t.clock.now = () => new Date(at.getTime() + HOUR_MS)
  expect((await callRest(t, person, 'POST', PATH)).status).toBe(200)
  expect(await mine()).toHaveLength(2)
})

it('a token cannot create one with scopes or time that it does not have', async () => {
  const userId = person.user.id
  const narrow = await t.build.buildToken({ userId, scopes: ['user:write'] })
  expect((await callRest(t, narrow, 'POST', PATH)).status).toBe(403)
  const soon = new Date(t.clock.now().getTime() + 60_000)
  const short = await t.build.buildToken({ userId, scopes: ['user:write', 'space:read'], expiresAt: soon })
  const { body } = await callRest(t, short, 'POST', PATH)
  expect((body as { expiresAt: string }).expiresAt).toBe(soon.toISOString())
})
