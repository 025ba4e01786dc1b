import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { notificationsAt } from '../support/apis-notifications.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { type LiveClient, open, post, type Transport, transports, WAIT } from '../support/live.ts'
import { done } from '../support/outcome.ts'
import { mentionOf, tellAll } from './tell-all.ts'

const ACTIVITY = `subscription ($after: String) {
  notificationActivity(after: $after) { cursor changedCount unreadCount notification { id kind status subjectId } }
}`

interface Activity {
  cursor: string
  changedCount: number
  unreadCount: number
  notification: { id: string; kind: string; status: string; subjectId: string } | null
}

let t: TestApp
let second: TestApp
beforeAll(async () => {
  // Without polling, which would hide a lost notification.
  const environment = { EVENT_POLL_MS: '3600000' }
  t = await startApp({ environment })
  second = await startApp({ sharing: t, environment })
})
afterAll(async () => {
  await second.close()
  await t.close()
})

async function next({ results }: LiveClient): Promise<Activity> {
  const { data, errors } = (await results.next()) as unknown as {
    data?: { notificationActivity: Activity }
    errors?: unknown
  }
  if (!data) throw new Error(JSON.stringify(errors))
  return data.notificationActivity
}

const subscribe = (transport: Transport, node: TestApp, token: string, after?: string) =>
  open(transport, node, token, { query: ACTIVITY, variables: { after } })

async function followInbox(transport: Transport, node: TestApp, { token }: Person, after?: string) {
  const before = node.app.userFeed.size
  const client = subscribe(transport, node, token, after)
  await vi.waitFor(() => expect(node.app.userFeed.size).toBeGreaterThan(before), WAIT)
  return client
}

async function found() {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const writer = await t.build.buildPerson({ organizationId, role: 'comment' })
  const reader = await t.build.buildPerson({ organizationId, role: 'read' })
  const mention = (node = t) =>
    post(node, writer.token, { spaceId, text: `${mentionOf(reader)} ${Math.random()}` })
  return { organizationId, spaceId, writer, reader, mention }
}

describe.each(transports)('notificationActivity over %s', (transport) => {
  it('delivers what another node has written, with the count, and changes of its status', async () => {
    const { reader, mention } = await found()
    const client = await followInbox(transport, second, reader)
    const subjectId = await mention()
    await tellAll(t)
    const added = await next(client)
    expect(added).toMatchObject({
      changedCount: 1,
      unreadCount: 1,
      notification: { kind: 'MENTION', subjectId },
    })
    const api = notificationsAt('rest')(t, reader)
    await done(api.update(added.notification?.id ?? '', 'read'))
    expect(await next(client)).toMatchObject({
      unreadCount: 0,
      notification: { id: added.notification?.id, status: 'READ' },
    })
    await mention()
    await mention()
    await tellAll(t)
    expect(await next(client)).toMatchObject({ changedCount: 1 })
    expect(await next(client)).toMatchObject({ changedCount: 1, unreadCount: 2 })
    await done(api.mark({ status: 'done' }))
    expect(await next(client)).toMatchObject({ changedCount: 3, notification: null, unreadCount: 0 })
    await client.close()
  })

  it('resumes after a cut connection, on another node, without a gap or a repetition', async () => {
    const { reader, mention } = await found()
    const expected: string[] = []
    const seen: string[] = []
    let after = (await done(notificationsAt('rest')(t, reader).inbox())).cursor
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count <= round; count++) expected.push(await mention(round % 2 === 0 ? t : second))
      const client = await followInbox(transport, round % 2 === 0 ? second : t, reader, after)
      await tellAll(t)
      // The last of them is not read by this connection, so that the next one begins with it.
      while (seen.length < expected.length - (round < 3 ? 1 : 0)) {
        const change = await next(client)
        seen.push(change.notification?.subjectId ?? '')
        after = change.cursor
      }
      await client.close()
    }
    expect(seen).toEqual(expected)
  })

  it('leaves out what its user can no longer see', async () => {
    const { organizationId, writer, reader, mention } = await found()
    const { id: hiddenId } = await t.build.buildSpace({ organizationId })
    const { cursor } = await done(notificationsAt('rest')(t, reader).inbox())
    await post(t, writer.token, { spaceId: hiddenId, text: mentionOf(reader) })
    await tellAll(t)
    await t.db.database.prisma.space.update({ where: { id: hiddenId }, data: { defaultLevel: null } })
    const client = await followInbox(transport, t, reader, cursor)
    const subjectId = await mention()
    await tellAll(t)
    expect(await next(client)).toMatchObject({ unreadCount: 1, notification: { subjectId } })
    await client.close()
  })

  it('refuses the cursor of another user, and one whose notifications were removed', async () => {
    const { reader, writer, mention } = await found()
    const inboxOf = async (who: Person) => (await done(notificationsAt('rest')(t, who).inbox())).cursor
    const foreign = subscribe(transport, t, reader.token, await inboxOf(writer))
    expect(JSON.stringify((await foreign.results.next()).errors)).toContain('INVALID_CURSOR')
    await foreign.close()
    const own = await inboxOf(reader)
    await mention()
    await tellAll(t)
    const where = { userId: reader.user.id }
    await t.db.database.prisma.notificationInbox.update({ where, data: { removedTo: 1n } })
    const late = subscribe(transport, t, reader.token, own)
    expect(JSON.stringify((await late.results.next()).errors)).toContain('older than the retention')
    await late.close()
  })
})

it('needs a token that can read spaces', async () => {
  const { reader } = await found()
  const { token } = await t.build.buildToken({ userId: reader.user.id, scopes: ['user:read'] })
  const client = subscribe('SSE', t, token)
  expect(JSON.stringify((await client.results.next()).errors)).toContain('space:read')
  await client.close()
})

it('reads the changes of all live inboxes that an event concerns in one statement', async () => {
  const { organizationId, spaceId, writer } = await found()
  const people = await Promise.all(
    Array.from({ length: 12 }, () => t.build.buildPerson({ organizationId, role: 'read' })),
  )
  const clients: LiveClient[] = []
  for (const person of people) clients.push(await followInbox('WebSocket', t, person))
  await post(t, writer.token, {
    spaceId,
    text: people.map(mentionOf).join(' '),
  })
  t.db.statements.length = 0
  await tellAll(t)
  await Promise.all(clients.map(next))
  const texts = t.db.statements.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('"changeNumber"'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('AS reader("id")'))).toHaveLength(1)
  await Promise.all(clients.map((client) => client.close()))
})
