import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { LIFETIME_MS, SIGN_LIMITS } from '../../src/core/signs/signs-of-life.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { failuresOf, follow, type LiveClient, WAIT } from '../support/live.ts'
import { fillSpace } from '../support/main-content.ts'
import { callRest } from '../support/rest-api.ts'

const PRESENCE = `subscription ($space: ID, $changeRequest: ID) {
  presenceActivity(spaceId: $space, changeRequestId: $changeRequest) {
    space { id } people { user { id displayName } changeRequest { id } pageId page { title } mode since } } }`

interface State {
  space: { id: string }
  people: {
    user: { id: string }
    changeRequest: { id: string } | null
    pageId: string | null
    page: { title: string } | null
    mode: string
  }[]
}

let near: TestApp
let far: TestApp
let organizationId: string
let ann: Person
let bo: Person
const open: LiveClient[] = []

beforeAll(async () => {
  // Without the poll, only notifications can arrive in time.
  const environment = { EVENT_POLL_MS: '3600000' }
  near = await startApp({ environment })
  far = await startApp({ environment, sharing: near, apart: true })
  organizationId = (await near.build.buildOrganization()).id
  ann = await near.build.buildPerson({ organizationId, role: 'edit' })
  bo = await near.build.buildPerson({ organizationId, role: 'read' })
})
afterEach(async () => {
  near.clock.now = () => new Date()
  for (const client of open.splice(0)) await client.close()
  for (const node of [near, far]) expect(failuresOf(node)).toEqual([])
})
afterAll(async () => {
  await far.close()
  await near.close()
})

const newSpace = async () => (await near.build.buildSpace({ organizationId })).id

async function watch(node: TestApp, who: Person, variables: object): Promise<LiveClient> {
  const client = await follow('WebSocket', node, who.token, { query: PRESENCE, variables: { ...variables } })
  open.push(client)
  return client
}

async function next(client: LiveClient): Promise<State> {
  const { data, errors } = await client.results.next()
  if (!data) throw new Error(JSON.stringify(errors))
  return (data as unknown as { presenceActivity: State }).presenceActivity
}

/** The next state with these people, as `user page mode`. States in between can differ. */
async function until(client: LiveClient, ...expected: string[]): Promise<State> {
  for (;;) {
    const state = await next(client)
    if (JSON.stringify(peopleOf(state)) === JSON.stringify(expected.sort())) return state
  }
}

const peopleOf = ({ people }: State) =>
  people.map(({ user, pageId, mode }) => `${user.id} ${pageId} ${mode}`).sort()

const announce = (node: TestApp, who: Person, input: object) =>
  queried(
    node,
    who,
    'mutation ($input: AnnouncePresenceInput!) { announcePresence(input: $input) { space { id } } }',
    { input },
  )

