import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { failuresOf, follow, type LiveClient, open, transports } from '../support/live.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let second: TestApp
let organizationId: string
let admin: Person

beforeAll(async () => {
  t = await startApp()
  second = await startApp({ sharing: t })
  organizationId = (await t.build.buildOrganization()).id
  admin = await t.build.buildPerson({ organizationId, role: 'admin' })
})
afterAll(async () => {
  await second.close()
  await t.close()
})

interface AccessEvent {
  type: string
  cursor: string
}

const payload = (after?: string) => ({
  query: `subscription ($organizationId: ID!, $after: String) { accessActivity(organizationId: $organizationId, after: $after) {
    cursor type event { id } organization { id } } }`,
  variables: { organizationId, after },
})

async function next(client: LiveClient): Promise<AccessEvent> {
  const { data, errors } = await client.results.next()
  if (!data) throw new Error(JSON.stringify(errors))
  return Object.values(data)[0] as unknown as AccessEvent
}

async function change(method: string, path: string, body?: object): Promise<{ id: string }> {
  const answer = await callRest(t, admin, method, path, body === undefined ? {} : { body })
  if (answer.status >= 400) throw new Error(answer.trace)
  return answer.body as { id: string }
}

const member = (role: 'read' | null = 'read') => t.build.buildPerson({ organizationId, role })
const setRole = ({ user }: Person, role: string) =>
  change('PATCH', `/orgs/${organizationId}/members/${user.id}`, { role })
const newTeam = (title: string) => change('PUT', `/orgs/${organizationId}/teams`, { title })
const changeTeam = (team: string, body: object) =>
  change('PUT', `/orgs/${organizationId}/teams/${team}/members`, body)

