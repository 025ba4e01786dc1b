import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventCursor } from '../../src/core/events/event-cursor.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { failuresOf, follow, post, transports } from '../support/live.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let organizationId: string
let admin: Person
let member: Person
let guest: Person

/** An event log with spaces that have since moved to another organization, where the member has access. */
beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  const elsewhere = (await t.build.buildOrganization()).id
  admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  member = await t.build.buildPerson({ organizationId, role: 'read' })
  guest = await t.build.buildPerson({ organizationId, role: null })
  for (const { user } of [admin, member]) {
    await t.build.buildMember({ organizationId: elsewhere, userId: user.id, role: 'create' })
  }
  const [stays, goes, hidden] = [
    await t.build.buildSpace({ organizationId }),
    await t.build.buildSpace({ organizationId }),
    await t.build.buildSpace({ organizationId, defaultLevel: null }),
  ]
  await t.build.buildGrant('read', { userId: guest.user.id }, { spaceId: hidden.id }, organizationId)
  const [kept, given] = [
    await t.build.buildCollection({ organizationId }),
    await t.build.buildCollection({ organizationId }),
  ]
  for (const { id: spaceId } of [stays, goes, hidden]) await post(t, admin.token, { spaceId })
  for (const { id } of [kept, given]) {
    await callRest(t, admin, 'PATCH', `/collections/${id}`, { body: { title: 'Shelf' } })
  }
  const transfer = (name: string, key: string, id: string) =>
    callGraphQL(
      t,
      admin,
      `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`,
      { input: { [key]: id, organization: elsewhere } },
    )
  expect((await transfer('transferSpace', 'spaceId', goes.id)).errors).toBeUndefined()
  expect((await transfer('transferCollection', 'collectionId', given.id)).errors).toBeUndefined()
  await callRest(t, admin, 'PATCH', `/orgs/${organizationId}`, { body: { title: 'The last word' } })
})
afterAll(() => t.close())

describe.each(transports)('organizationActivity over %s', (transport) => {
  test('delivers to every user what the list of events returns', async () => {
    const start = eventCursor({ organizationId, position: 0n })
    const counts: number[] = []
    for (const who of [admin, member, guest]) {
      const path = `/orgs/${organizationId}/events`
      const { body } = await callRest(t, who, 'GET', path, { query: { after: start } })
      const listed = (body as { items: { cursor: string }[] }).items.map(({ cursor }) => cursor)
      const client = await follow(transport, t, who.token, {
        query: `subscription ($id: ID!, $after: String) {
          organizationActivity(organizationId: $id, after: $after) { cursor } }`,
        variables: { id: organizationId, after: start },
      })
      const received = await client.results.take(listed.length)
      expect(received.map(({ data }) => Object.values(data ?? {})[0]?.cursor)).toEqual(listed)
      await client.close()
      counts.push(listed.length)
    }
    // Only admins receive events of what was transferred, two for each; the guest sees one space and the last event.
    expect(counts).toEqual([10, 3, 2])
  })
})

test('nothing was reported as a fault', () => {
  expect(failuresOf(t)).toEqual([])
})
