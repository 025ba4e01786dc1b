import { beforeEach, expect, it } from 'vitest'
import { appForFile, startApp } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { serveWeb } from '../support/web.ts'

const environment = { OUTBOUND_ALLOW: '127.0.0.1' }
const t = await appForFile({ environment })
const { id: organizationId } = await t.build.buildOrganization()
const editor = await t.build.buildPerson({ organizationId, role: 'edit' })
const guest = await t.build.buildPerson({ organizationId, role: null })
const path = `/org/${organizationId}/imports`

interface Run {
  id: string
  status: string
  target: { changeRequest: string }
}

let target: { space: string; changeRequest: string }
beforeEach(async () => {
  const { id: space } = await t.build.buildSpace({ organizationId })
  target = { space, changeRequest: (await t.build.buildChangeRequest({ spaceId: space })).id }
})

/** The address of a page. */
const guide = async () => {
  const { origin } = await serveWeb((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<h1>Guide</h1><p>Hello there.</p>')
  })
  return `${origin}/guide.html`
}

const start = async (url?: string) => {
  const source = { type: 'website', url: url ?? (await guide()) }
  const answer = await callRest(t, editor, 'POST', path, { body: { source, target } })
  expect(answer.status, answer.trace).toBe(201)
  return answer.body as Run
}
const get = async (id: string) => (await callRest(t, editor, 'GET', `${path}/${id}`)).body as Run
const runJobs = async () => {
  const node = await startApp({ sharing: t, environment: { ...environment, RUN_JOBS: 'true' } })
  await node.app.background.idle()
  await node.close()
}

it('an import that is started waits, runs in the background, and is then in the change request', async () => {
  const url = await guide()
  const run = await start(url)
  expect(run).toMatchObject({
    object: 'import-run',
    status: 'pending',
    source: { type: 'website', url },
    target,
  })
  await runJobs()
  expect((await get(run.id)).status).toBe('completed')
  const pages = `/spaces/${target.space}/change-requests/${target.changeRequest}/content/pages`
  expect(JSON.stringify((await callRest(t, editor, 'GET', pages)).body)).toContain('Guide')
})

it('an import that is cancelled changes nothing, and cancelling it again changes nothing either', async () => {
  const { id } = await start()
  const cancelled = await callRest(t, editor, 'POST', `${path}/${id}/cancel`)
  expect(cancelled.body).toMatchObject({ id, status: 'cancelled' })
  const again = 'mutation ($id: ID!) { cancelImport(input: { importId: $id }) { import { state } } }'
  expect(await queried(t, editor, again, { id })).toEqual({
    cancelImport: { import: { state: 'CANCELLED' } },
  })
  await runJobs()
  expect((await get(id)).status).toBe('cancelled')
  const pages = `/spaces/${target.space}/change-requests/${target.changeRequest}/content/pages`
  expect(JSON.stringify((await callRest(t, editor, 'GET', pages)).body)).not.toContain('Guide')
  const events = await t.db.database.prisma.event.findMany({ where: { type: 'import.cancelled' } })
  expect(events).toHaveLength(1)
})

it('an import that has ended cannot be cancelled', async () => {
  const { id } = await start()
  await runJobs()
  expect((await callRest(t, editor, 'POST', `${path}/${id}/cancel`)).status).toBe(409)
})

it('the imports of an organization are listed by status and change request, for those who see the space', async () => {
  const { id } = await start()
  const list = async (who: { token: string }, query: Record<string, string>) => {
    const { body } = await callRest(t, who, 'GET', `${path}?${new URLSearchParams(query)}`)
    return (body as { items: Run[] }).items.map((run) => run.id)
  }
  const mine = { changeRequest: target.changeRequest }
  expect(await list(editor, mine)).toEqual([id])
  expect(await list(editor, { ...mine, space: target.space, status: 'active' })).toEqual([id])
  expect(await list(editor, { ...mine, status: 'completed' })).toEqual([])
  expect(await list(guest, mine)).toEqual([])
  const query = `query ($id: ID!, $cr: ID) { organization(id: $id) {
    imports(changeRequest: $cr, status: PENDING) { nodes { id } } } }`
  expect(await queried(t, editor, query, { id: organizationId, cr: target.changeRequest })).toEqual({
    organization: { imports: { nodes: [{ id }] } },
  })
})

it('an import into a space of another organization is not found', async () => {
  const { id: other } = await t.build.buildOrganization()
  const source = { type: 'website', url: await guide() }
  const answer = await callRest(t, editor, 'POST', `/org/${other}/imports`, { body: { source, target } })
  expect(answer.status).toBe(404)
})