describe.each(transports)('accessActivity over %s', (transport) => {
  test('tells people on another node of their membership, their teams and permissions, and of nothing else', async () => {
    const [concerned, other] = [await member(), await member()]
    const { id: space } = await t.build.buildSpace({ organizationId })
    const { id: collection } = await t.build.buildCollection({ organizationId })
    const [mine, foreign] = [await newTeam('Mine'), await newTeam('Foreign')]
    const followers = [concerned, other, admin].map(({ token }) =>
      follow(transport, second, token, payload()),
    )
    const [client, others, admins] = (await Promise.all(followers)) as [LiveClient, LiveClient, LiveClient]
    const share = (team: string) => ({ role: 'edit', teams: [team] })
    await setRole(concerned, 'edit')
    await change('POST', `/spaces/${space}/permissions`, { role: 'edit', users: [concerned.user.id] })
    await changeTeam(mine.id, { add: [concerned.user.id] })
    await change('POST', `/collections/${collection}/permissions`, share(foreign.id))
    await change('POST', `/collections/${collection}/permissions`, share(mine.id))
    await change('DELETE', `/spaces/${space}/permissions/users/${concerned.user.id}`)
    await change('DELETE', `/orgs/${organizationId}/teams/${foreign.id}`)
    await change('DELETE', `/orgs/${organizationId}/teams/${mine.id}`)
    const told: AccessEvent[] = []
    while (told.length < 6) told.push(await next(client))
    expect(told.map(({ type }) => type)).toEqual([
      'MEMBER_UPDATED',
      'PERMISSION_GRANTED',
      'TEAM_MEMBER_ADDED',
      'PERMISSION_GRANTED',
      'PERMISSION_REMOVED',
      'TEAM_DELETED',
    ])
    expect(told[0]).toEqual({
      type: 'MEMBER_UPDATED',
      cursor: expect.any(String),
      event: null,
      organization: { id: organizationId },
    })
    // What others hear first is what is about them, so nothing before it was told to them.
    await setRole(other, 'comment')
    expect((await next(others)).type).toBe('MEMBER_UPDATED')
    await changeTeam((await newTeam('Admins')).id, { add: [admin.user.id] })
    expect((await next(admins)).type).toBe('TEAM_MEMBER_ADDED')
    expect(others.results.all).toHaveLength(1)
    expect(admins.results.all).toHaveLength(1)
    await Promise.all([client, others, admins].map((each) => each.close()))
    expect(failuresOf(second)).toEqual([])
  })

  test('tells all members of default levels and moves, and guests of those where they see something', async () => {
    const [concerned, guest, stranger] = [await member(), await member(null), await member(null)]
    const { id: outer } = await t.build.buildCollection({ organizationId })
    const { id: hidden } = await t.build.buildCollection({ organizationId })
    const { id: inner } = await t.build.buildCollection({ organizationId, parentId: outer })
    const { id: space } = await t.build.buildSpace({ organizationId, parentId: inner })
    await change('PATCH', `/collections/${hidden}`, { defaultLevel: null })
    await change('POST', `/collections/${outer}/permissions`, { role: 'edit', users: [guest.user.id] })
    const followers = [concerned, guest, stranger].map(({ token }) =>
      follow(transport, second, token, payload()),
    )
    const [members, guests, strangers] = (await Promise.all(followers)) as [
      LiveClient,
      LiveClient,
      LiveClient,
    ]
    // Nothing of this is told: no level changes, and no place.
    await change('PATCH', `/collections/${outer}`, { title: 'Products', defaultLevel: 'inherit' })
    await change('POST', `/spaces/${space}/move`, { position: {} })
    const [ofCollection, ofSpace] = ['COLLECTION_ACCESS_CHANGED', 'SPACE_ACCESS_CHANGED']
    // One after the other: what guests see is decided when they are told.
    await change('PATCH', `/collections/${outer}`, { defaultLevel: 'comment' })
    for (const client of [members, guests]) expect((await next(client)).type).toBe(ofCollection)
    await change('PATCH', `/spaces/${space}`, { defaultLevel: null })
    for (const client of [members, guests]) expect((await next(client)).type).toBe(ofSpace)
    // The guest sees the place that the collection leaves, and nothing of where it comes to.
    await change('POST', `/collections/${inner}/move`, { parent: hidden })
    for (const client of [members, guests]) expect((await next(client)).type).toBe(ofCollection)
    await change('POST', `/spaces/${space}/move`, { parent: null })
    expect((await next(members)).type).toBe(ofSpace)
    for (const [client, person] of [
      [members, concerned],
      [guests, guest],
      [strangers, stranger],
    ] as const) {
      await setRole(person, 'comment')
      expect((await next(client)).type).toBe('MEMBER_UPDATED')
    }
    await Promise.all([members, guests, strangers].map((each) => each.close()))
    expect(failuresOf(second)).toEqual([])
  })

  test('goes on after a cursor, also with what happened to a team meanwhile', async () => {
    const [concerned, guest] = [await member(), await member(null)]
    const team = await newTeam('Short')
    await changeTeam(team.id, { add: [concerned.user.id, guest.user.id] })
    const client = await follow(transport, t, concerned.token, payload())
    await setRole(concerned, 'comment')
    const { cursor } = await next(client)
    await client.close()
    await change('DELETE', `/orgs/${organizationId}/teams/${team.id}`)
    await setRole(concerned, 'edit')
    const resumed = await follow(transport, second, concerned.token, payload(cursor))
    expect([(await next(resumed)).type, (await next(resumed)).type]).toEqual([
      'TEAM_DELETED',
      'MEMBER_UPDATED',
    ])
    await resumed.close()
    // A guest cannot list the teams of others, and hears of none that was deleted before.
    const asGuest = await follow(transport, t, guest.token, payload(cursor))
    await setRole(guest, 'read')
    expect((await next(asGuest)).type).toBe('MEMBER_UPDATED')
    await asGuest.close()
  })

  test('ends for somebody who is removed, and is refused to everybody else', async () => {
    const { id: elsewhere } = await t.build.buildOrganization()
    const [removed, stranger] = [
      await member(),
      await t.build.buildPerson({ organizationId: elsewhere, role: 'read' }),
    ]
    const client = await follow(transport, second, removed.token, payload())
    await change('DELETE', `/orgs/${organizationId}/members/${removed.user.id}`)
    const { errors } = await client.results.next()
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    await client.ended
    const refused = open(transport, t, stranger.token, payload())
    expect((await refused.results.next()).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    await refused.ended
  })
})
