import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { admin, organization, stranger } = await buildPeopleByRole(t)
const path = `/orgs/${organization.id}`

interface Item {
  id: string
  action: string
  payload: object
  urls: { location: string }
}

const first = async (): Promise<Item> => {
  await callRest(t, admin, 'PATCH', path, { body: { title: `Renamed ${Math.random()}` } })
  const { body } = await callRest(t, admin, 'GET', `${path}/audit-events`)
  return (body as { items: Item[] }).items[0] as Item
}

it('an event of the audit log is read by its id, with what it names', async () => {
  const listed = await first()
  const { status, body } = await callRest(t, admin, 'GET', `${path}/audit-events/${listed.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ ...listed, schemaVersion: 1, payload: { organization: organization.id } })
  expect(listed.urls.location).toBe(`${t.origin}/v1${path}/audit-events/${listed.id}`)
  const query = `query($id: ID!, $event: ID!) { organization(id: $id) { auditEvent(id: $event) { id type } } }`
  expect(await queried(t, admin, query, { id: organization.id, event: listed.id })).toEqual({
    organization: { auditEvent: { id: listed.id, type: 'ORGANIZATION_UPDATED' } },
  })
})

it('an event of another organization is not found', async () => {
  const { id } = await first()
  const { organizations } = await queried<{ organizations: { nodes: { id: string }[] } }>(
    t,
    stranger,
    '{ organizations { nodes { id } } }',
  )
  const own = organizations.nodes[0]?.id ?? ''
  expect((await callRest(t, stranger, 'GET', `/orgs/${own}/audit-events/${id}`)).status).toBe(404)
})

it('the actions of the audit log are the types of all events, with what happened', async () => {
  const { body } = await callRest(t, admin, 'GET', `${path}/audit-event-actions`)
  const { items } = body as { items: { object: string; id: string; label: string }[] }
  expect(items).toContainEqual({
    object: 'audit-event-action',
    id: 'site.published',
    label: 'A site was published',
  })
  const { organization: read } = await queried<{ organization: { auditEventActions: { type: string }[] } }>(
    t,
    admin,
    'query($id: ID!) { organization(id: $id) { auditEventActions { type label } } }',
    { id: organization.id },
  )
  expect(read.auditEventActions.map(({ type }) => type)).toEqual(
    items.map(({ id }) => id.replace('.', '_').toUpperCase()),
  )
})
