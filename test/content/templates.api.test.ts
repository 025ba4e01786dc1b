import { expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { create, edit, space, organization } = await buildPeopleByRole(t)

const titles = async (path: string) => {
  const { body } = await callRest(t, create, 'GET', `${path}/content/pages`)
  return (body as { pages: { title: string }[] }).pages.map(({ title }) => title)
}

it('a template adds its pages to a change request, or to the space', async () => {
  const { id } = await t.build.buildChangeRequest({ spaceId: space.id })
  const body = { id: 'help', changeRequestId: id }
  const applied = await callRest(t, edit, 'POST', `/spaces/${space.id}/content/template`, { body })
  expect(applied.status, applied.trace).toBe(201)
  expect(await titles(`/spaces/${space.id}/change-requests/${id}`)).toEqual(
    expect.arrayContaining(['Start here', 'Your account', 'Contact']),
  )
  expect(await titles(`/spaces/${space.id}`)).not.toContain('Start here')
  const input = { spaceId: space.id, id: 'API' }
  const mutation =
    'mutation ($input: ApplySpaceTemplateInput!) { applySpaceTemplate(input: $input) { revision { id } } }'
  await queried(t, edit, mutation, { input })
  expect(await titles(`/spaces/${space.id}`)).toEqual(expect.arrayContaining(['Overview', 'Authentication']))
})

it('a template that is not known is refused', async () => {
  const body = { id: 'none' }
  expect((await callRest(t, edit, 'POST', `/spaces/${space.id}/content/template`, { body })).status).toBe(400)
})

it('a site without spaces gets one with sample pages, once', async () => {
  const data = { id: newId('Site'), organizationId: organization.id, title: 'Docs' }
  const { id: siteId } = await t.db.database.prisma.site.create({ data })
  const path = `/orgs/${organization.id}/sites/${siteId}`
  expect((await callRest(t, create, 'POST', `${path}/template`)).status).toBe(200)
  const { body } = await callRest(t, create, 'GET', `${path}/site-spaces`)
  const [siteSpace] = (body as { items: { space: { id: string } }[] }).items
  expect(await titles(`/spaces/${siteSpace?.space.id}`)).toEqual(['Welcome', 'Getting started'])
  const again = 'mutation ($id: ID!) { applySiteTemplate(input: { siteId: $id }) { site { id } } }'
  const { errors } = await callGraphQL(t, create, again, { id: siteId })
  expect(errors?.[0]?.extensions.code).toBe('CONFLICT')
})
