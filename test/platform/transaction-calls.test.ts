import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { openTestDatabase } from '../support/database.ts'
import { createFactories } from '../support/factories.ts'

const db = await openTestDatabase()
afterAll(() => db.drop())
const { prisma } = db.database
const build = createFactories(db.database, { now: () => new Date() })
const organization = await build.buildOrganization()
const space = await build.buildSpace({ organizationId: organization.id })

const at = new Date('2026-01-02T03:04:05.678Z')
const webhook = (values: Partial<Prisma.WebhookUncheckedCreateInput> = {}) => ({
  id: newId('Webhook'),
  organizationId: organization.id,
  url: 'https://example.com/"quoted"',
  secret: 'sealed',
  since: 9_007_199_254_740_993n,
  createdAt: at,
  updatedAt: at,
  ...values,
})
const some = [
  webhook({ failures: 1, events: ['a', 'b,c', '"'] }),
  webhook({ failures: 2, pausedAt: at }),
  webhook({ failures: 3, spaceId: space.id, active: false }),
]
await prisma.webhook.createMany({ data: some })
const [first, second, third] = some.map(({ id }) => id)
const ids = { in: [first ?? '', second ?? '', third ?? ''] }
const hash = 'a'.repeat(64)
await prisma.blob.create({ data: { spaceId: space.id, hash, bytes: Buffer.from([0, 1, 254, 255]) } })

type Client = Prisma.TransactionClient
class Undone extends Error {}

