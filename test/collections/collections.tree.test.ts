import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roles } from '../../src/core/access/roles.ts'
import { DomainError } from '../../src/core/errors.ts'
import { Caller } from '../../src/core/operations/caller.ts'
import type { AnyOperation } from '../../src/core/operations/operation.ts'
import type { Collection } from '../../src/generated/prisma/client.ts'
import { collections } from '../../src/modules/collections/index.ts'
import { spaces } from '../../src/modules/spaces/index.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'

const t = await appForFile()

const levels = ['inherit', null, ...roles] as const

type Step =
  | { do: 'create'; under: number }
  | { do: 'move'; which: number; under: number; beside: number }
  | { do: 'level'; which: number; level: (typeof levels)[number] }
  | { do: 'delete'; which: number }

const place = fc.nat(12)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), under: place }),
  fc.record({ do: fc.constant('move' as const), which: place, under: place, beside: place }),
  fc.record({ do: fc.constant('level' as const), which: place, level: fc.constantFrom(...levels) }),
  fc.record({ do: fc.constant('delete' as const), which: place }),
)

const callerOf = ({ user, tokenId }: Person) =>
  new Caller(t.db.database, { userId: user.id, tokenId, scopes: [], expiresAt: null }, () => new Date())

const operationOf = (id: string): AnyOperation => {
  const found = [...collections.operations, ...spaces.operations].find((operation) => operation.id === id)
  if (!found) throw new Error(`There is no operation ${id}`)
  return found
}

const read = (organizationId: string) =>
  t.db.database.prisma.collection.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })

/** Runs one step on the current rows. An error of the domain is expected; any other error fails. */
async function take(caller: Caller, organizationId: string, each: Step): Promise<void> {
  const rows = await read(organizationId)
  // An index past the last row selects the top level, so that it is chosen now and then.
  const at = (index: number) => rows[index % (rows.length + 1)]?.id
  const call = (id: string, input: object) =>
    caller.call(operationOf(id), input).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
  if (each.do === 'create') {
    await call('collections.create', { organizationId, parent: at(each.under) })
    return
  }
  const collectionId = at(each.which)
  if (!collectionId) return
  if (each.do === 'delete') await call('collections.delete', { collectionId })
  if (each.do === 'level') await call('collections.update', { collectionId, defaultLevel: each.level })
  if (each.do === 'move') {
    const parent = at(each.under) ?? null
    const siblings = rows.filter((row) => row.parentId === parent && row.id !== collectionId)
    const beside = siblings[each.beside % (siblings.length + 1)]
    const pointer = beside && { type: 'collection', collection: beside.id }
    const position = pointer && (each.beside % 2 ? { before: pointer } : { after: pointer })
    await call('collections.move', { collectionId, parent, position })
  }
}

/** The expected columns of every row, computed from parents and levels only. In a cycle this would not end. */
function derived(rows: Collection[]): Pick<Collection, 'id' | 'ancestorIds' | 'resolvedLevel'>[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return rows.map((row) => {
    const chain: Collection[] = []
    for (let each: Collection | undefined = row; each; each = byId.get(each.parentId ?? '')) {
      if (chain.includes(each)) throw new Error(`A cycle at ${each.id}`)
      chain.push(each)
    }
    const resolving = chain.find(({ defaultLevel }) => defaultLevel !== 'inherit')
    return {
      id: row.id,
      ancestorIds: chain.map(({ id }) => id).reverse(),
      resolvedLevel: resolving ? resolving.defaultLevel : 'inherit',
    }
  })
}

async function expectConsistent(organizationId: string): Promise<void> {
  const rows = await read(organizationId)
  expect(rows.map(({ id, ancestorIds, resolvedLevel }) => ({ id, ancestorIds, resolvedLevel }))).toEqual(
    derived(rows),
  )
  const places = rows.map(({ parentId, orderKey }) => `${parentId}/${orderKey}`)
  expect(new Set(places).size).toBe(places.length)
}

async function scene() {
  const { id: organizationId } = await t.build.buildOrganization()
  const caller = callerOf(await t.build.buildPerson({ organizationId, role: 'admin' }))
  const top = await t.build.buildCollection({ organizationId })
  const inner = await t.build.buildCollection({ organizationId, parentId: top.id })
  await t.build.buildCollection({ organizationId, parentId: inner.id })
  await t.build.buildCollection({ organizationId, defaultLevel: 'edit', orderKey: 'a1' })
  return { organizationId, caller }
}

