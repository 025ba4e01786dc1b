import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import {
  type Connection,
  connectionOf,
  listedGraphQL,
  listedRest,
  plain,
  restAsker,
} from '../support/api-requests.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { done, type Listed, type Outcome, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let people: People
let cast: Company
let siteId: string
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  siteId = (
    await t.db.database.prisma.site.create({
      data: {
        id: newId('Site'),
        organizationId: cast.organization.id,
        title: 'Handbook',
        visibility: 'share-link',
        publishedAt: t.clock.now(),
      },
    })
  ).id
})
afterAll(() => t.close())

interface LinkView {
  id: string
  name: string
  active: boolean
  createdAt: string
  urls: { published?: string }
}
type Attempt<Value> = Promise<Outcome<Value>>
interface LinksApi {
  list(query?: { limit?: number; cursor?: string }): Attempt<Listed<LinkView>>
  create(input: object): Attempt<LinkView>
  get(id: string): Attempt<LinkView>
  update(id: string, input: object): Attempt<LinkView>
  delete(id: string): Attempt<unknown>
}
type Who = { token: string } | null

const linkView = ({ id, name, active, createdAt, urls }: LinkView): LinkView => ({
  id,
  name,
  active,
  createdAt,
  urls: plain({ published: urls.published }),
})

function restLinks(who: Who): LinksApi {
  const ask = restAsker(t, who)
  const at = (id = '') => `/orgs/${cast.organization.id}/sites/${siteId}/share-links${id && `/${id}`}`
  return {
    list: ({ limit, cursor } = {}) =>
      ask('GET', at(), listedRest(linkView), { query: { limit, page: cursor } }),
    create: (body) => ask('POST', at(), linkView, { body }),
    get: (id) => ask('GET', at(id), linkView),
    update: (id, body) => ask('PATCH', at(id), linkView, { body }),
    delete: (id) => ask('DELETE', at(id), (_body, status) => status),
  }
}

const LINK = 'id name active createdAt urls { published }'

function graphqlLinks(who: Who): LinksApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const link = (name: string, input: object) =>
    mutate<{ shareLink: LinkView }, LinkView>(name, input, `shareLink { ${LINK} }`, ({ shareLink }) =>
      linkView(shareLink),
    )
  return {
    list: ({ limit, cursor } = {}) =>
      ask<{ site: { shareLinks: Connection<LinkView> } | null }, Listed<LinkView>>(
        `query($id: ID!, $first: Int, $after: String) { site(id: $id) {
          ${connectionOf('shareLinks(first: $first, after: $after)', LINK)} } }`,
        { id: siteId, first: limit ?? 50, after: cursor },
        ({ site }) => listedGraphQL(site?.shareLinks, linkView),
      ),
    create: (input) => link('createSiteShareLink', { siteId, ...input }),
    get: (id) =>
      ask<{ node: LinkView | null }, LinkView>(
        `query($id: ID!) { node(id: $id) { ... on ShareLink { ${LINK} } } }`,
        { id },
        ({ node }) => node && linkView(node),
      ),
    update: (shareLinkId, input) => link('updateSiteShareLink', { shareLinkId, ...input }),
    delete: (shareLinkId) =>
      mutate('deleteSiteShareLink', { shareLinkId }, 'deletedId', (payload) => payload),
  }
}

const keyIn = ({ urls }: LinkView) => new URL(urls.published ?? '').searchParams.get('shareKey') ?? ''

