import { expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { fillSpace } from '../support/main-content.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { create, organization, space } = await buildPeopleByRole(t)
const { prisma } = t.db.database
await fillSpace(t, space.id, () => 'Words')
const { id: siteId } = await prisma.site.create({
  data: { id: newId('Site'), organizationId: organization.id, title: 'Docs' },
})
const at = { siteId, parentId: siteId, spaceId: space.id, path: 'guide', orderKey: 'a0', isDefault: true }
const { id } = await prisma.siteSpace.create({ data: { id: newId('SiteSpace'), ...at } })

it('a site space is duplicated with a copy of its space, which is placed after it', async () => {
  const path = `/orgs/${organization.id}/sites/${siteId}/site-spaces/${id}/duplicate`
  const { status, body, headers } = await callRest(t, create, 'POST', path, { body: {} })
  expect(status).toBe(201)
  const made = body as { id: string; default: boolean; space: { id: string; title: string } }
  expect(headers.get('location')).toMatch(new RegExp(`/site-spaces/${made.id}$`))
  expect(made).toMatchObject({ default: false, space: { title: space.title } })
  expect(made.space.id).not.toBe(space.id)
  const pages = async (of: string) =>
    ((await callRest(t, create, 'GET', `/spaces/${of}/content`)).body as { pages: { title: string }[] }).pages
  expect((await pages(made.space.id)).map(({ title }) => title)).toEqual(
    (await pages(space.id)).map(({ title }) => title),
  )
  const { duplicateSiteSpace } = await queried<{
    duplicateSiteSpace: { siteSpace: { space: { id: string } } }
  }>(
    t,
    create,
    'mutation($input: DuplicateSiteSpaceInput!) { duplicateSiteSpace(input: $input) { siteSpace { space { id } } } }',
    { input: { siteSpaceId: id } },
  )
  const rows = await prisma.siteSpace.findMany({ where: { siteId }, orderBy: { orderKey: 'asc' } })
  expect(rows.map(({ spaceId }) => spaceId)).toEqual([
    space.id,
    made.space.id,
    duplicateSiteSpace.siteSpace.space.id,
  ])
  const events = await prisma.event.findMany({ where: { organizationId: organization.id } })
  expect(events.map(({ type }) => type).slice(-4)).toEqual([
    'space.duplicated',
    'site_space.added',
    'space.duplicated',
    'site_space.added',
  ])
})