/** The result of a call in a transaction that is rolled back, so that both ways begin with the same rows. */
async function inTransaction(call: (client: Client) => Promise<unknown>): Promise<unknown> {
  let result: unknown
  await db.database
    .transaction(async (tx) => {
      result = await outcomeOf(call(tx))
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return result
}

/** The same by Prisma alone. */
async function byPrisma(call: (client: Client) => Promise<unknown>): Promise<unknown> {
  let result: unknown
  await prisma
    .$transaction(async (tx) => {
      result = await outcomeOf(call(tx))
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return result
}

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError) return { code: error.code }
    if (error instanceof Prisma.PrismaClientValidationError) return { invalid: true }
    throw error
  }
}

const created = webhook({ events: [], pausedReason: null })
const calls: Record<string, (client: Client) => Promise<unknown>> = {
  'create with defaults': (client) => client.webhook.create({ data: created }),
  'create with selected columns': (client) =>
    client.webhook.create({ data: created, select: { id: true, since: true, events: true, version: true } }),
  'create a row that exists': (client) => client.webhook.create({ data: some[0] as typeof created }),
  'create rows with different columns': async (client) => [
    await client.webhook.createMany({
      data: [webhook({ failures: 4 }), webhook({ id: 'wh_b', active: false })],
    }),
    await client.webhook.findUnique({ where: { id: 'wh_b' }, select: { failures: true, active: true } }),
  ],
  'create rows of which one exists': (client) =>
    client.webhook.createMany({ data: [some[0] as typeof created, created], skipDuplicates: true }),
  'find by id': (client) => client.webhook.findUnique({ where: { id: first as string } }),
  'find by id with another condition': (client) =>
    client.webhook.findUnique({ where: { id: first as string, active: false } }),
  'find none': (client) => client.webhook.findUnique({ where: { id: 'none' } }),
  'find none, which throws': (client) => client.webhook.findUniqueOrThrow({ where: { id: 'none' } }),
  'find bytes by a key of two columns': (client) =>
    client.blob.findUnique({ where: { spaceId_hash: { spaceId: space.id, hash } } }),
  'find many in order': (client) =>
    client.webhook.findMany({ where: { id: ids }, orderBy: { failures: 'desc' } }),
  'find the first of many': (client) =>
    client.webhook.findMany({ where: { id: ids }, orderBy: { failures: 'desc' }, take: 1 }),
  'find the last of many': (client) =>
    client.webhook.findMany({ where: { id: ids }, orderBy: { failures: 'desc' }, take: -1 }),
  'find many by null and by not null': async (client) => [
    await client.webhook.count({ where: { id: ids, pausedAt: null } }),
    await client.webhook.count({ where: { id: ids, pausedAt: { not: null } } }),
  ],
  'find many by comparison': (client) =>
    client.webhook.findMany({
      where: { id: ids, failures: { gte: 2, lt: 3 }, createdAt: { lte: at } },
      select: { id: true },
    }),
  'find many of no ids': (client) => client.webhook.findMany({ where: { id: { in: [] } } }),
  'find many of a relation': (client) =>
    client.webhook.findMany({ where: { id: ids, space: { title: space.title } }, select: { id: true } }),
  'find first by or': (client) =>
    client.webhook.findFirst({
      where: { OR: [{ id: second as string }, { failures: 99 }] },
      orderBy: { id: 'asc' },
    }),
  'find first with a relation': (client) =>
    client.webhook.findFirst({
      where: { id: third as string },
      include: { space: { select: { id: true } } },
    }),
  'count all': (client) => client.webhook.count({ where: { organizationId: organization.id } }),
  update: (client) =>
    client.webhook.update({
      where: { id: first as string },
      data: { url: 'https://example.com/b', events: ['c'], pausedAt: at, failures: { increment: 5 } },
      select: { url: true, events: true, pausedAt: true, failures: true },
    }),
  'update with nothing': (client) =>
    client.webhook.update({ where: { id: first as string }, data: { url: undefined } }),
  'update none': (client) => client.webhook.update({ where: { id: 'none' }, data: { url: 'x' } }),
  'update without a key': (client) =>
    client.webhook.update({ where: { id: undefined as unknown as string }, data: { url: 'x' } }),
  'update with a key that lacks a column': (client) =>
    client.blob.update({
      where: { spaceId_hash: { spaceId: space.id, hash: undefined as unknown as string } },
      data: { hash: 'b' },
    }),
  'update many': (client) =>
    client.webhook.updateMany({ where: { id: ids, active: true }, data: { failures: { decrement: 1 } } }),
  'delete one': (client) => client.webhook.delete({ where: { id: second as string } }),
  'delete none': (client) => client.webhook.delete({ where: { id: 'none' } }),
  'delete many': (client) => client.webhook.deleteMany({ where: { id: ids, failures: { gt: 1 } } }),
  'delete many of no ids': (client) => client.webhook.deleteMany({ where: { id: { in: [] } } }),
  upsert: (client) =>
    client.webhook.upsert({ where: { id: first as string }, create: created, update: { failures: 7 } }),
}

describe('a call in a transaction', () => {
  it.each(Object.keys(calls))('does the same as Prisma alone: %s', async (name) => {
    const call = calls[name] as (client: Client) => Promise<unknown>
    expect(await inTransaction(call)).toEqual(await byPrisma(call))
  })

  it('stores JSON like Prisma', async () => {
    const detail = { list: [1, 'a', null], nested: { 'a"b': true } }
    const store = (client: Client) =>
      client.organization.update({ where: { id: organization.id }, data: { billing: detail } })
    expect(await inTransaction(store)).toEqual(await byPrisma(store))
  })

  it('sees what an earlier call of the transaction wrote, whichever way each of them is run', async () => {
    const seen = await inTransaction(async (tx) => {
      await tx.webhook.create({ data: created })
      const byEngine = await tx.webhook.findMany({
        where: { organization: { id: organization.id }, id: created.id },
        select: { id: true },
      })
      await tx.webhook.upsert({
        where: { id: created.id },
        create: created,
        update: { url: 'https://example.com/upserted' },
      })
      const own = await tx.webhook.findUnique({ where: { id: created.id }, select: { url: true } })
      return { byEngine, own }
    })
    expect(seen).toEqual({ byEngine: [{ id: created.id }], own: { url: 'https://example.com/upserted' } })
    expect(await prisma.webhook.findUnique({ where: { id: created.id } })).toBeNull()
  })
})