describe('the tree of collections', () => {
  it('knows its ancestors and levels after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { organizationId, caller } = await scene()
        for (const each of steps) await take(caller, organizationId, each)
        await expectConsistent(organizationId)
      }),
      { numRuns: 5 },
    )
  }, 60_000)

  it('knows them too when several people change it at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 12 }), async (steps) => {
        const { organizationId, caller } = await scene()
        const hands = [0, 1, 2, 3].map(async (hand) => {
          for (const each of steps.filter((_, index) => index % 4 === hand))
            await take(caller, organizationId, each)
        })
        await Promise.all(hands)
        await expectConsistent(organizationId)
      }),
      { numRuns: 5 },
    )
  }, 60_000)

  it('moves one of two collections that are moved into each other concurrently', async () => {
    for (let round = 0; round < 3; round++) {
      const { id: organizationId } = await t.build.buildOrganization()
      const caller = callerOf(await t.build.buildPerson({ organizationId, role: 'admin' }))
      const [a, b] = [
        await t.build.buildCollection({ organizationId }),
        await t.build.buildCollection({ organizationId }),
      ]
      const move = operationOf('collections.move')
      const outcomes = await Promise.allSettled([
        caller.call(move, { collectionId: a.id, parent: b.id }),
        caller.call(move, { collectionId: b.id, parent: a.id }),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const lost = outcomes.find((outcome) => outcome.status === 'rejected')
      expect(lost?.reason).toMatchObject({ reason: 'conflict' })
      await expectConsistent(organizationId)
    }
  })

  it('gives each of several concurrent additions a position of its own', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const caller = callerOf(await t.build.buildPerson({ organizationId, role: 'admin' }))
    const create = operationOf('collections.create')
    await Promise.all(Array.from({ length: 12 }, () => caller.call(create, { organizationId })))
    await expectConsistent(organizationId)
    expect(await read(organizationId)).toHaveLength(12)
  })

  it('completes two concurrent transfers in opposite directions', async () => {
    const [here, there] = [await t.build.buildOrganization(), await t.build.buildOrganization()]
    const person = await t.build.buildPerson({ organizationId: here.id, role: 'create' })
    await t.build.buildMember({ organizationId: there.id, userId: person.user.id, role: 'create' })
    const [a, b] = [
      await t.build.buildCollection({ organizationId: here.id }),
      await t.build.buildCollection({ organizationId: there.id }),
    ]
    const transfer = operationOf('collections.transfer')
    await Promise.all([
      callerOf(person).call(transfer, { collectionId: a.id, organization: there.id }),
      callerOf(person).call(transfer, { collectionId: b.id, organization: here.id }),
    ])
    expect((await read(here.id)).map(({ id }) => id)).toEqual([b.id])
    expect((await read(there.id)).map(({ id }) => id)).toEqual([a.id])
  })

  it('keeps whatever is put into a collection in the organization that the collection ends up in', async () => {
    const { prisma } = t.db.database
    const [here, there] = [await t.build.buildOrganization(), await t.build.buildOrganization()]
    const person = await t.build.buildPerson({ organizationId: here.id, role: 'create' })
    await t.build.buildMember({ organizationId: there.id, userId: person.user.id, role: 'create' })
    for (let round = 0; round < 3; round++) {
      const { id } = await t.build.buildCollection({ organizationId: here.id })
      const put = { organizationId: here.id, parent: id }
      await Promise.allSettled([
        callerOf(person).call(operationOf('collections.create'), put),
        callerOf(person).call(operationOf('spaces.create'), put),
        callerOf(person).call(operationOf('collections.transfer'), {
          collectionId: id,
          organization: there.id,
        }),
      ])
      const inside = [
        ...(await prisma.space.findMany({ where: { parentId: id } })),
        ...(await prisma.collection.findMany({ where: { parentId: id } })),
      ]
      expect(inside.map(({ organizationId }) => organizationId)).toEqual(inside.map(() => there.id))
    }
  })
})
