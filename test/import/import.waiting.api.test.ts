import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import type { Person } from '../support/factories.ts'
import { WAIT } from '../support/live.ts'
import { callRest } from '../support/rest-api.ts'
import { serveWeb } from '../support/web.ts'

/** One import runs and eight wait, and sixteen archives are downloaded; see import-threads.ts. */
const ADMITTED = 9
const DOWNLOADS = 16
const TOO_MANY = 3

const MUTATION = `mutation ($input: ImportContentInput!) {
  importContent(input: $input) { importedResources } }`

interface Place {
  spaceId: string
  changeRequestId: string
}

let t: TestApp
let editor: Person
let spaceId: string
let changeRequestId: string

beforeAll(async () => {
  t = await startApp({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
  const { id: organizationId } = await t.build.buildOrganization()
  editor = await t.build.buildPerson({ organizationId, role: 'edit' })
  spaceId = (await t.build.buildSpace({ organizationId })).id
  changeRequestId = (await t.build.buildChangeRequest({ spaceId })).id
})
afterAll(() => t.close())

/** Sends an import to one of the APIs. */
function send(
  api: string,
  url: string,
  {
    signal,
    source = 'markdown',
    place = { spaceId, changeRequestId },
    token = editor.token,
  }: { signal?: AbortSignal; source?: string; place?: Place; token?: string } = {},
): Promise<Response> {
  const rest = {
    path: `/v1/spaces/${place.spaceId}/change-requests/${place.changeRequestId}/content/import`,
    body: { url, source },
  }
  const graphql = {
    path: '/graphql',
    body: { query: MUTATION, variables: { input: { ...place, url, source: source.toUpperCase() } } },
  }
  const { path, body } = api === 'rest' ? rest : graphql
  return fetch(`${t.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

describe.each(['rest', 'graphql'])('waiting imports (%s)', (api) => {
  it('are rejected with 503 beyond the queue, and end when their clients disconnect', async () => {
    let held = 0
    let closed = 0
    const web = await serveWeb((request, response) => {
      if (request.url === '/one.md') return response.end('# One\n')
      held++
      return response.once('close', () => closed++)
    })
    const clients = new AbortController()
    const refusals: Response[] = []
    const sent = Array.from({ length: ADMITTED + TOO_MANY }, () =>
      send(api, `${web.origin}/held.md`, { signal: clients.signal }).then(
        (response) => refusals.push(response),
        () => undefined,
      ),
    )
    await vi.waitFor(() => expect([refusals.length, held]).toEqual([TOO_MANY, 1]), WAIT)
    for (const refusal of refusals) {
      expect(refusal.status).toBe(503)
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refusal.text()).toMatch(/unavailable/i)
    }
    clients.abort()
    await Promise.all(sent)
    await vi.waitFor(() => expect(closed).toBe(1), WAIT)
    // None of the waiting imports has begun, and others are accepted again.
    const another = await send(api, `${web.origin}/one.md`)
    expect(another.status).toBe(api === 'rest' ? 201 : 200)
    expect(await another.text()).toContain('"importedResources":1')
    expect(held).toBe(1)
  })

  it('do not wait for archives of slow servers, of which only so many are downloaded at the same time', async () => {
    const waiting: ServerResponse[] = []
    const web = await serveWeb((request, response) => {
      if (request.url === '/one.md') return response.end('# One\n')
      if (request.url === '/quick.zip') return response.end(zipOf({ 'README.md': '# Quick\n' }))
      return waiting.push(response)
    })
    const archives = Array.from({ length: DOWNLOADS }, () =>
      send(api, `${web.origin}/slow.zip`, { source: 'zip' }),
    )
    await vi.waitFor(() => expect(waiting).toHaveLength(DOWNLOADS), WAIT)
    const another = await send(api, `${web.origin}/one.md`)
    expect(await another.text()).toContain('"importedResources":1')
    const oneMore = await send(api, `${web.origin}/slow.zip`, { source: 'zip' })
    expect(oneMore.status).toBe(503)
    expect(await oneMore.text()).toContain(`${DOWNLOADS} archives are being downloaded`)
    expect(waiting).toHaveLength(DOWNLOADS)
    // Another organization has downloads and a thread of its own.
    const { id: organizationId } = await t.build.buildOrganization()
    const other = await t.build.buildPerson({ organizationId, role: 'admin' })
    const { id } = await t.build.buildSpace({ organizationId })
    const place = { spaceId: id, changeRequestId: (await t.build.buildChangeRequest({ spaceId: id })).id }
    const quick = { source: 'zip', place, token: other.token } as const
    const others = await send(api, `${web.origin}/quick.zip`, quick)
    expect(await others.text()).toContain('"importedResources":1')
    for (const response of waiting.splice(0)) response.end(zipOf({ 'README.md': '# Slow\n' }))
    // One of them runs and eight wait.
    const statuses = (await Promise.all(archives)).map(({ status }) => status)
    expect(statuses).toHaveLength(DOWNLOADS)
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThanOrEqual(ADMITTED)
  })

  it('are not found if their space was deleted in the meantime', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const { id } = await t.build.buildSpace({ organizationId })
    const place = { spaceId: id, changeRequestId: (await t.build.buildChangeRequest({ spaceId: id })).id }
    const web = await serveWeb(async (_request, response) => {
      const deleted = await callRest(t, admin, 'DELETE', `/spaces/${id}`)
      expect(deleted.status, deleted.trace).toBeLessThan(300)
      response.end(zipOf({ 'README.md': '# Late\n' }))
    })
    const answer = await send(api, `${web.origin}/late.zip`, { source: 'zip', place, token: admin.token })
    expect(answer.status).toBe(api === 'rest' ? 404 : 200)
    expect(await answer.text()).toMatch(/not_found/i)
  })
})
