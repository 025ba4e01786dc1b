import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { modules } from '../../src/modules/index.ts'
import { clientVersions } from '../../src/rest/compatibility/answers.ts'
import { addressOf } from '../../src/rest/compatibility/index.ts'
import { appForFile } from '../support/app.ts'
import { stockClients } from '../support/contract/watch.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { callRest } from '../support/rest-api.ts'
import { type Attempt, attemptsAt, doesWrite, operations } from './attempts.ts'
import { cases } from './cases.ts'
import { takeSnapshot } from './snapshot.ts'
import { keyOf, readableOperations, readTable } from './table.ts'
import { buildWorld, type TableCaller } from './world.ts'

const table = readTable()

/** Operations that store nothing here: joining with no higher role, updating without new content, presence, and rendering. */
const changesNothing = new Set([
  'invites.join',
  'organizations.joinByDomain',
  'changeRequests.updateFromMain',
  'presence.announce',
  'integrations.render',
])

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const world = await buildWorld(t)
const snapshot = await takeSnapshot(t)
// A failure in one row must not affect the next.
afterEach(async () => snapshot.restore(await snapshot.changed()))

describe('the access table', () => {
  it('has a row for every operation, and no other', () => {
    expect([...new Set(table.map(({ operation }) => operation))].sort()).toEqual(
      operations.map(({ id }) => id).sort(),
    )
  })

  it('has a row for every case that is tested, and no other', () => {
    expect(table.map(keyOf).sort()).toEqual(Object.keys(cases).sort())
  })

  it('uses only the documented results', () => {
    const answers = table.flatMap(({ cells }) => Object.values(cells).flatMap((cell) => Object.values(cell)))
    expect([...new Set(answers)].sort()).toEqual(['401', '403', '404', '412', 'ok'])
  })
})

describe.each(table)('$operation $what', (row) => {
  const id = keyOf(row)
  const of = cases[id]
  const writes = doesWrite(row.operation)

  it('matches the table in both APIs', async () => {
    if (!of) throw new Error(`${id} is in the table, and is not tried`)
    const attempts = attemptsAt({ t, world }, id, of)
    expect(new Set(attempts.map(({ api }) => api)).size).toBe(2)
    const wrong: string[] = []
    const run = async ({ caller, api, where, ask }: Attempt) => {
      const expected = row.cells[caller as TableCaller][api]
      const { answered, trace } = await ask()
      if (answered === expected) return
      wrong.push(`${caller} at ${where}: ${answered} instead of ${expected}\n${trace}`)
    }
    const succeeds = ({ caller, api }: Attempt) => row.cells[caller as TableCaller][api] === 'ok'

    await Promise.all(attempts.filter((attempt) => !writes || !succeeds(attempt)).map(run))
    // Rejected requests and reads change no row.
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

describe('the reader of a published site', () => {
  const readable = readableOperations()

  it('gets 403 from every operation that docs/access.md does not list for readers', async () => {
    const wrong: string[] = []
    for (const row of table.filter(({ operation }) => !readable.includes(operation))) {
      const of = cases[keyOf(row)]
      for (const { where, ask } of of ? attemptsAt({ t, world }, keyOf(row), of, ['reader']) : []) {
        const { answered, trace } = await ask()
        if (answered !== '403') wrong.push(`${where}: ${answered}\n${trace}`)
      }
    }
    expect(wrong.join('\n\n')).toBe('')
    expect(await snapshot.changed()).toEqual([])
    expectNoFaults(t)
  })

  /** What they find only where a page refers to it: see test/publishing/references.api.test.ts. */
  const referred = new Set(['users.get', 'openapiSpecVersions.getLatest', 'siteRedirects.find'])

  it.each(readable)('can call %s', async (operation) => {
    const { publishedSiteId: siteId, spaceId } = world
    const at = { siteId, parentId: siteId, path: 'read', orderKey: 'a1' }
    await t.db.database.prisma.siteSpace.create({ data: { ...at, id: newId('SiteSpace'), spaceId } })
    const found: string[] = []
    for (const row of table.filter((each) => each.operation === operation)) {
      const of = cases[keyOf(row)]
      for (const { ask } of of ? attemptsAt({ t, world }, keyOf(row), of, ['reader']) : []) {
        found.push((await ask()).answered)
      }
    }
    expect(found).toContain(referred.has(operation) ? '404' : 'ok')
    // Other sites, change requests and earlier revisions; in GraphQL, what is below a space.
    expect(found.filter((answered) => !['ok', '403', '404'].includes(answered))).toEqual([])
  })
})

describe('the answers of all operations', () => {
  it('were compared with stock clients of the public API', () => {
    const routes = modules.flatMap((module) => module.routes)
    const served = new Set(routes.map(({ method, path }) => addressOf(method, path)))
    const missed = clientVersions.flatMap((version) => stockClients?.uncompared(version) ?? [])
    expect(missed.filter((address) => served.has(address))).toEqual([])
  })

  it('differ from them in all that docs/rest-api.md says', async () => {
    // Differences that the table of access does not come across.
    const { admin } = world.people
    const organization = `/orgs/${world.organizationId}`
    const status = `${organization}/integrations/${world.publicName}/installation_status`
    expect(await callRest(t, admin, 'GET', status)).toMatchObject({ body: { installed: false } })
    const properties = { roles: { type: 'array', description: 'Roles.', items: { type: 'string' } } }
    const jsonSchema = { type: 'object', additionalProperties: false, properties }
    const schema = `${organization}/sites/${world.siteId}/adaptive-schema`
    expect((await callRest(t, admin, 'PUT', schema, { body: { jsonSchema } })).status).toBe(200)
    const { spaceId, organizationId } = world
    const space = `/spaces/${spaceId}`
    await callRest(t, admin, 'PATCH', space, { body: { language: 'gsw' } })
    await callRest(t, admin, 'POST', `${organization}/link-invites`, {
      body: { level: 'read', space: spaceId },
    })
    await callRest(t, admin, 'GET', `${organization}/link-invites`)
    const { prisma } = t.db.database
    const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const git = { oid: 'a1', message: 'Words', createdByService: true }
    await prisma.revision.update({ where: { id: revisionId }, data: { git } })
    await callRest(t, admin, 'GET', `${space}/content`)
    const billing = {
      interval: 'monthly',
      endDate: '2026-12-01T00:00:00.000Z',
      hasPaymentFailed: false,
      isScheduledToCancel: false,
    }
    await prisma.organization.update({ where: { id: organizationId }, data: { billing } })
    await callRest(t, admin, 'GET', organization)
    const changes = [{ operation: 'set_variable', name: 'version', value: '1' }]
    await callRest(t, admin, 'POST', `${space}/change-requests/${world.changeRequestId}/content`, {
      query: { compat: 'false' },
      body: { changes },
    })
    const permissions = `${organization}/sites/${world.siteId}/permissions`
    const granted = { users: [world.people.guest.user.id], role: 'comment' }
    expect((await callRest(t, admin, 'POST', permissions, { body: granted })).status).toBe(204)
    await callRest(t, admin, 'GET', `${permissions}/aggregate`)
    expect(stockClients?.stale()).toEqual([])
  })
})
