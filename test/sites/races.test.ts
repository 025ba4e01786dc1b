import { afterAll, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { whileChanged } from '../support/concurrent-change.ts'
import { failedRequests } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
afterAll(() => expect(failedRequests(t)).toEqual([]))

it('the key of a site is not found if the site is deleted while it is created', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  const sites = `/orgs/${organizationId}/sites`
  const { body } = await callRest(t, admin, 'POST', sites, { body: { title: 'Docs' } })
  const { id } = body as { id: string }
  const answer = await whileChanged(t, { sql: 'DELETE FROM "Site" WHERE "id" = $1', values: [id] }, () =>
    callRest(t, admin, 'GET', `${sites}/${id}/publishing/auth`),
  )
  expect(answer.status, answer.trace).toBe(404)
})
