import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const { create, organization } = await buildPeopleByRole(t)
const { prisma } = t.db.database

let siteId: string
beforeEach(async () => {
  const site = { organizationId: organization.id, title: 'Docs' }
  siteId = (await prisma.site.create({ data: { id: newId('Site'), ...site } })).id
})

interface Result {
  status: string
  source: string
  draft: boolean
  id?: string
  error?: string
}

const external = (url: string) => ({ kind: 'external', url })
const elsewhere = external('https://example.com/')
async function put(redirects: object[]): Promise<Result[]> {
  const path = `/orgs/${organization.id}/sites/${siteId}/redirects`
  const { status, body } = await callRest(t, create, 'PUT', path, { body: { redirects } })
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { results: Result[] }).results
}
const stored = async () =>
  (
    await prisma.siteRedirect.findMany({ where: { siteId }, orderBy: [{ source: 'asc' }, { draft: 'asc' }] })
  ).map(({ id, source, url, draft, permanent }) => ({ id, source, url, draft, permanent }))

it('redirects are created, changed and deleted by their source, each by itself', async () => {
  const [first, missing, second] = await put([
    { source: '/a', destination: elsewhere },
    { source: '/b', destination: { kind: 'site-section', siteSectionId: 'sec_none' } },
    { source: '/c/', destination: elsewhere, permanent: true },
  ])
  expect(first).toEqual({ status: 'created', source: '/a', draft: false, id: expect.stringMatching(/^rdr_/) })
  expect(missing).toEqual({
    status: 'error',
    source: '/b',
    draft: false,
    error: 'destination.siteSectionId: there is no section sec_none in this site',
  })
  expect(second).toMatchObject({ status: 'created', source: '/c' })
  const [changed, deleted, gone] = await put([
    { source: '/c', destination: external('https://example.com/new') },
    { source: '/a', destination: null },
    { source: '/a', destination: null },
  ])
  expect(changed).toEqual({ status: 'updated', source: '/c', draft: false, id: second?.id })
  expect(deleted).toEqual({ status: 'deleted', source: '/a', draft: false })
  expect(gone).toEqual(deleted)
  expect(await stored()).toEqual([
    { id: second?.id, source: '/c', url: 'https://example.com/new', draft: false, permanent: true },
  ])
  const events = await prisma.event.findMany({
    where: { organizationId: organization.id, subject: { path: ['site'], equals: siteId } },
    orderBy: { position: 'asc' },
  })
  expect(events.map(({ type }) => type)).toEqual([
    'site_redirect.created',
    'site_redirect.created',
    'site_redirect.updated',
    'site_redirect.deleted',
  ])
})

it('a draft takes the place of the redirect that readers follow', async () => {
  const [live, draft] = await put([
    { source: '/a', destination: elsewhere },
    { source: '/a', intent: 'draft', destination: external('https://example.com/next') },
    { source: '/b', intent: 'draft', destination: elsewhere },
  ])
  expect(draft).toMatchObject({ status: 'created', draft: true })
  const results = await put([
    { source: '/a', intent: 'publish' },
    { source: '/b', intent: 'publish' },
    { source: '/b', intent: 'publish' },
  ])
  expect(results.map(({ status }) => status)).toEqual(['published', 'published', 'error'])
  expect(results[0]?.id).toBe(live?.id)
  expect(await stored()).toMatchObject([
    { id: live?.id, source: '/a', url: 'https://example.com/next', draft: false },
    { source: '/b', draft: false },
  ])
})

it('a change that would make a loop fails, also with one of the same request', async () => {
  const own = (path: string) => external(`${t.origin}/sites/${organization.id}/${siteId}${path}`)
  const results = await put([
    { source: '/a', destination: own('/b') },
    { source: '/b', destination: own('/a') },
  ])
  expect(results.map(({ status }) => status)).toEqual(['created', 'error'])
  expect(results[1]?.error).toMatch(/would lead back to/)
})

it('a destination is required, unless a draft is published', async () => {
  const path = `/orgs/${organization.id}/sites/${siteId}/redirects`
  for (const item of [{ source: '/a' }, { source: '/a', intent: 'publish', destination: null }]) {
    const { status } = await callRest(t, create, 'PUT', path, { body: { redirects: [item] } })
    expect(status).toBe(400)
  }
})

it('takes as many statements for one as for many', async () => {
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({ source: `/${prefix}${index}`, destination: elsewhere }))
  await put(many(2, 'x'))
  const one = await statementsOf(t, () => put(many(1, 'a')))
  const all = await statementsOf(t, () => put(many(60, 'b')))
  expect(all).toHaveLength(one.length)
  const changed = (url: string, count: number) =>
    many(count, 'b').map((item) => ({ ...item, destination: external(url) }))
  const updated = await statementsOf(t, () => put(changed('https://example.com/1', 1)))
  expect(await statementsOf(t, () => put(changed('https://example.com/2', 60)))).toHaveLength(updated.length)
})

it('are the same by GraphQL', async () => {
  const query = `mutation($input: UpsertSiteRedirectsInput!) {
    upsertSiteRedirects(input: $input) { results { status source draft redirectId error } } }`
  const run = (redirects: object[]) =>
    queried<{ upsertSiteRedirects: { results: object[] } }>(t, create, query, {
      input: { siteId, redirects },
    })
  const made = await run([
    { source: '/a', intent: 'DRAFT', destination: { external: { url: 'https://example.com/' } } },
  ])
  expect(made.upsertSiteRedirects.results).toMatchObject([
    { status: 'CREATED', source: '/a', draft: true, error: null },
  ])
  const gone = await run([{ source: '/a', intent: 'DRAFT', destination: null }])
  expect(gone.upsertSiteRedirects.results).toEqual([
    { status: 'DELETED', source: '/a', draft: true, redirectId: null, error: null },
  ])
})
