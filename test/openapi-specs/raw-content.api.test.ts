import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile({ environment: { RUN_JOBS: 'true' } })
const { create, read, organization } = await buildPeopleByRole(t)
const path = `/orgs/${organization.id}/openapi/pets`
const YAML = `# Kept as it is.
openapi: 3.0.3
info: { title: Pets — "all", version: '1' }
paths: {}
`

async function send(text: string): Promise<void> {
  expect((await callRest(t, create, 'PUT', path, { body: { source: { text } } })).status).toBeLessThan(300)
  t.app.background.recheck()
  await t.app.background.idle()
}
const raw = async () => (await callRest(t, read, 'GET', `${path}/versions/latest/content/raw`)).body

it('the text of a version is what was sent, until a newer one fails', async () => {
  await send(YAML)
  expect(await raw()).toEqual({ text: YAML, format: 'yaml' })
  const query = `query($id: ID!) { organization(id: $id) {
    openAPISpec(slug: "pets") { latestVersion { content { raw { text format } } } } } }`
  const found = await queried<{ organization: { openAPISpec: { latestVersion: { content: object } } } }>(
    t,
    read,
    query,
    { id: organization.id },
  )
  expect(found.organization.openAPISpec.latestVersion.content).toEqual({
    raw: { text: YAML, format: 'YAML' },
  })

  const json = `\n{"openapi":"3.0.3","info":{"title":"Pets","version":"2"},"paths":{}}`
  await send(json)
  expect(await raw()).toEqual({ text: json, format: 'json' })
  await send('openapi: 3.0.3\ninfo: [')
  const kept = (await raw()) as { text: string; format: string }
  expect(kept.format).toBe('json')
  expect(JSON.parse(kept.text)).toEqual(JSON.parse(json))
})
