import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { admin, read, stranger, organization } = await buildPeopleByRole(t)
const QUERY = 'query($name: String!) { organizationBySubdomain(subdomain: $name) { id hostname } }'

it('an organization is found by its hostname, and not by its id or by strangers', async () => {
  const { status } = await callRest(t, admin, 'PATCH', `/orgs/${organization.id}`, {
    body: { hostname: 'acme-press' },
  })
  expect(status).toBe(200)
  const found = await callRest(t, read, 'GET', '/subdomains/Acme-Press')
  expect(found.body).toEqual({
    object: 'subdomain',
    subdomain: 'acme-press',
    target: { type: 'organization', organization: organization.id },
    isActive: true,
  })
  const { data } = await callGraphQL(t, read, QUERY, { name: 'acme-press' })
  expect(data).toEqual({ organizationBySubdomain: { id: organization.id, hostname: 'acme-press' } })
  expect((await callRest(t, read, 'GET', `/subdomains/${organization.id}`)).status).toBe(404)
  expect((await callRest(t, stranger, 'GET', '/subdomains/acme-press')).status).toBe(404)
  const { errors } = await callGraphQL(t, stranger, QUERY, { name: 'acme-press' })
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
})
