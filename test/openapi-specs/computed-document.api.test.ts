import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile({ environment: { RUN_JOBS: 'true' } })
const { create, read, organization, space } = await buildPeopleByRole(t)
const TEXT = `openapi: 3.0.3
info: { title: Zoo, version: '1', description: All about pets. }
paths:
  /pets:
    get: { tags: [pets], summary: List pets, responses: { '200': { description: ok } } }
`
const sourceOf = (props: object) => ({
  type: 'builtin:openapi',
  props,
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
})

it('the text of a page that a spec computes is a document, before any page shows it', async () => {
  await callRest(t, create, 'PUT', `/orgs/${organization.id}/openapi/pets`, {
    body: { source: { text: TEXT } },
  })
  t.app.background.recheck()
  await t.app.background.idle()
  const path = `/spaces/${space.id}/content/computed/document`
  const ask = (props: object) =>
    callRest(t, read, 'POST', path, { body: { source: sourceOf(props), seed: 's' } })
  const { status, body } = await ask({ doc: 'operations', page: 'pets' })
  expect({ status, body }).toMatchObject({ status: 200, body: { object: 'document' } })
  expect(JSON.stringify(body)).toContain('/pets')
  expect((await ask({ doc: 'operations', page: 'dogs' })).status).toBe(404)
  expect((await ask({ doc: 'info' })).status).toBe(400)
  const found = await queried(
    t,
    read,
    `query($id: ID!, $source: ComputedDocumentSourceInput!) {
      space(id: $id) { computedDocument(source: $source) { document } } }`,
    { id: space.id, source: sourceOf({ doc: 'OPERATIONS', page: 'pets' }) },
  )
  expect(found).toEqual({ space: { computedDocument: { document: body } } })
})
