import { describe, expect, it } from 'vitest'
import { webhookApis } from '../support/apis-webhooks.ts'
import { appForFile } from '../support/app.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

/** A public IP address, so that no name has to be resolved; nothing is ever sent to it here. */
const PUBLIC = 'https://192.0.32.10/hook'

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1:4321' } })
const cast = await buildPeopleByRole(t)

const eventsAbout = async (organizationId: string) =>
  (
    await t.db.database.prisma.event.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })
  ).map(({ type }) => type)

async function found() {
  const { id: organizationId } = await t.build.buildOrganization()
  const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  return { organizationId, admin }
}

describe.each(webhookApis)('webhooks at $name', ({ enter }) => {
  it('are for admins: 401 without a token, 404 for strangers, 403 for every other role', async () => {
    const { id } = cast.organization
    await refused(enter(t, null).list(id), 401)
    await refused(enter(t, cast.stranger).list(id), 404)
    await refused(enter(t, cast.stranger).create(id, { url: PUBLIC }), 404)
    for (const role of ['guest', 'read', 'comment', 'edit', 'review', 'create'] as const) {
      await refused(enter(t, cast[role]).list(id), 403)
      await refused(enter(t, cast[role]).create(id, { url: PUBLIC }), 403)
    }
  })

  it('are made, listed, changed and deleted, each with an event', async () => {
    const { organizationId, admin } = await found()
    const space = await t.build.buildSpace({ organizationId })
    const api = enter(t, admin)
    const input = { url: PUBLIC, events: ['comment.posted', 'reply.posted'], space: space.id }
    const { webhook, secret } = await done(api.create(organizationId, input))
    expect(webhook).toEqual({ id: expect.stringMatching(/^whk_/), ...input, active: true })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await done(api.get(organizationId, webhook.id))).toEqual(webhook)
    expect((await done(api.list(organizationId))).items).toEqual([webhook])
    const changed = await done(
      api.update(organizationId, webhook.id, { url: `${PUBLIC}/2`, events: [], space: null }),
    )
    expect(changed).toEqual({ id: webhook.id, url: `${PUBLIC}/2`, events: [], active: true })
    const paused = await done(api.update(organizationId, webhook.id, { active: false }))
    expect(paused).toMatchObject({ active: false, pausedReason: 'Paused by an admin.' })
    const resumed = await done(api.update(organizationId, webhook.id, { active: true }))
    expect(resumed).toEqual(changed)
    await done(api.update(organizationId, webhook.id, {}))
    await done(api.delete(organizationId, webhook.id))
    await done(api.delete(organizationId, webhook.id))
    await refused(api.get(organizationId, webhook.id), 404)
    expect(await eventsAbout(organizationId)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.updated',
      'webhook.updated',
      'webhook.deleted',
    ])
  })

  it('keep their secret to themselves: given or made, it is shown once and sealed in the database', async () => {
    const { organizationId, admin } = await found()
    const own = 'a secret of my own choice'
    const created = await done(enter(t, admin).create(organizationId, { url: PUBLIC, secret: own }))
    expect(created.secret).toBe(own)
    const { secret } = await t.db.database.prisma.webhook.findUniqueOrThrow({
      where: { id: created.webhook.id },
    })
    expect(secret).toMatch(/^s1\./)
    expect(secret).not.toContain(own)
    const shown = JSON.stringify(await done(enter(t, admin).list(organizationId)))
    expect(shown).not.toContain('secret')
    expect(shown).not.toContain(own)
  })

  it.each([
    ['http://127.0.0.1:1/hook', 'not on the public internet'],
    ['http://localhost/hook', 'not on the public internet'],
    ['http://[::1]/hook', 'not on the public internet'],
    ['http://169.254.169.254/latest/meta-data', 'not on the public internet'],
    ['https://user:pass@192.0.32.10/hook', 'must not contain credentials'],
    ['ftp://192.0.32.10/hook', 'http'],
  ])('refuse the address %s', async (url, message) => {
    const { organizationId, admin } = await found()
    const refusal = await refused(enter(t, admin).create(organizationId, { url }), 400)
    expect(refusal.message).toContain(message)
    expect(refusal.message).not.toContain('pass')
    expect(await eventsAbout(organizationId)).toEqual([])
  })

  it('take a private address that the operator allows', async () => {
    const { organizationId, admin } = await found()
    await done(enter(t, admin).create(organizationId, { url: 'http://127.0.0.1:4321/hook' }))
  })

  it('refuse spaces of elsewhere, unknown types and short secrets', async () => {
    const { organizationId, admin } = await found()
    const api = enter(t, admin)
    await refused(api.create(organizationId, { url: PUBLIC, space: cast.space.id }), 400)
    await refused(api.create(organizationId, { url: PUBLIC, events: ['nothing.happened'] }), 400)
    await refused(api.create(organizationId, { url: PUBLIC, secret: 'short' }), 400)
  })

  it('are at most 50, also when many are made at once', async () => {
    const { organizationId, admin } = await found()
    for (let index = 0; index < 47; index++) await t.build.buildWebhook({ organizationId })
    const attempts = await Promise.all(
      Array.from({ length: 6 }, () => enter(t, admin).create(organizationId, { url: PUBLIC })),
    )
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(3)
    expect(attempts.flatMap((each) => (each.ok ? [] : each.reason))).toEqual(Array(3).fill('conflict'))
  })

  it('list their deliveries by status, and page them', async () => {
    const { organizationId, admin } = await found()
    const { id: webhookId } = await t.build.buildWebhook({ organizationId })
    for (const status of ['failed', 'succeeded', 'failed'] as const) {
      await t.build.buildDelivery({ webhookId, status, position: 33n, type: 'comment.posted' })
    }
    const api = enter(t, admin)
    const all = (await done(api.deliveries(organizationId, webhookId))).items
    expect(all.map(({ status }) => status)).toEqual(['failed', 'succeeded', 'failed'])
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^whd_/),
      type: 'comment.posted',
      event: 'evt_0000000000011',
      status: 'failed',
      attempts: 0,
      body: '{}',
    })
    const failed = await done(api.deliveries(organizationId, webhookId, { status: 'failed', limit: 1 }))
    const rest = await done(
      api.deliveries(organizationId, webhookId, { status: 'failed', cursor: failed.next ?? '' }),
    )
    expect([...failed.items, ...rest.items]).toEqual([all[0], all[2]])
  })

  it('that are paused send no ping and redeliver nothing, and what is on its way is not sent twice', async () => {
    const { organizationId, admin } = await found()
    const api = enter(t, admin)
    const paused = await t.build.buildWebhook({ organizationId, active: false })
    const old = await t.build.buildDelivery({ webhookId: paused.id, status: 'failed' })
    await refused(api.ping(organizationId, paused.id), 409)
    await refused(api.redeliver(organizationId, paused.id, old.id), 409)
    const active = await t.build.buildWebhook({ organizationId })
    const waiting = await t.build.buildDelivery({ webhookId: active.id })
    await refused(api.redeliver(organizationId, active.id, waiting.id), 409)
    await refused(api.redeliver(organizationId, active.id, 'whd_nowhere'), 404)
  })
})