describe('presence', () => {
  it('begins with those who are there, and follows them through pages and both nodes', async () => {
    const spaceId = await newSpace()
    const { pageId } = await fillSpace(near, spaceId, () => 'Guide')
    await announce(near, ann, { spaceId, page: pageId })
    const local = await watch(near, bo, { space: spaceId })
    expect(await next(local)).toMatchObject({
      space: { id: spaceId },
      people: [
        { user: { id: ann.user.id }, changeRequest: null, pageId, page: { title: 'Guide' }, mode: 'READING' },
      ],
    })
    const remote = await watch(far, bo, { space: spaceId })
    await until(remote, `${ann.user.id} ${pageId} READING`)
    await announce(far, ann, { spaceId, page: pageId, mode: 'EDITING' })
    for (const client of [local, remote]) await until(client, `${ann.user.id} ${pageId} EDITING`)
    // A page that does not exist is shown by its id alone.
    const none = newId('Page')
    await announce(far, ann, { spaceId, page: none, mode: 'EDITING' })
    for (const client of [local, remote]) {
      const state = await until(client, `${ann.user.id} ${none} EDITING`)
      expect(state.people[0]?.page).toBeNull()
    }
    await announce(far, ann, { spaceId, mode: 'GONE' })
    for (const client of [local, remote]) await until(client)
    const { rows } = await near.db.database.pool.query('SELECT 1 FROM "Event" WHERE "spaceId" = $1', [
      spaceId,
    ])
    expect(rows).toEqual([])
  })

  it('is told for a space and for one change request, by both APIs', async () => {
    const spaceId = await newSpace()
    const { id: first, number } = await near.build.buildChangeRequest({ spaceId })
    const { id: second } = await near.build.buildChangeRequest({ spaceId })
    const whole = await watch(near, bo, { space: spaceId })
    const one = await watch(near, bo, { changeRequest: first })
    const byNumber = await watch(far, bo, { space: spaceId, changeRequest: String(number) })
    for (const client of [whole, one, byNumber]) expect((await next(client)).people).toEqual([])
    const path = `/spaces/${spaceId}/change-requests/${first}/presence`
    const { status } = await callRest(near, ann, 'PUT', path, { body: { mode: 'editing', client: 'tab-1' } })
    expect(status).toBe(204)
    for (const client of [whole, one, byNumber]) {
      const state = await until(client, `${ann.user.id} null EDITING`)
      expect(state.people[0]?.changeRequest).toEqual({ id: first })
    }
    await announce(near, bo, { changeRequestId: second })
    await until(whole, `${ann.user.id} null EDITING`, `${bo.user.id} null READING`)
    // The same client moves to the other change request, and leaves the first one.
    await announce(near, ann, { changeRequestId: second, client: 'tab-1' })
    for (const client of [one, byNumber]) await until(client)
    expect(one.results.all).toHaveLength(3)
  })

  it('ends 30 seconds after the last sign of life, also that of a node that was killed', async () => {
    const spaceId = await newSpace()
    const killed = await startApp({ sharing: near, apart: true, environment: { EVENT_POLL_MS: '3600000' } })
    const client = await watch(near, bo, { space: spaceId })
    await next(client)
    await announce(killed, ann, { spaceId })
    await until(client, `${ann.user.id} null READING`)
    // Its clients send nothing any more, and it says nothing when it ends.
    await killed.close()
    const start = Date.now()
    near.clock.now = () => new Date(start + LIFETIME_MS - 1_000)
    near.app.signs.sweep()
    expect(near.app.signs.stateOf(spaceId, null).people).toHaveLength(1)
    near.clock.now = () => new Date(start + LIFETIME_MS + 1_000)
    near.app.signs.sweep()
    await until(client)
  })

  it('is known to a node that has just started, and to one whose connection was cut', async () => {
    const spaceId = await newSpace()
    await announce(near, ann, { spaceId })
    const fresh = await startApp({ sharing: near, apart: true, environment: { EVENT_POLL_MS: '3600000' } })
    const here = (node: TestApp) => node.app.signs.stateOf(spaceId, null).people.map(({ userId }) => userId)
    await vi.waitFor(() => expect(here(fresh)).toEqual([ann.user.id]), WAIT)
    const client = await watch(fresh, bo, { space: spaceId })
    expect(peopleOf(await next(client))).toEqual([`${ann.user.id} null READING`])
    await client.close()
    await fresh.close()

    const { rowCount } = await near.db.database.pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE application_name = 'quire-wake' AND datname = current_database()`,
    )
    expect(rowCount).toBeGreaterThan(0)
    // Neither node may hear it, but its own knows it.
    await announce(near, bo, { spaceId, mode: 'EDITING' })
    expect(here(near).sort()).toEqual([ann.user.id, bo.user.id].sort())
    await vi.waitFor(() => expect(here(far).sort()).toEqual([ann.user.id, bo.user.id].sort()), WAIT)
  })

  it('is only for people who can see the space, and ends for those who lose access', async () => {
    const spaceId = await newSpace()
    const stranger = await near.build.buildPerson()
    const leaving = await near.build.buildPerson({ organizationId, role: 'read' })
    const refusal = await callGraphQL(
      near,
      stranger,
      'mutation ($input: AnnouncePresenceInput!) { announcePresence(input: $input) { space { id } } }',
      { input: { spaceId } },
    )
    expect(refusal.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(near.app.signs.stateOf(spaceId, null).people).toEqual([])

    const staying = await watch(near, bo, { space: spaceId })
    const losing = await watch(far, leaving, { space: spaceId })
    for (const client of [staying, losing]) await next(client)
    await announce(near, leaving, { spaceId })
    for (const client of [staying, losing]) await until(client, `${leaving.user.id} null READING`)
    const admin = await near.build.buildPerson({ organizationId, role: 'admin' })
    const { status } = await callRest(
      near,
      admin,
      'DELETE',
      `/orgs/${organizationId}/members/${leaving.user.id}`,
    )
    expect(status).toBeLessThan(300)
    // The event of the removal is enough: nobody has announced anything since.
    await until(staying)
    const last = await losing.results.next()
    expect(last.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    await losing.ended
  })

  it('is refused where there is no such place, and to those who announce it too often', async () => {
    const spaceId = await newSpace()
    const subscribe = async (variables: object) => {
      const response = await fetch(`${near.origin}/graphql`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${bo.token}`,
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
        },
        body: JSON.stringify({ query: PRESENCE, variables }),
      })
      return response.text()
    }
    for (const variables of [{}, { space: newId('Space') }, { changeRequest: newId('ChangeRequest') }]) {
      expect(await subscribe(variables)).toContain('NOT_FOUND')
    }
    const eager = await near.build.buildPerson({ organizationId, role: 'read' })
    const statuses: number[] = []
    for (let n = 0; n <= SIGN_LIMITS.signs; n++) {
      const { status } = await callRest(near, eager, 'PUT', `/spaces/${spaceId}/presence`, { body: {} })
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(SIGN_LIMITS.signs)
    expect(statuses.at(-1)).toBe(429)
  })
})
