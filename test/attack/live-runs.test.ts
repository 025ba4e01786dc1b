import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { open, post, transports, untilServing } from '../support/live.ts'
import { send } from '../support/refusals.ts'
import { figure } from './figures.ts'

const LIMIT = 1_000
const EVENTS = 40
/** A few users per transport, who share the execution of the same document. */
const USERS = 3

const documents = {
  commentActivity: 'subscription ($id: ID!) { commentActivity(spaceId: $id) { cursor comment { id } } }',
  spaceActivity: 'subscription ($id: ID!) { spaceActivity(spaceId: $id) { cursor } }',
  organizationActivity: 'subscription ($id: ID!) { organizationActivity(organizationId: $id) { cursor } }',
}

let t: TestApp
beforeAll(async () => {
  t = await startApp({ environment: { RATE_LIMIT: String(LIMIT) } })
  // The clock is stopped, so that no budget is refilled.
  const now = new Date()
  t.clock.now = () => now
})
afterAll(() => t.close())

test('every result of a subscription is charged to its receiver', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const newPerson = () => t.build.buildPerson({ organizationId, role: 'admin' })
  const author = await newPerson()
  const followers = []
  for (const transport of transports) {
    for (const [name, query] of Object.entries(documents)) {
      for (let user = 0; user < USERS; user++) {
        const { token } = await newPerson()
        const id = name === 'organizationActivity' ? organizationId : spaceId
        const client = open(transport, t, token, { query, variables: { id } })
        // One point for the operation, and another one for its WebSocket.
        followers.push({ name, token, client, entry: transport === 'SSE' ? 1 : 2 })
      }
    }
  }
  await untilServing(t, followers.length)
  for (let event = 0; event < EVENTS; event++) await post(t, author.token, { spaceId })
  let runs = 0
  let paid = 0
  for (const { token, client, entry } of followers) {
    const results = await client.results.take(EVENTS)
    expect(results.flatMap(({ errors }) => errors ?? [])).toEqual([])
    const { headers } = await send(t.origin, '/v1/user', { token })
    runs += results.length
    paid += LIMIT - Number(headers.get('x-ratelimit-remaining')) - entry - 1
    await client.close()
  }
  figure('live runs', runs, { exactly: EVENTS * followers.length })
  figure('live runs unpaid', runs - paid, { exactly: 0 })
})