describe.each([
  { name: 'rest', enter: restLinks },
  { name: 'graphql', enter: graphqlLinks },
])('share links by $name', ({ name, enter }) => {
  const as = (who: keyof People) => enter(cast[who])

  it('are created active, with a random key of 128 bits that is stored encrypted', async () => {
    const one = await done(as('create').create({ name: 'Partners' }))
    const two = await done(as('create').create({ name: 'Partners' }))
    expect(one).toMatchObject({ name: 'Partners', active: true })
    expect(one.urls.published).toBe(
      `${t.origin}/sites/${cast.organization.id}/${siteId}/?shareKey=${keyIn(one)}`,
    )
    expect(Buffer.from(keyIn(one), 'base64url')).toHaveLength(16)
    expect(keyIn(one)).not.toBe(keyIn(two))
    const rows = await t.db.database.prisma.shareLink.findMany({ where: { siteId } })
    expect(JSON.stringify(rows)).not.toContain(keyIn(one))
  })

  it('are listed, read, renamed, deactivated and deleted', async () => {
    const one = await done(as('create').create({ name: 'One' }))
    const two = await done(as('admin').create({ name: 'Two' }))
    const first = await done(as('create').list({ limit: 1 }))
    expect(first.items).toEqual([one])
    expect(await done(as('create').list({ limit: 1, cursor: first.next ?? '' }))).toEqual({ items: [two] })
    expect(await done(as('create').get(one.id))).toEqual(one)
    const renamed = await done(as('create').update(one.id, { name: 'First' }))
    expect(renamed).toEqual({ ...one, name: 'First' })
    expect(await done(as('create').update(one.id, { active: false }))).toEqual({ ...renamed, active: false })
    await done(as('create').delete(one.id))
    await refused(as('create').get(one.id), 404)
    // Repeated: for those who could have deleted it.
    await done(as('create').delete(one.id))
    await refused(as('read').delete(one.id), name === 'rest' ? 403 : 404)
    expect((await done(as('create').list())).items).toEqual([two])
  })

  it('have no address while the site is not published', async () => {
    const { id } = await done(as('create').create({ name: 'Later' }))
    await t.db.database.prisma.site.update({ where: { id: siteId }, data: { publishedAt: null } })
    expect((await done(as('create').get(id))).urls).toEqual({})
  })

  it('are hidden from callers who cannot change the site', async () => {
    const { id } = await done(as('create').create({ name: 'Partners' }))
    for (const who of ['read', 'review'] as const) {
      await refused(as(who).list(), 403)
      await refused(as(who).create({ name: 'Mine' }), 403)
      await refused(as(who).get(id), 404)
      await refused(as(who).update(id, { active: false }), name === 'rest' ? 403 : 404)
    }
    for (const who of ['guest', 'stranger'] as const) {
      await refused(as(who).list(), 404)
      await refused(as(who).get(id), 404)
    }
    await refused(enter(null).list(), 401)
  })

  it('require the scopes of share links', async () => {
    const { id } = await done(as('create').create({ name: 'Partners' }))
    const token = async (scopes: string[]) =>
      enter((await t.build.buildToken({ userId: cast.create.user.id, scopes })) as { token: string })
    const reader = await token(['site:auth:read'])
    if (name === 'rest') expect((await done(reader.list())).items).toHaveLength(1)
    expect(await done(reader.get(id))).toMatchObject({ id })
    await refused(reader.update(id, { active: false }), 403)
    expect(await done((await token(['site:auth:write'])).update(id, { active: false }))).toMatchObject({
      active: false,
    })
    await refused((await token(['site:write'])).get(id), 403)
    await refused((await token(['site:write'])).create({ name: 'Mine' }), 403)
  })

  it('refuse invalid names and links of other sites', async () => {
    await done(as('create').create({ name: 'x'.repeat(50) }))
    await refused(as('create').create({ name: 'x'.repeat(51) }), 400)
    await refused(as('create').create({}), 400)
    await refused(as('create').create({ name: null }), 400)
    const { id } = await done(as('create').create({ name: 'Partners' }))
    await refused(as('create').update(id, { name: 'x'.repeat(51) }), 400)
    await refused(as('create').update(id, { active: 'no' }), 400)
    await refused(as('create').update('shl_none', { active: false }), 404)
    if (name === 'graphql') return
    const other = await t.db.database.prisma.site.create({
      data: { id: newId('Site'), organizationId: cast.organization.id, title: 'Other' },
    })
    const path = `/orgs/${cast.organization.id}/sites/${other.id}/share-links/${id}`
    expect((await callRest(t, cast.create, 'GET', path)).status).toBe(404)
    expect((await callRest(t, cast.create, 'PATCH', path, { body: { active: false } })).status).toBe(404)
    expect((await done(as('create').get(id))).active).toBe(true)
  })

  it('are reported to admins, without their keys', async () => {
    const link = await done(as('create').create({ name: 'Partners' }))
    await done(as('create').update(link.id, { active: false }))
    await done(as('create').delete(link.id))
    const path = `/orgs/${cast.organization.id}`
    const events = await callRest(t, cast.admin, 'GET', `${path}/events`)
    const types = (events.body as { items: { type: string; subject: { share_link?: string } }[] }).items
      .filter(({ subject }) => subject.share_link === link.id)
      .map(({ type }) => type)
    expect(types).toEqual(['share_link.created', 'share_link.updated', 'share_link.deleted'])
    const audit = await callRest(t, cast.admin, 'GET', `${path}/audit-events`)
    expect(JSON.stringify([events.body, audit.body])).not.toContain(keyIn(link))
    expect(JSON.stringify((await callRest(t, cast.read, 'GET', `${path}/events`)).body)).not.toContain(
      link.id,
    )
  })
})

it('the REST API answers at the Location of a new share link, and once per idempotency key', async () => {
  const path = `/orgs/${cast.organization.id}/sites/${siteId}/share-links`
  const create = () =>
    callRest(t, cast.create, 'POST', path, {
      body: { name: 'Partners' },
      headers: { 'idempotency-key': 'once' },
    })
  const [first, second] = [await create(), await create()]
  expect(first.status).toBe(201)
  expect(second.body).toEqual(first.body)
  const location = first.headers.get('location') ?? ''
  expect((await callRest(t, cast.create, 'GET', location.slice(`${t.origin}/v1`.length))).body).toEqual(
    first.body,
  )
  expect(await t.db.database.prisma.shareLink.count({ where: { siteId } })).toBe(1)
})
