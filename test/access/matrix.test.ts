import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { callRest } from '../support/rest-door.ts'
import { cases } from './cases.ts'
import type { Case, Document } from './documents.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { type Answered, type Door, readTable } from './table.ts'
import { buildWorld, type CallerName, callers, type World } from './world.ts'

const routes = modules.flatMap((module) => module.routes)
const operations = modules.flatMap((module) => [...module.operations, ...module.lists])
const table = readTable()
const keyOf = ({ operation, what }: { operation: string; what: string }) =>
  what === '' ? operation : `${operation}: ${what}`

interface Attempt {
  caller: CallerName
  door: Door
  where: string
  ask: () => Promise<{ answered: Answered; trace: string }>
}

/** Following a link gives nothing to those who have as much already, nor main content to who has it all. */
const changesNothing = new Set(['invites.join', 'changeRequests.updateFromMain'])

let t: TestApp
let world: World
let snapshot: Snapshot

beforeAll(async () => {
  t = await startApp({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
  world = await buildWorld(t)
  snapshot = await takeSnapshot(t)
})
// Whatever went wrong in one row is not the fault of the next.
afterEach(async () => snapshot.restore(await snapshot.changed()))
afterAll(() => t?.close())

async function askRest(
  caller: CallerName,
  id: string,
  { params, body, form, query = {} }: Case,
  method: string,
  path: string,
) {
  const names = { ...world, mine: world.own[caller] }
  const known: Record<string, unknown> = {
    ...names,
    ...(path.includes(':changeRequestId') ? world.proposed : {}),
    ...params?.(names),
  }
  const address = path.replace('*', 'page').replaceAll(/:(\w+)/g, (_match, name: string) => {
    if (typeof known[name] !== 'string') throw new Error(`${id} has no ${name}`)
    return known[name]
  })
  const options = { query, ...(body ? { body: body(names) } : {}), ...(form ? { form: form() } : {}) }
  const { status, trace } = await callRest(t, whoIs(caller), method, address, options)
  return { answered: status < 300 ? 'ok' : String(status), trace }
}

async function askGraphQL(caller: CallerName, { query, variables }: Document) {
  const { data, errors, trace } = await callGraphQL(t, whoIs(caller), query, variables)
  const [error] = errors ?? []
  if (error) return { answered: String(error.extensions.status), trace }
  // What is asked for is the first field of the first field: null anywhere on the way is "not there".
  let value: unknown = data
  while (value !== null && typeof value === 'object' && !Array.isArray(value)) value = Object.values(value)[0]
  return { answered: value === null ? '404' : 'ok', trace }
}

const whoIs = (caller: CallerName) => (caller === 'nobody' ? null : world.people[caller])

const isOneOf = (paths: { path: string }[], path: string) =>
  !path.includes(':changeRequestId') || paths.every((each) => each.path.includes(':changeRequestId'))

function attemptsAt(id: string, operation: string, of: Case): Attempt[] {
  return callers.flatMap((caller) => {
    const documents = [of.graphql({ ...world, mine: world.own[caller] })].flat()
    return [
      ...routes
        .filter((route) => route.operation.id === operation)
        // What is one's own is there once, and not also on a change request.
        .filter(({ path }, _index, all) => !of.params || isOneOf(all, path))
        .map(
          ({ method, path }): Attempt => ({
            caller,
            door: 'rest',
            where: `${method} ${path}`,
            ask: () => askRest(caller, id, of, method, path),
          }),
        ),
      ...documents.map(
        (document): Attempt => ({
          caller,
          door: 'graphql',
          where: document.query,
          ask: () => askGraphQL(caller, document),
        }),
      ),
    ]
  })
}

describe('the table of who may do what', () => {
  it('has a row for every operation, and no other', () => {
    expect([...new Set(table.map(({ operation }) => operation))].sort()).toEqual(
      operations.map(({ id }) => id).sort(),
    )
  })

  it('has a row for everything that is tried here, and no other', () => {
    expect(table.map(keyOf).sort()).toEqual(Object.keys(cases).sort())
  })

  it('knows no other answers than these', () => {
    const answers = table.flatMap(({ cells }) => Object.values(cells).flatMap((cell) => Object.values(cell)))
    expect([...new Set(answers)].sort()).toEqual(['401', '403', '404', '412', 'ok'])
  })
})

describe.each(table)('$operation $what', (row) => {
  const id = keyOf(row)
  const of = cases[id]
  const writes = operations.some((each) => each.id === row.operation && 'writes' in each && each.writes)

  it('is answered as the table says, at both doors', async () => {
    if (!of) throw new Error(`${id} is in the table, and is not tried`)
    const attempts = attemptsAt(id, row.operation, of)
    expect(new Set(attempts.map(({ door }) => door)).size).toBe(2)
    const wrong: string[] = []
    const run = async ({ caller, door, where, ask }: Attempt) => {
      const expected = row.cells[caller][door]
      const { answered, trace } = await ask()
      if (answered === expected) return
      wrong.push(`${caller} at ${where}: ${answered} instead of ${expected}\n${trace}`)
    }
    const succeeds = ({ caller, door }: Attempt) => row.cells[caller][door] === 'ok'

    await Promise.all(attempts.filter((attempt) => !writes || !succeeds(attempt)).map(run))
    // Whatever was refused, and whatever only reads, leaves no trace.
    expect(wrong.join('\n\n')).toBe('')
    expect(await snapshot.changed()).toEqual([])
    for (const attempt of writes ? attempts.filter(succeeds) : []) {
      await run(attempt)
      const { caller, where } = attempt
      const changed = await snapshot.changed()
      if (changed.length === 0 && !changesNothing.has(id))
        wrong.push(`${caller} at ${where}: nothing was done`)
      await snapshot.restore(changed)
    }
    expect(wrong.join('\n\n')).toBe('')
    expectNoFaults(t)
  })
})
