import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../src/core/access/roles.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { callRest } from '../support/rest-api.ts'
import { type Attempt, attemptsAt, doesWrite, whoIs } from './attempts.ts'
import { cases } from './cases.ts'
import { bitsWithoutOperation, operationsWithoutBit, targets } from './permissions.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { type Api, keyOf, readTable } from './table.ts'
import { buildWorld, type CallerName, callers, type World } from './world.ts'

type Bits = Record<string, boolean>
const schema = graphqlSchema(modules)
const apis = ['rest', 'graphql'] as const

/** The names of a type's bits, from the schema. */
const bitsOf = (type: string): string[] => {
  const permissions = schema.getType(`${type}Permissions`)
  if (!isObjectType(permissions)) throw new Error(`${type} has no permissions object`)
  return Object.keys(permissions.getFields())
}

const declared = Object.entries(targets).flatMap(([target, { type, bits }]) =>
  Object.entries(bits).map(([bit, operations]) => ({ target, type, bit, operations })),
)
/** The bits that each operation requires, by its row in docs/access.md. */
const takenBy = new Map<string, { target: string; bit: string }[]>()
for (const { operations, ...bit } of declared) {
  for (const row of operations) takenBy.set(row, [...(takenBy.get(row) ?? []), bit])
}
const rows = [...takenBy].map(([row, takes]) => ({ row, takes }))

describe('the table of permissions', () => {
  it('has every bit of every permissions object, or the reason why no operation depends on it', () => {
    const types = Object.keys(schema.getTypeMap()).filter((name) => /^[A-Z]\w+Permissions$/.test(name))
    const all = types.flatMap((name) => {
      const type = name.replace(/Permissions$/, '')
      return bitsOf(type).map((bit) => `${type}.${bit}`)
    })
    const listed = [
      ...declared.map(({ type, bit }) => `${type}.${bit}`),
      ...Object.keys(bitsWithoutOperation),
    ]
    expect([...new Set(listed)].sort()).toEqual(all.sort())
  })

  it('has every operation of the access table, or the reason why it has no bit', () => {
    expect([...takenBy.keys(), ...Object.keys(operationsWithoutBit)].sort()).toEqual(
      readTable().map(keyOf).sort(),
    )
  })
})

async function readBits(
  t: TestApp,
  world: World,
  caller: CallerName,
): Promise<Record<Api, Map<string, Bits>>> {
  const names = { ...world, mine: world.own[caller] }
  const given = { rest: new Map<string, Bits>(), graphql: new Map<string, Bits>() }
  for (const [target, { type, id, path }] of Object.entries(targets)) {
    const bits = bitsOf(type)
    const none = Object.fromEntries(bits.map((bit) => [bit, false]))
    const query = `query($id: ID!) { node(id: $id) { ... on ${type} { permissions { ${bits.join(' ')} } } } }`
    const spaceQuery = `query($id: ID!) { node: space(id: $id) { permissions { ${bits.join(' ')} } } }`
    const { data } = await callGraphQL<{ node: { permissions: Bits } | null }>(
      t,
      whoIs(world, caller),
      type === 'Space' ? spaceQuery : query,
      { id: id(names) },
    )
    given.graphql.set(target, data?.node?.permissions ?? none)
    const answer = path && (await callRest(t, whoIs(world, caller), 'GET', path(names)))
    if (answer?.status === 200) {
      given.rest.set(target, (answer.body as { permissions: Bits }).permissions)
    } else {
      given.rest.set(target, path ? none : (given.graphql.get(target) ?? none))
    }
  }
  return given
}

describe.each(['membership', 'grants'] as const)('permissions of callers with a role by %s', (by) => {
  let t: TestApp
  let world: World
  let snapshot: Snapshot
  const bits = {} as Record<CallerName, Awaited<ReturnType<typeof readBits>>>

  beforeAll(async () => {
    t = await startApp({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
    world = await buildWorld(t, by)
    snapshot = await takeSnapshot(t)
    for (const caller of callers) bits[caller] = await readBits(t, world, caller)
  })
  afterAll(() => t?.close())

  it.each(callers)('are the same at both APIs for %s', (caller) => {
    expect(bits[caller].rest).toEqual(bits[caller].graphql)
  })

  const isAllowed = (caller: CallerName, api: Api, row: string) =>
    (takenBy.get(row) ?? []).every(({ target, bit }) => bits[caller][api].get(target)?.[bit] === true)

  if (by === 'membership') {
    // matrix.test.ts compares the table with the responses of the operations.
    it.each(readTable().filter((row) => takenBy.has(keyOf(row))))(
      'allow $operation $what to those for whom it succeeds',
      (row) => {
        const expected = callers.map((caller) => apis.map((api) => row.cells[caller][api] === 'ok'))
        const given = callers.map((caller) => apis.map((api) => isAllowed(caller, api, keyOf(row))))
        expect(given).toEqual(expected)
      },
    )
  } else {
    it.each(rows)('allow $row to those for whom it succeeds', async ({ row }) => {
      const of = cases[row]
      if (!of) throw new Error(`There is no case for ${row}`)
      const writes = doesWrite(row.split(': ')[0] ?? '')
      const wrong: string[] = []
      const run = async ({ caller, api, where, ask }: Attempt) => {
        const { answered, trace } = await ask()
        if (isAllowed(caller, api, row) === (answered === 'ok')) return
        wrong.push(`${caller} at ${where}: answered ${answered}\n${trace}`)
      }
      // One route per API is enough, because matrix.test.ts tries all of them.
      const attempts = roles.flatMap((role) => {
        const all = attemptsAt({ t, world }, row, of, [role])
        return apis.flatMap((api) => all.find((attempt) => attempt.api === api) ?? [])
      })
      const isAlone = ({ caller, api }: Attempt) => writes && isAllowed(caller, api, row)
      await Promise.all(attempts.filter((attempt) => !isAlone(attempt)).map(run))
      for (const attempt of attempts.filter(isAlone)) {
        await run(attempt)
        await snapshot.restore(await snapshot.changed())
      }
      expect(wrong.join('\n\n')).toBe('')
      expectNoFaults(t)
    })
  }

  it('show billing to users who can view it', async () => {
    await t.db.database.prisma.organization.update({
      where: { id: world.organizationId },
      data: {
        billing: { interval: 'monthly', endDate: '', hasPaymentFailed: false, isScheduledToCancel: false },
      },
    })
    const id = world.organizationId
    for (const caller of callers) {
      const rest = await callRest(t, whoIs(world, caller), 'GET', `/orgs/${id}`)
      const graphql = await callGraphQL<{ organization: { billing: object | null } | null }>(
        t,
        whoIs(world, caller),
        'query($id: ID!) { organization(id: $id) { billing { interval } } }',
        { id },
      )
      const shown = {
        rest: Boolean((rest.body as { billing?: object }).billing),
        graphql: Boolean(graphql.data?.organization?.billing),
      }
      for (const api of apis) {
        expect(shown[api]).toBe(bits[caller][api].get('organization')?.viewBilling)
      }
    }
  })
})
