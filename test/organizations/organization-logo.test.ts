import { describe, expect, it } from 'vitest'
import { restAsker } from '../support/api-requests.ts'
import { appForFile } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { open } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const people = await buildPeopleByRole(t)
const { id: organizationId } = people.organization
const { prisma } = t.db.database

const svg = (color: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect fill="${color}"/></svg>`)
const logoOf = (organization: { urls: { logo?: string | null } }) => organization.urls.logo ?? ''
const eventCount = () => prisma.event.count({ where: { organizationId, type: 'organization.updated' } })

const apis = [
  {
    name: 'rest',
    set: (who: { token: string }, body: object) =>
      restAsker(t, who)('PUT', `/orgs/${organizationId}/logo`, logoOf, { body }),
    put: (logo: string | null) =>
      restAsker(t, people.admin)('PATCH', `/orgs/${organizationId}`, logoOf, { body: { logo } }),
  },
  {
    name: 'graphql',
    set: (who: { token: string }, body: object) =>
      graphqlAsker(t, who).mutate(
        'setOrganizationLogo',
        { organizationId, ...body },
        'organization { urls { logo } }',
        ({ organization }: { organization: { urls: { logo: string } } }) => logoOf(organization),
      ),
    put: (logo: string | null) =>
      graphqlAsker(t, people.admin).mutate(
        'updateOrganization',
        { organizationId, logo },
        'organization { urls { logo } }',
        ({ organization }: { organization: { urls: { logo: string } } }) => logoOf(organization),
      ),
  },
]

describe.each(apis)('the logo of an organization by $name', ({ name, set, put }) => {
  it('is an image that the server keeps, and that anyone can read', async () => {
    const bytes = svg(name === 'rest' ? 'red' : 'green')
    const given = { name: 'logo.svg', base64: bytes.toString('base64') }
    const url = await done(set(people.admin, given))
    expect(url).toMatch(new RegExp(`^${t.origin}/organization-logos/${organizationId}/`))
    const shown = await open(t, url)
    expect([shown.status, shown.body]).toEqual([200, bytes.toString()])
    expect(shown.headers['content-type']).toContain('image/svg+xml')
    expect(shown.headers['content-security-policy']).toBeDefined()

    // The same image again changes nothing.
    const before = await eventCount()
    expect(await done(set(people.admin, given))).toBe(url)
    expect(await eventCount()).toBe(before)

    // Another one replaces it, and putting back the former address undoes that.
    const other = await done(set(people.admin, { ...given, base64: svg('blue').toString('base64') }))
    expect(other).not.toBe(url)
    expect(await done(put(url))).toBe(url)
    expect((await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })).logoURL).toMatch(
      /^\//,
    )
    expect(await done(put(null))).toBe('')
  })

  it('is refused if it is no image or too large, and to all but admins', async () => {
    const text = Buffer.from('not an image').toString('base64')
    await refused(set(people.admin, { name: 'logo.png', base64: text }), 400)
    const large = Buffer.concat([svg('red'), Buffer.alloc(512 * 1024, ' ')]).toString('base64')
    await refused(set(people.admin, { name: 'logo.svg', base64: large }), 413)
    const small = { name: 'logo.svg', base64: svg('red').toString('base64') }
    await refused(set(people.create, small), 403)
    await refused(set(people.stranger, small), 404)
  })
})

it('the logo of an organization can be uploaded by a form, and the newest five are kept', async () => {
  for (let index = 0; index < 8; index++) {
    const form = new FormData()
    form.append('file', new Blob([svg(`#00000${index}`)]), 'logo.svg')
    const answer = await callRest(t, people.admin, 'POST', `/orgs/${organizationId}/logo/upload`, { form })
    expect(answer.status, answer.trace).toBe(200)
    const { urls } = answer.body as { urls: { logo: string } }
    expect((await open(t, urls.logo)).body).toContain(`#00000${index}`)
  }
  expect(await prisma.organizationLogo.count({ where: { organizationId } })).toBeLessThanOrEqual(6)
})
