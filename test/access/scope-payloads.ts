import { appendEvents, type NewEvent } from '../../src/core/events/events.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import type { TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { type LiveClient, open } from '../support/live.ts'
import { operations, withPayload } from './attempts.ts'
import { cases } from './cases.ts'
import { subscriptionsOf } from './queries.ts'
import { holds, leaksIn } from './scope-walk.ts'
import { takeSnapshot } from './snapshot.ts'
import type { World } from './world.ts'

/** Time within which an event reaches the last subscriber. */
const SETTLE_MS = 1_500

export interface PayloadWalk {
  leaks: string[]
  requests: number
  /** Mutations or subscriptions that returned data with a token of at least one scope. */
  answered: Set<string>
}

/** Sends every mutation with a token of each single scope, selecting its complete payload. */
export async function walkPayloads(
  t: TestApp,
  world: World,
  scopes: readonly string[],
): Promise<PayloadWalk> {
  const { admin } = world.people
  const names = { ...world, mine: world.own.admin }
  const walk: PayloadWalk = { leaks: [], requests: 0, answered: new Set() }
  const mutations = Object.entries(cases).flatMap(([id, { graphql }]) => {
    const needed = operations.find((operation) => operation.id === id.split(': ')[0])?.scope
    const documents = [graphql(names)].flat().filter(({ query }) => query.startsWith('mutation'))
    return documents.map((document) => ({ id, needed, ...withPayload(document) }))
  })
  const tokens = new Map<string, string>()
  for (const scope of scopes) {
    tokens.set(scope, (await t.build.buildToken({ userId: admin.user.id, scopes: [scope] })).token)
  }
  const snapshot = await takeSnapshot(t)
  for (const [scope, token] of tokens) {
    for (const { id, needed, query, variables } of mutations) {
      const { data } = await callGraphQL(t, { token }, query, variables)
      walk.requests++
      const [payload] = Object.values(data ?? {})
      if (!payload) continue
      walk.answered.add(id)
      if (needed && !holds(scope, [needed])) walk.leaks.push(`${scope} × ${id} was done`)
      const found = new Set(leaksIn(data, scope, 'Mutation', id))
      walk.leaks.push(...[...found].map((leak) => `${scope} × ${leak}`))
      await snapshot.restore(await snapshot.changed())
    }
  }
  return walk
}

/** Subscribes to everything with a token of each single scope, while one event of each type is emitted. */
export async function walkSubscriptions(
  t: TestApp,
  world: World,
  scopes: readonly string[],
): Promise<PayloadWalk> {
  const { admin } = world.people
  const walk: PayloadWalk = { leaks: [], requests: 0, answered: new Set() }
  const activities = subscriptionsOf(graphqlSchema(modules))
  const subscribe = (token: string, { name, follows, selection }: (typeof activities)[number]) => {
    const place = follows[0] === 'spaceId' ? world.spaceId : world.organizationId
    const query = `subscription ($place: ID!) { ${name}(${follows[0]}: $place) ${selection} }`
    return open('WebSocket', t, token, { query, variables: { place } })
  }
  const followers: { scope: string; name: string; client: LiveClient }[] = []
  for (const scope of scopes) {
    const { token } = await t.build.buildToken({ userId: admin.user.id, scopes: [scope] })
    for (const activity of activities) {
      followers.push({ scope, name: activity.name, client: subscribe(token, activity) })
    }
  }
  const control = activities.map((activity) => subscribe(admin.token, activity))
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await t.db.database.transaction((tx) => appendEvents(tx, happenings(world), admin.user.id, new Date()))
  for (const { results } of control) await results.next()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  for (const client of [...control, ...followers.map((each) => each.client)]) await client.close()
  for (const { scope, name, client } of followers) {
    walk.requests++
    for (const { data } of client.results.all) {
      if (!data) continue
      walk.answered.add(name)
      for (const leak of new Set(leaksIn(data, scope, 'Subscription', name))) {
        walk.leaks.push(`${scope} × ${leak}`)
      }
    }
  }
  return walk
}

function happenings({ organizationId, spaceId, changeRequestId, commentId, revisionId }: World): NewEvent[] {
  const about = { changeRequest: changeRequestId }
  const proposal = { organizationId, spaceId, changeRequestId }
  return [
    { ...proposal, type: 'change_request.opened', subject: about },
    { organizationId, spaceId, type: 'comment.posted', subject: { comment: commentId } },
    { ...proposal, type: 'change_request.merged', subject: { ...about, revision: revisionId } },
    { organizationId, spaceId, type: 'space.content_updated', subject: { revision: revisionId } },
    { organizationId, type: 'organization.updated', subject: { organization: organizationId } },
  ]
}
