import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { enqueueDueMails } from '../../src/modules/notifications/mails/mail-notifications.job.ts'
import { settingsOf } from '../../src/server/operation-tools.ts'
import { restAccounts } from '../support/apis-accounts.ts'
import { notificationsAt } from '../support/apis-notifications.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { ask, post } from '../support/live.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { done } from '../support/outcome.ts'
import { mentionOf } from './tell-all.ts'

let server: MailServer
let t: TestApp
let second: TestApp
const mailing = { MAIL_FROM: 'Quire <quire@example.com>', RUN_JOBS: 'true' }
beforeAll(async () => {
  server = await startMailServer()
  const environment = { ...mailing, SMTP_URL: server.url }
  t = await startApp({ environment })
  second = await startApp({ sharing: t, apart: true, environment })
})
afterAll(async () => {
  await second.close()
  await t.close()
  await server.close()
})
beforeEach(() => {
  server.received.length = 0
  t.clock.now = () => new Date()
})

async function found() {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const writer = await t.build.buildPerson({ organizationId, role: 'comment' })
  const reader = await t.build.buildPerson({ organizationId, role: 'comment' })
  return { organizationId, spaceId, writer, reader }
}

/** Until nothing is left to do on both nodes. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const { app } of [t, second]) {
      app.background.recheck()
      await app.background.idle()
    }
  }
}

const mailsTo = ({ user }: Person) => server.received.filter(({ to }) => to.includes(user.email ?? ''))

/** What every node does every ten minutes. */
async function periodically(): Promise<void> {
  await enqueueDueMails({
    database: t.db.database,
    files: null,
    now: t.clock.now(),
    signal: new AbortController().signal,
    settings: settingsOf(loadConfig({ ...mailing, SMTP_URL: server.url })),
    onProgress: () => {},
    onError: (error) => {
      throw error
    },
  })
  await settle()
}

const reply = (who: Person, commentId: string, markdown: string) =>
  ask(t, who.token, {
    query: 'mutation ($input: PostCommentReplyInput!) { postCommentReply(input: $input) { reply { id } } }',
    variables: { input: { commentId, body: { markdown } } },
  })

it('mails a mention at once, to one of two nodes, with a link that ends such mails without signing in', async () => {
  const { spaceId, writer, reader } = await found()
  const id = await post(t, writer.token, { spaceId, text: `${mentionOf(reader)} Look at this` })
  await settle()
  const mails = mailsTo(reader)
  expect(mails).toHaveLength(1)
  const { subject, text = '', headers } = mails[0]?.parsed ?? { headers: [] }
  expect(subject).toBe(`${writer.user.displayName} mentioned you in “Guide”`)
  expect(text).toContain('@Somebody Look at this')
  expect(text).toContain(`/app/s/${spaceId}/#${id}\n`)
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = header('list-unsubscribe').slice(1, -1)
  expect(text).toContain(link)

  // The code is in no event, and only its digest is stored.
  const code = new URL(link).searchParams.get('code') ?? ''
  expect(code).toMatch(/^[\w-]{22}$/)
  const { prisma } = t.db.database
  expect(JSON.stringify((await prisma.event.findMany()).map(({ subject: ids }) => ids))).not.toContain(code)
  expect((await prisma.mailStopCode.findMany()).map(({ digest }) => digest)).not.toContain(code)

  // Opening it asks, and changes nothing.
  const page = await fetch(link)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<form method="post">')
  const preferences = async () => (await done(restAccounts(t, reader).getPreferences())).mail
  expect((await preferences()).mentions).toBe('at_once')

  const wrong = await fetch(`${t.origin}/app/~auth/stop-mails?code=wrong`, { method: 'POST' })
  expect(wrong.status).toBe(404)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  expect(new Set(Object.values(await preferences()))).toEqual(new Set(['never']))
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  expect((await fetch(link, { method: 'POST', body: form })).status).toBe(200)

  await post(t, writer.token, { spaceId, text: mentionOf(reader) })
  await settle()
  expect(mailsTo(reader)).toHaveLength(1)
  expect((await done(notificationsAt('rest')(t, reader).inbox())).unreadCount).toBe(2)
})

it('mails what is chosen to be mailed hourly in one mail, without what was read or can no longer be seen', async () => {
  const { organizationId, spaceId, writer, reader } = await found()
  const hidden = (await t.build.buildSpace({ organizationId })).id
  const [own, ownHidden] = [
    await post(t, reader.token, { spaceId }),
    await post(t, reader.token, { spaceId: hidden }),
  ]
  for (const words of ['One', 'Two', 'Three']) await reply(writer, own, words)
  await reply(writer, ownHidden, 'Secret')
  await settle()
  expect(mailsTo(reader)).toHaveLength(0)
  const api = notificationsAt('rest')(t, reader)
  const { items } = await done(api.list())
  expect(items).toHaveLength(4)
  await done(api.update(items.find(({ excerpt }) => excerpt === 'Two')?.id ?? '', 'read'))
  await t.db.database.prisma.space.update({ where: { id: hidden }, data: { defaultLevel: null } })
  await periodically()
  expect(mailsTo(reader)).toHaveLength(0)
  t.clock.now = () => new Date(Date.now() + 3_600_000)
  await periodically()
  await periodically()
  const mails = mailsTo(reader)
  expect(mails).toHaveLength(1)
  const { subject, text = '' } = mails[0]?.parsed ?? {}
  expect(subject).toBe('2 notifications')
  expect(text).toContain(': One')
  expect(text).toContain(': Three')
  expect(text).not.toContain('Two')
  expect(text).not.toContain('Secret')
  // By the node that sent it.
  expect(text).toMatch(/http:\S+\/app\/inbox\n/)
})

it('is not mailed and not in the inbox where preferences say so, each by itself', async () => {
  const { spaceId, writer, reader } = await found()
  const accounts = restAccounts(t, reader)
  const notifications = notificationsAt('rest')(t, reader)
  const mention = async () => {
    await post(t, writer.token, { spaceId, text: mentionOf(reader) })
    await settle()
    const { items } = await done(notifications.list())
    const { unreadCount } = await done(notifications.inbox())
    return { listed: items.length, unreadCount, mailed: mailsTo(reader).length }
  }
  await done(accounts.updatePreferences({ inbox: { mentions: false } }))
  expect(await mention()).toEqual({ listed: 0, unreadCount: 0, mailed: 1 })
  await done(accounts.updatePreferences({ mail: { mentions: 'never' } }))
  expect(await mention()).toEqual({ listed: 0, unreadCount: 0, mailed: 1 })
  await done(accounts.updatePreferences({ inbox: { mentions: true } }))
  expect(await mention()).toEqual({ listed: 1, unreadCount: 1, mailed: 1 })
})

it('is in the language of its recipient', async () => {
  const { spaceId, writer, reader } = await found()
  await done(restAccounts(t, reader).updatePreferences({ language: 'de-AT' }))
  await post(t, writer.token, { spaceId, text: mentionOf(reader) })
  await settle()
  expect(mailsTo(reader)[0]?.parsed.subject).toContain('hat Sie in „Guide“ erwähnt')
})
