import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { ask, failuresOf, follow, type LiveClient, type Transport, transports } from '../support/live.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let second: TestApp
let spaceId: string
let reviewer: Person

beforeAll(async () => {
  t = await startApp()
  second = await startApp({ sharing: t })
  const { id: organizationId } = await t.build.buildOrganization()
  spaceId = (await t.build.buildSpace({ organizationId })).id
  reviewer = await t.build.buildPerson({ organizationId, role: 'review' })
})
afterAll(async () => {
  await second.close()
  await t.close()
})

const SHOWN = 'type changeRequestId changeRequest { status } revisionId revision { id }'

const following = (transport: Transport, name: string) =>
  follow(transport, second, reviewer.token, {
    query: `subscription ($spaceId: ID!) { ${name}(spaceId: $spaceId) { ${SHOWN} } }`,
    variables: { spaceId },
  })

async function take(client: LiveClient, count: number): Promise<unknown[]> {
  const results = await client.results.take(count)
  return results.map(({ data }) => Object.values(data ?? {})[0])
}

const write = (path: string, body: object = {}) =>
  callRest(t, reviewer, 'POST', `/spaces/${spaceId}/change-requests${path}`, { body })

async function proposal(): Promise<string> {
  const { body } = await write('', { subject: 'New page' })
  const { id } = body as { id: string }
  const changes = [{ operation: 'insert_page', title: `Page of ${id}`, document: { markdown: 'Words.' } }]
  expect((await write(`/${id}/content`, { changes })).status).toBe(200)
  return id
}

const revisionsOf = (id: string) =>
  t.db.database.prisma.changeRequest.findUniqueOrThrow({
    where: { id },
    select: { revisionId: true, revisionMergedId: true },
  })

describe.each(transports)('over %s, from another node', (transport) => {
  test('an edit and a merge are delivered as they happen, with their revisions', async () => {
    const changes = await following(transport, 'changeRequestActivity')
    const merges = await following(transport, 'mergeActivity')
    const everything = await following(transport, 'spaceActivity')
    const changeRequestId = await proposal()
    expect((await write(`/${changeRequestId}/merge`)).status).toBe(200)
    const { revisionId: edited, revisionMergedId: merged } = await revisionsOf(changeRequestId)
    const of = (type: string, revisionId: string | null) =>
      expect.objectContaining({
        type,
        changeRequestId: type.startsWith('SPACE') ? null : changeRequestId,
        revisionId,
        revision: revisionId && { id: revisionId },
      })
    const life = [of('CHANGE_REQUEST_OPENED', null), of('CHANGE_REQUEST_CONTENT_CHANGED', edited)]
    const end = of('CHANGE_REQUEST_MERGED', merged)
    expect(await take(changes, 3)).toEqual([...life, end])
    expect(await take(merges, 1)).toEqual([end])
    expect(await take(everything, 4)).toEqual([...life, of('SPACE_CONTENT_UPDATED', merged), end])
    for (const client of [changes, merges, everything]) await client.close()
  })

  test('a rejected merge changes nothing and emits no event', async () => {
    const merged = await proposal()
    await write(`/${merged}/merge`)
    const archived = await proposal()
    await ask(t, reviewer.token, {
      query:
        'mutation ($input: UpdateChangeRequestInput!) { updateChangeRequest(input: $input) { __typename } }',
      variables: { input: { spaceId, changeRequestId: archived, status: 'ARCHIVED' } },
    })
    const merges = await following(transport, 'mergeActivity')
    const space = () => t.db.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const before = [await space(), await revisionsOf(merged), await revisionsOf(archived)]
    for (const changeRequestId of [merged, archived]) {
      const refusal = await write(`/${changeRequestId}/merge`)
      expect([refusal.status, refusal.body]).toMatchObject([409, { error: { reason: 'conflict' } }])
      const { errors } = await callGraphQL(
        t,
        reviewer,
        'mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { __typename } }',
        { input: { spaceId, changeRequestId } },
      )
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT'])
    }
    expect([await space(), await revisionsOf(merged), await revisionsOf(archived)]).toEqual(before)
    const next = await proposal()
    await write(`/${next}/merge`)
    expect(await take(merges, 1)).toMatchObject([{ changeRequestId: next }])
    await merges.close()
  })
})

test('nothing was reported as a fault', () => {
  expect([t, second].flatMap(failuresOf)).toEqual([])
})
