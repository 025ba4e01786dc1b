import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { appendEvents } from '../../src/core/events/events.ts'
import { Caller, type Store } from '../../src/core/operations/caller.ts'
import type { JobContext } from '../../src/core/operations/module.ts'
import { SignsOfLife } from '../../src/core/signs/signs-of-life.ts'
import { deliver } from '../../src/modules/webhooks/webhooks.delivery.ts'
import { fanOut } from '../../src/modules/webhooks/webhooks.fan-out.ts'
import { createWebhook, updateWebhook } from '../../src/modules/webhooks/webhooks.service.ts'
import { createTemporaryFiles } from '../../src/platform/disk/temporary-files.ts'
import { createGit } from '../../src/platform/git.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { settingsOf } from '../../src/server/operation-tools.ts'
import { webhookApis } from '../support/apis-webhooks.ts'
import { appForFile, TEST_SECRET_KEY } from '../support/app.ts'
import { whileChanged } from '../support/concurrent-change.ts'
import type { Person } from '../support/factories.ts'
import { done } from '../support/outcome.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

const t = await appForFile()
let receiver: Receiver
let organizationId: string
let admin: Person
beforeEach(async () => {
  receiver = await startReceiver()
  organizationId = (await t.build.buildOrganization()).id
  admin = await t.build.buildPerson({ organizationId, role: 'admin' })
})
afterEach(() => receiver.close())

const { signal } = new AbortController()
const settings = settingsOf(loadConfig({}))
const secrets = () => createSecrets(t.db.database, { configured: TEST_SECRET_KEY, dataDir: '' })
const aNode = (): JobContext => ({
  database: t.db.database,
  secrets: secrets(),
  outbound: createOutbound({ allow: [receiver.host] }),
  git: createGit(),
  settings,
  temporaryFiles: createTemporaryFiles(tmpdir(), () => new Date()),
  files: null,
  signs: new SignsOfLife(() => new Date()),
  now: () => new Date(),
  signal,
  attempt: 1,
  sealed: null,
  organizationId,
  warn: () => {},
  origin: { operation: 'webhooks.deliver' },
  outboundFor: () => createOutbound({ allow: [receiver.host] }),
  onBehalfOf: () => {
    throw new Error('A delivery works for no user.')
  },
})

const webhookOf = async (id: string) => t.db.database.prisma.webhook.findUniqueOrThrow({ where: { id } })

it('what an address resolves to is looked up before there is a transaction', async () => {
  const { database } = t.db
  let open = 0
  const openAtLookup: number[] = []
  const store: Store = {
    query: database.query,
    transaction: async (work) => {
      open++
      return database.transaction(work).finally(() => open--)
    },
  }
  const outbound = createOutbound({
    allow: [],
    lookup: async () => {
      openAtLookup.push(open)
      return [{ address: '192.0.32.10', family: 4 }]
    },
  })
  const viewer = { userId: admin.user.id, tokenId: admin.tokenId, scopes: [], expiresAt: null }
  const tools = {
    outbound,
    secrets: secrets(),
    git: createGit(),
    settings,
    temporaryFiles: createTemporaryFiles(tmpdir(), () => new Date()),
    files: null,
    signs: new SignsOfLife(() => new Date()),
  }
  const caller = new Caller(store, viewer, () => new Date(), tools)
  const { webhook } = await caller.call(createWebhook, { organizationId, url: 'https://hooks.example/1' })
  const url = 'https://hooks.example/2'
  expect((await caller.call(updateWebhook, { webhookId: webhook.id, url })).url).toBe(url)
  expect(openAtLookup).toEqual([0, 0])
})

it('a node that was taken for dead does not undo what another one delivered', async () => {
  const { id: webhookId } = await t.build.buildWebhook({
    organizationId,
    url: receiver.url,
    secret: await secrets().seal('a secret of my own choice'),
  })
  const { id } = await t.build.buildDelivery({ webhookId, nextAttemptAt: new Date(0) })
  let revive = () => {}
  const revived = new Promise<void>((resolve) => {
    revive = resolve
  })
  receiver.answer = async () => {
    if (receiver.inbox.all.length > 1) return { status: 200 }
    await revived
    return { status: 410 }
  }
  const slow = deliver({ webhookId }, aNode())
  await receiver.inbox.next()
  await deliver({ webhookId }, aNode())
  revive()
  await slow
  const delivery = await t.db.database.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } })
  expect(delivery).toMatchObject({ status: 'succeeded', attempts: 1, responseStatus: 200 })
  expect(await webhookOf(webhookId)).toMatchObject({ active: true, failures: 0 })
  expect(receiver.inbox.all).toHaveLength(2)
})

it('the deletion of a webhook does not keep others from what is made of the same events', async () => {
  const going = await t.build.buildWebhook({ organizationId })
  const staying = await t.build.buildWebhook({ organizationId })
  const { prisma } = t.db.database
  await prisma.webhookCursor.create({ data: { organizationId, position: 0n } })
  await t.db.database.transaction((tx) =>
    appendEvents(tx, [{ organizationId, type: 'organization.updated', subject: {} }], null, new Date()),
  )
  const deletion = { sql: 'DELETE FROM "Webhook" WHERE "id" = $1', values: [going.id] }
  await whileChanged(t, deletion, () =>
    fanOut(t.db.database, { organizationIds: [organizationId], now: new Date(), signal }),
  )
  const made = await prisma.webhookDelivery.findMany({
    where: { webhookId: { in: [going.id, staying.id] } },
  })
  expect(made.map(({ webhookId }) => webhookId)).toEqual([staying.id])
})

it('the events of one organization do not wait for all events of another', async () => {
  const { database } = t.db
  const { id: otherId } = await t.build.buildOrganization()
  const organizationIds = [organizationId, otherId]
  const counts = new Map([
    [organizationId, 450],
    [otherId, 1],
  ])
  for (const [id, count] of counts) {
    await t.build.buildWebhook({ organizationId: id })
    await database.prisma.webhookCursor.create({ data: { organizationId: id, position: 0n } })
    const event = { organizationId: id, type: 'organization.updated', subject: {} } as const
    const events = Array.from({ length: count }, () => event)
    await database.transaction((tx) => appendEvents(tx, events, null, new Date()))
  }
  const fanOutOnce = (ids: string[]) => fanOut(database, { organizationIds: ids, now: new Date(), signal })
  const deliveriesOf = (id: string) =>
    database.prisma.webhookDelivery.count({ where: { webhook: { organizationId: id } } })
  let more = await fanOutOnce(organizationIds)
  expect(more).toEqual([organizationId])
  expect([await deliveriesOf(organizationId), await deliveriesOf(otherId)]).toEqual([200, 1])
  while (more.length > 0) more = await fanOutOnce(more)
  expect(await deliveriesOf(organizationId)).toBe(450)
})

describe.each(webhookApis)('at $name', ({ enter }) => {
  it.each([
    [true, false],
    [false, true],
  ])('a change to active=%s while it becomes active=%s takes effect', async (wanted, meanwhile) => {
    const webhook = await t.build.buildWebhook({ organizationId, active: wanted })
    const change = {
      sql: 'UPDATE "Webhook" SET "active" = $2 WHERE "id" = $1',
      values: [webhook.id, meanwhile],
    }
    const changed = await whileChanged(t, change, () =>
      done(enter(t, admin).update(organizationId, webhook.id, { active: wanted, events: ['reply.posted'] })),
    )
    expect(changed.active).toBe(wanted)
    expect(changed.pausedReason).toBe(wanted ? undefined : 'Paused by an admin.')
  })
})
