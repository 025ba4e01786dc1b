import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { admin, create, stranger, organization } = await buildPeopleByRole(t)
const { prisma } = t.db.database
const path = '/custom-hostnames/docs.acme.example'

let siteId: string
beforeEach(async () => {
  await prisma.site.deleteMany({})
  const data = { organizationId: organization.id, title: 'Docs', hostname: 'docs.acme.example' }
  siteId = (await prisma.site.create({ data: { id: newId('Site'), ...data } })).id
})

it('a hostname leads to its site, for those who see it', async () => {
  expect((await callRest(t, create, 'GET', '/custom-hostnames/Docs.Acme.example')).body).toEqual({
    object: 'custom-hostname',
    hostname: 'docs.acme.example',
    target: { type: 'site', site: siteId },
    isActive: false,
    urls: { location: `${t.origin}/v1${path}` },
  })
  const query = '{ siteByHostname(hostname: "docs.acme.example") { id } }'
  expect(await queried(t, create, query)).toEqual({ siteByHostname: { id: siteId } })
  expect((await callRest(t, stranger, 'GET', path)).status).toBe(404)
  expect((await callRest(t, create, 'GET', '/custom-hostnames/other.example')).status).toBe(404)
})

it('a hostname is taken off its site by admins', async () => {
  expect((await callRest(t, create, 'DELETE', path)).status).toBe(403)
  expect((await callRest(t, stranger, 'DELETE', path)).status).toBe(404)
  expect((await callRest(t, admin, 'DELETE', path)).status).toBe(205)
  expect((await prisma.site.findUniqueOrThrow({ where: { id: siteId } })).hostname).toBeNull()
  const { errors } = await callGraphQL(
    t,
    admin,
    'mutation { removeSiteHostname(input: { hostname: "docs.acme.example" }) { site { id } } }',
  )
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
})
