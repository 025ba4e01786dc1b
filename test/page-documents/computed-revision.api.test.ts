import { expect, it } from 'vitest'
import { appForFile, startApp } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { admin, read, space, organization } = await buildPeopleByRole(t)

const operation = (tag: string) => ({ tags: [tag], responses: { 200: { description: 'OK' } } })
const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Zoo', version: '1' },
  paths: { '/pets': { get: operation('pets') }, '/keepers': { get: operation('keepers') } },
  components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
})
await callRest(t, admin, 'PUT', `/orgs/${organization.id}/openapi/zoo`, { body: { source: { text } } })
const node = await startApp({ sharing: t, environment: { RUN_JOBS: 'true' } })
await node.app.background.idle()
await node.close()

const sourceWith = (models: boolean, spec = 'zoo') => ({
  type: 'builtin:openapi',
  props: { models },
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
})
const path = `/spaces/${space.id}/content/computed/revision`

it('the pages that a spec computes are listed in their order, with the sources of their texts', async () => {
  const { body } = await callRest(t, read, 'POST', path, { body: { source: sourceWith(true), seed: 's' } })
  const { pages } = body as { pages: { id: string; slug: string; computed: object }[] }
  const slugs = pages.map(({ slug }) => slug)
  expect(slugs).toEqual(expect.arrayContaining(['pets', 'keepers', 'models']))
  expect(pages.every(({ id }) => id.startsWith('s_'))).toBe(true)
  const [first] = pages
  const one = { source: first?.computed, seed: 's' }
  const computed = await callRest(t, read, 'POST', `/spaces/${space.id}/content/computed/document`, {
    body: one,
  })
  expect(computed.status, computed.trace).toBe(200)
  const query = `query ($id: ID!, $source: ComputedSourceInput!) {
    space(id: $id) { computedPages(source: $source) { slug } } }`
  const found = await queried(t, read, query, { id: space.id, source: sourceWith(false) })
  expect(found).toEqual({
    space: { computedPages: slugs.filter((slug) => slug !== 'models').map((slug) => ({ slug })) },
  })
})

it('a spec that is not there computes nothing', async () => {
  const body = { source: sourceWith(true, 'other') }
  expect((await callRest(t, read, 'POST', path, { body })).status).toBe(404)
})
