import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { appForFile, startApp } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

/** The tunnel of an author: it stores what it receives, and rejects what it is told to. */
const received: { path: string; body: string }[] = []
let answer = 200
let rendered = 'OK'
const tunnel = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', body: await text(request) })
  response.writeHead(answer).end(answer === 200 ? rendered : 'broken')
})
await new Promise<void>((resolve) => void tunnel.listen(0, '127.0.0.1', resolve))
const address = tunnel.address()
const tunnelUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
afterAll(() => void tunnel.close())

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const { id: organizationId } = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
const { id: elsewhere } = await t.build.buildOrganization()
const customer = await t.build.buildPerson({ organizationId: elsewhere, role: 'admin' })
const { id: spaceId } = await t.build.buildSpace({ organizationId })

type Who = typeof admin
const rest = async <Body>(who: Who, method: string, path: string, body?: object) => {
  const response = await callRest(t, who, method, path, body ? { body } : {})
  return { ...response, body: response.body as Body }
}
const sendAll = async () => {
  const node = await startApp({
    sharing: t,
    environment: { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' },
  })
  await node.app.background.idle()
  await node.close()
}
interface Listed {
  items: { id: string; status: string; installationId: string; payload: Record<string, unknown> }[]
}
const PATH = '/integrations/counter'
const events = async () => (await rest<Listed>(admin, 'GET', `${PATH}/events`)).body.items
const install = async (who: Who, organization: string) => {
  const installed = await rest<{ id: string }>(who, 'POST', `${PATH}/installations`, { organization })
  expect(installed.status).toBe(201)
  return installed.body.id
}

it('events of an integration in development are sent to the tunnel of its author', async () => {
  const manifest = {
    organization: organizationId,
    title: 'Counter',
    description: 'Counts.',
    script: 'count()',
    visibility: 'public',
    secrets: { KEY: 'kept-secret' },
  }
  expect((await rest(admin, 'POST', PATH, manifest)).status).toBe(200)
  expect((await rest(admin, 'PUT', `${PATH}/dev`, { tunnelUrl: 'ftp://tunnel.example' })).status).toBe(400)
  expect((await rest(customer, 'PUT', `${PATH}/dev`, { tunnelUrl })).status).toBe(403)
  expect((await rest(admin, 'PUT', `${PATH}/dev`, { tunnelUrl })).status).toBe(204)

  const installationId = await install(admin, organizationId)
  const installed = `${PATH}/installations/${installationId}`
  expect((await rest(admin, 'POST', `${installed}/spaces`, { space: spaceId })).status).toBe(201)
  // Events of other organizations are not sent.
  const other = await install(customer, elsewhere)
  expect(await events()).toEqual([])

  await sendAll()
  expect(received.map(({ path }) => path)).toEqual(['/v1', '/v1'])
  for (const { body } of received) {
    expect(body).toContain('name="event"')
    expect(body).toContain('name="environment"')
    expect(body).not.toContain('kept-secret')
  }
  const sent = await events()
  expect(sent.map(({ status, payload: { type } }) => [type, status])).toEqual([
    ['space_installation_setup', 'success'],
    ['installation_setup', 'success'],
  ])
  expect(sent[0]?.payload).toEqual({
    eventId: sent[0]?.id,
    type: 'space_installation_setup',
    installationId,
    spaceId,
    status: 'active',
  })

  answer = 500
  expect((await rest(admin, 'PUT', `${PATH}/dev`, { tunnelUrl, all: true })).status).toBe(204)
  expect((await rest(customer, 'DELETE', `${PATH}/installations/${other}`)).status).toBe(205)
  await sendAll()
  const [failed] = await events()
  expect(failed).toMatchObject({ status: 'failed', installationId: other })
  const id = failed?.id ?? ''
  const one = await rest<{ trace: { logs: object[] } }>(admin, 'GET', `${PATH}/events/${id}`)
  expect(one.body).toMatchObject({
    event: { id, payload: { type: 'installation_deleted', previous: {} } },
    trace: { logs: [{ level: 'error', message: 'The tunnel answered with status 500: broken' }] },
  })

  answer = 200
  const task = { schedule: 0, task: { count: 1 } }
  expect((await rest(admin, 'POST', `${PATH}/tasks`, task)).status).toBe(204)
  expect((await rest(admin, 'POST', `${PATH}/tasks`, { ...task, schedule: 3_600 })).status).toBe(204)
  await sendAll()
  expect(received.at(-1)?.body).toContain('"task":{"count":1}')
  const [sentTask] = await events()
  expect(sentTask).toMatchObject({ status: 'success', payload: { type: 'task', task: { count: 1 } } })
  expect(sentTask).not.toHaveProperty('installationId')

  const component = {
    componentId: 'counter',
    props: { from: 1 },
    context: { type: 'document', theme: 'dark' },
  }
  expect((await rest(customer, 'POST', `${PATH}/render`, component)).status).toBe(403)
  expect((await rest(admin, 'POST', `${PATH}/render`, component)).status).toBe(503)
  rendered = '{"type":"complete","returnValue":{"count":1}}'
  const shown = await rest(admin, 'POST', `${PATH}/render`, component)
  expect(shown).toMatchObject({ status: 200, body: { type: 'complete', returnValue: { count: 1 } } })
  expect(received.at(-1)?.body).toContain('"type":"ui_render"')
  const before = received.length

  const read = `query ($id: ID!) {
    integration(name: "counter") { development { tunnelUrl all } events(first: 2) { nodes { id status } } }
    integrationEvent(id: $id) { payload logs { level } }
  }`
  expect(await queried(t, admin, read, { id })).toMatchObject({
    integration: {
      development: { tunnelUrl, all: true },
      events: { nodes: [{ status: 'SUCCESS' }, { id, status: 'FAILED' }] },
    },
    integrationEvent: { payload: { type: 'installation_deleted' }, logs: [{ level: 'ERROR' }] },
  })
  expect(
    await queried(t, customer, '{ integration(name: "counter") { development { tunnelUrl } } }', {}),
  ).toEqual({ integration: { development: null } })

  const end =
    'mutation ($input: EndIntegrationDevelopmentInput!) { endIntegrationDevelopment(input: $input) { integration { development { all } } } }'
  const input = { integrationName: 'counter' }
  for (const _again of [1, 2]) {
    expect(await queried(t, admin, end, { input })).toEqual({
      endIntegrationDevelopment: { integration: { development: null } },
    })
  }
  expect((await rest(admin, 'DELETE', `${PATH}/dev`)).status).toBe(205)
  expect((await rest(admin, 'DELETE', installed)).status).toBe(205)
  await sendAll()
  expect(received).toHaveLength(before)
  expect((await rest(admin, 'POST', `${PATH}/render`, component)).status).toBe(501)
  expect((await rest(admin, 'POST', `${PATH}/tasks`, task)).status).toBe(501)
  const audit = await rest<{ items: { action: string }[] }>(
    admin,
    'GET',
    `/orgs/${organizationId}/audit-events`,
  )
  const actions = audit.body.items.map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('integration.development'))).toEqual([
    'integration.development_ended',
    'integration.development_started',
    'integration.development_started',
  ])
}, 120_000)
