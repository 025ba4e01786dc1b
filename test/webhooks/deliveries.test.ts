import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeOldDeliveries } from '../../src/modules/webhooks/webhooks.delivery.ts'
import { type DeliveryView, type WebhookInput, webhookApis } from '../support/apis-webhooks.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { post, WAIT } from '../support/live.ts'
import { done } from '../support/outcome.ts'
import { type Answering, type Receiver, startReceiver } from '../support/receiver.ts'
import { callRest } from '../support/rest-api.ts'

const HOUR = 60 * 60 * 1000
const SECRET = 'a secret of my own choice'
const [, graphql] = webhookApis

const t = await appForFile({ environment: { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' } })
let receiver: Receiver
let organizationId: string
let spaceId: string
let admin: Person
beforeEach(async () => {
  receiver = await startReceiver()
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  admin = await t.build.buildPerson({ organizationId, role: 'admin' })
})
afterEach(async () => {
  await t.db.database.prisma.webhook.deleteMany()
  await receiver.close()
  t.clock.now = () => new Date()
})

const api = () => {
  if (!graphql) throw new Error('There is no API layer')
  return graphql.enter(t, admin)
}
const hook = async (input: WebhookInput = {}) =>
  (
    await done(
      api().create(organizationId, {
        url: receiver.url,
        events: ['comment.posted'],
        secret: SECRET,
        ...input,
      }),
    )
  ).webhook
const comment = (text = 'Hello') => post(t, admin.token, { spaceId, text })

async function deliveries(webhookId: string, status?: string): Promise<DeliveryView[]> {
  return (await done(api().deliveries(organizationId, webhookId, status ? { status } : {}))).items
}

/** The newest delivery, once it matches. */
const until = (webhookId: string, expected: Partial<DeliveryView>) =>
  vi.waitFor(async () => {
    const [delivery] = await deliveries(webhookId)
    expect(delivery).toMatchObject(expected)
    return delivery as DeliveryView
  }, WAIT)

/** Moves the clock of the app, and starts the work that is due by then. */
function later(ms: number): void {
  const then = t.clock.now().getTime() + ms
  t.clock.now = () => new Date(then)
  t.app.background.recheck()
}

const failing =
  (status: number, headers: Record<string, string> = {}): Answering =>
  () => ({ status, headers, body: 'no' })

describe('a delivery', () => {
  it('tells frontends which of the answers that they cache are out of date, as renderers verify it', async () => {
    await hook({ events: ['site.updated'] })
    const rest = (method: string, path: string, body?: object) =>
      callRest(t, admin, method, path, body ? { body } : {})
    const site = `/orgs/${organizationId}/sites`
    const { id } = (await rest('POST', site, { title: 'Docs' })).body as { id: string }
    await rest('PATCH', `${site}/${id}`, { title: 'Manual' })
    const { headers, raw, body } = await receiver.inbox.next()
    expect(body).toMatchObject({ type: 'site.updated', tags: [`site:${id}`] })
    const signed = createHmac('sha256', SECRET).update(raw).digest('hex')
    expect(headers['x-gitbook-signature']).toBe(signed)
    // The same names are in the header of answers.
    const read = await fetch(`${t.origin}/v1${site}/${id}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(read.headers.get('x-quire-cache-tag')).toBe(`site:${id}`)
    expect(read.headers.get('x-gitbook-cache-tag')).toBe(`site:${id}`)
  })

  it('delivers the event, signed over its bytes', async () => {
    const webhook = await hook()
    const id = await comment()
    const { headers, raw, body } = await receiver.inbox.next()
    expect(body).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'comment.posted',
      organization: organizationId,
      space: spaceId,
      actor: admin.user.id,
      occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
      subject: { comment: id },
      tags: [`space:${spaceId}`],
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-quire-event': 'comment.posted',
      'x-quire-signature': `sha256=${createHmac('sha256', SECRET).update(raw).digest('hex')}`,
    })
    const delivery = await until(webhook.id, { status: 'succeeded', attempts: 1, responseStatus: 200 })
    expect(headers['x-quire-delivery']).toBe(delivery.id)
    expect(delivery.event).toBe(body.id)
    expect((await done(api().get(organizationId, webhook.id))).lastDelivery).toEqual(delivery)
  })

  it.each([
    ['made for it', undefined],
    ['chosen in the form of the standard', `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`],
    ['chosen freely', SECRET],
  ])('is verified by a library of Standard Webhooks, with a secret %s', async (_title, chosen) => {
    const input = { url: receiver.url, events: ['comment.posted'], ...(chosen ? { secret: chosen } : {}) }
    const { secret, webhook } = await done(api().create(organizationId, input))
    receiver.answer = failing(500)
    await comment()
    const { headers, raw, body } = await receiver.inbox.next()
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const verifier = new StandardWebhook(secret, secret.startsWith('whsec_') ? {} : { format: 'raw' })
    expect(verifier.verify(raw, given)).toEqual(body)
    expect(() => verifier.verify(`${raw} `, given)).toThrow()
    expect(given['webhook-id']).toBe(headers['x-quire-delivery'])
    expect(given['x-quire-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
    )
    // A second attempt has a new signature and the same id.
    await until(webhook.id, { status: 'pending', attempts: 1 })
    later(HOUR)
    const again = await receiver.inbox.next()
    expect(again.headers['webhook-id']).toBe(given['webhook-id'])
    expect(Number(again.headers['webhook-timestamp'])).toBeGreaterThan(Number(given['webhook-timestamp']))
  })

  it('is made of every event that matches, in the order of the log, and of no other', async () => {
    const elsewhere = (await t.build.buildSpace({ organizationId })).id
    await comment('before')
    const webhook = await hook({ space: spaceId })
    const expected: string[] = []
    for (let index = 0; index < 12; index++) {
      expected.push(await comment())
      await post(t, admin.token, { spaceId: elsewhere })
    }
    const received = await receiver.inbox.take(expected.length)
    expect(received.map(({ body }) => body.subject.comment)).toEqual(expected)
    await vi.waitFor(async () => expect(await deliveries(webhook.id, 'succeeded')).toHaveLength(12), WAIT)
    expect(await deliveries(webhook.id)).toHaveLength(12)
  })

  it('is sent to every webhook that receives all events, including its own', async () => {
    await hook({ events: [] })
    expect((await receiver.inbox.next()).body.type).toBe('webhook.created')
    await hook({ events: [] })
    const types = (await receiver.inbox.take(2)).map(({ body }) => body.type)
    expect(types).toEqual(['webhook.created', 'webhook.created'])
  })

  it.each<[string, Answering, Partial<DeliveryView>]>([
    ['500', failing(500), { responseStatus: 500, responseBody: 'no' }],
    ['a closed connection', () => 'hang up', { error: expect.stringContaining('could not be reached') }],
  ])('is made again after %s, with the same id and the same bytes', async (_what, answer, expected) => {
    const webhook = await hook()
    receiver.answer = answer
    await comment()
    const first = await receiver.inbox.next()
    const waiting = await until(webhook.id, { status: 'pending', attempts: 1, ...expected })
    expect(new Date(waiting.nextAttemptAt ?? 0).getTime()).toBeGreaterThan(t.clock.now().getTime())
    receiver.answer = () => ({ status: 204 })
    later(HOUR)
    const second = await receiver.inbox.next()
    expect(second.raw).toBe(first.raw)
    expect(second.headers['x-quire-delivery']).toBe(first.headers['x-quire-delivery'])
    const delivery = await until(webhook.id, { status: 'succeeded', attempts: 2, responseStatus: 204 })
    expect(delivery.error).toBeUndefined()
  })

  it('waits as long as the receiver requests with 429', async () => {
    const webhook = await hook()
    receiver.answer = failing(429, { 'Retry-After': '7200' })
    await comment()
    await receiver.inbox.next()
    const { nextAttemptAt } = await until(webhook.id, { status: 'pending', attempts: 1 })
    const waits = new Date(nextAttemptAt ?? 0).getTime() - t.clock.now().getTime()
    expect(waits).toBeGreaterThan(1.9 * HOUR)
    expect(waits).toBeLessThanOrEqual(2 * HOUR)
  })

  it('does not delay later ones while it waits', async () => {
    const webhook = await hook()
    receiver.answer = ({ raw }) => ({ status: raw.includes(bad) ? 500 : 200 })
    let bad = '"never"'
    const first = await comment()
    bad = first
    await vi.waitFor(async () => expect(await deliveries(webhook.id)).toHaveLength(1), WAIT)
    const second = await comment()
    await vi.waitFor(() => {
      const seen = receiver.inbox.all.map(({ body }) => body.subject.comment)
      expect(seen).toContain(second)
    }, WAIT)
  })

  it('is given up after eight attempts', async () => {
    const webhook = await hook()
    receiver.answer = failing(503)
    await comment()
    for (let attempts = 1; attempts <= 8; attempts++) {
      await receiver.inbox.next()
      await until(webhook.id, { attempts, status: attempts < 8 ? 'pending' : 'failed' })
      later(5 * HOUR)
    }
    expect(receiver.inbox.all).toHaveLength(8)
  })

  it.each([404, 302, 400])('is given up at once after %d', async (status) => {
    const webhook = await hook()
    receiver.answer = () => ({ status, headers: { Location: `${receiver.url}/elsewhere` } })
    await comment()
    await until(webhook.id, { status: 'failed', attempts: 1, responseStatus: status })
    expect(receiver.inbox.all).toHaveLength(1)
  })

  it('keeps no more than 2 kB of the answer, and none of its NULs', async () => {
    const webhook = await hook()
    receiver.answer = () => ({ status: 200, body: `\0${'x'.repeat(5000)}` })
    await comment()
    const { responseBody } = await until(webhook.id, { status: 'succeeded' })
    expect(responseBody).toBe('x'.repeat(2047))
  })

  it('is not made while its secret cannot be read, which is said', async () => {
    const webhook = await hook()
    await t.db.database.prisma.webhook.update({ where: { id: webhook.id }, data: { secret: 's1.x.x.x.x' } })
    await comment()
    const { error } = await until(webhook.id, { status: 'pending', attempts: 1 })
    expect(error).toContain('SECRET_KEY')
    await done(api().update(organizationId, webhook.id, { secret: SECRET }))
    later(HOUR)
    await until(webhook.id, { status: 'succeeded', attempts: 2 })
  })

  it('is never made to an address that is private by then', async () => {
    const webhook = await hook()
    await t.db.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { url: 'http://10.0.0.1/hook' },
    })
    await comment()
    const { error } = await until(webhook.id, { status: 'failed', attempts: 1 })
    expect(error).toContain('not on the public internet')
  })
})

describe('a webhook', () => {
  it('whose receiver returns 410 is paused, with a reason', async () => {
    const webhook = await hook()
    receiver.answer = failing(410)
    await comment()
    await until(webhook.id, { status: 'failed', responseStatus: 410 })
    const paused = await done(api().get(organizationId, webhook.id))
    expect(paused).toMatchObject({ active: false, pausedReason: 'The receiver answered 410 Gone.' })
    const events = await t.db.database.prisma.event.findMany({
      where: { organizationId, type: 'webhook.paused' },
    })
    expect(events.map(({ subject, actorId }) => [subject, actorId])).toEqual([
      [{ webhook: webhook.id }, null],
    ])
  })

  it('is paused after twenty consecutive failures; resumed, it receives later events', async () => {
    const webhook = await hook()
    await t.db.database.prisma.webhook.update({ where: { id: webhook.id }, data: { failures: 18 } })
    receiver.answer = failing(404)
    await comment()
    await until(webhook.id, { status: 'failed' })
    expect((await done(api().get(organizationId, webhook.id))).active).toBe(true)
    await comment()
    await vi.waitFor(async () => {
      const paused = await done(api().get(organizationId, webhook.id))
      expect(paused).toMatchObject({ active: false, pausedReason: '20 consecutive deliveries failed.' })
    }, WAIT)
    await comment('while it is paused')
    receiver.answer = () => ({ status: 200 })
    await done(api().update(organizationId, webhook.id, { active: true }))
    const after = await comment('afterwards')
    const received = await receiver.inbox.take(3)
    expect(received.at(-1)?.body.subject.comment).toBe(after)
    await until(webhook.id, { status: 'succeeded' })
    const row = await t.db.database.prisma.webhook.findUniqueOrThrow({ where: { id: webhook.id } })
    expect(row.failures).toBe(0)
  })

  it('that is resumed gets what was still to be sent', async () => {
    const webhook = await hook()
    receiver.answer = failing(500)
    const id = await comment()
    await until(webhook.id, { status: 'pending', attempts: 1 })
    await done(api().update(organizationId, webhook.id, { active: false }))
    receiver.answer = () => ({ status: 200 })
    later(HOUR)
    await t.app.background.idle()
    expect(receiver.inbox.all).toHaveLength(1)
    await done(api().update(organizationId, webhook.id, { active: true }))
    const [, second] = await receiver.inbox.take(2)
    expect(second?.body.subject.comment).toBe(id)
  })

  it('that does not respond does not delay others', async () => {
    const silent = await startReceiver(() => 'silence')
    await hook({ url: silent.url })
    await hook()
    const id = await comment()
    expect((await receiver.inbox.next()).body.subject.comment).toBe(id)
    await silent.inbox.next()
    await silent.close()
  })
})

describe.each(webhookApis)('at $name', ({ enter }) => {
  it('a ping is sent, and is no event', async () => {
    const webhook = await hook()
    const ping = await done(enter(t, admin).ping(organizationId, webhook.id))
    expect(ping).toMatchObject({ type: 'ping', status: 'pending', attempts: 0 })
    expect(ping.event).toBeUndefined()
    const { body, headers } = await receiver.inbox.next()
    expect(body).toMatchObject({ id: ping.id, type: 'ping', subject: { webhook: webhook.id } })
    expect(headers['x-quire-event']).toBe('ping')
    await until(webhook.id, { id: ping.id, status: 'succeeded' })
  })

  it('a delivery is sent again on request', async () => {
    const webhook = await hook()
    receiver.answer = failing(400)
    await comment()
    const failed = await until(webhook.id, { status: 'failed' })
    receiver.answer = () => ({ status: 200 })
    const again = await done(enter(t, admin).redeliver(organizationId, webhook.id, failed.id))
    expect(again).toMatchObject({ id: failed.id, status: 'pending' })
    const [first, second] = await receiver.inbox.take(2)
    expect(second?.raw).toBe(first?.raw)
    await until(webhook.id, { id: failed.id, status: 'succeeded', attempts: 1 })
  })
})

describe('old deliveries', () => {
  it('are removed after 30 days, but for those that wait', async () => {
    const { id: webhookId } = await t.build.buildWebhook({ organizationId, active: false })
    const at = (days: number) => new Date(Date.now() - days * 24 * HOUR)
    await t.build.buildDelivery({ webhookId, status: 'failed', createdAt: at(31) })
    await t.build.buildDelivery({ webhookId, status: 'succeeded', createdAt: at(40) })
    const waiting = await t.build.buildDelivery({ webhookId, createdAt: at(50) })
    const young = await t.build.buildDelivery({ webhookId, status: 'failed', createdAt: at(29) })
    expect(await removeOldDeliveries(t.db.database, { now: new Date(), batch: 1 })).toBe(2)
    const left = await t.db.database.prisma.webhookDelivery.findMany({ where: { webhookId } })
    expect(left.map(({ id }) => id).sort()).toEqual([waiting.id, young.id].sort())
  })
})
