import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let people: People
let cast: Company
let spaceId: string
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  spaceId = (await t.build.buildSpace({ organizationId: org(), title: 'Guide' })).id
})
afterAll(() => t.close())

type Who = { token: string }
const org = () => cast.organization.id
const ask = async <Body = Record<string, unknown>>(method: string, path: string, body?: object) => {
  const answer = await callRest(t, cast.admin, method, path, body ? { body } : {})
  expect(answer.status, answer.trace).toBeLessThan(300)
  return answer.body as Body
}

/** A published site with one space, and its address. */
async function publish(visibility: string, spaces = [spaceId]): Promise<{ path: string; url: string }> {
  const sites = `/orgs/${org()}/sites`
  const { id } = await ask<{ id: string }>('POST', sites, { visibility, spaces })
  const { urls } = await ask<{ urls: { published: string } }>('POST', `${sites}/${id}/publish`)
  return { path: `${sites}/${id}`, url: urls.published }
}

async function share(path: string): Promise<string> {
  const link = await ask<{ urls: { published: string } }>('POST', `${path}/share-links`, { name: 'Link' })
  return new URL(link.urls.published).searchParams.get('shareKey') ?? ''
}

/** How a space is published, as one API shows it. */
interface Face {
  visibility: string
  visitorAuth?: { backend: string }
  published?: string
  public?: string
}
interface Shown extends Omit<Face, 'published' | 'public'> {
  urls: Pick<Face, 'published' | 'public'>
}

const faceOf = ({ visibility, visitorAuth, urls }: Shown): Face =>
  Object.fromEntries(
    Object.entries({ visibility, visitorAuth, published: urls.published, public: urls.public }).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  ) as unknown as Face

const FIELDS = 'visibility visitorAuth { backend } urls { published public }'
const apis = [
  {
    name: 'rest',
    face: async (who: Who, shareKey?: string) =>
      faceOf((await callRest(t, who, 'GET', `/spaces/${spaceId}`, { query: { shareKey } })).body as Shown),
    revision: async (who: Who, id: string) =>
      ((await callRest(t, who, 'GET', `/spaces/${spaceId}/revisions/${id}`)).body as Shown).urls,
  },
  {
    name: 'graphql',
    face: async (who: Who, shareKey?: string) => {
      const query = `query($id: ID!, $shareKey: String) { space(id: $id, shareKey: $shareKey) { ${FIELDS} } }`
      const { space } = await queried<{ space: Shown }>(t, who, query, { id: spaceId, shareKey })
      return faceOf({ ...space, visibility: space.visibility.toLowerCase().replaceAll('_', '-') })
    },
    revision: async (who: Who, id: string) => {
      const query = `query($id: ID!) { node(id: $id) { ... on Revision { urls { app published public } } } }`
      const { node } = await queried<{ node: Shown }>(t, who, query, { id })
      return Object.fromEntries(Object.entries(node.urls).filter(([, url]) => url !== null))
    },
  },
]

describe.each(apis)('the publication of a space by $name', ({ face, revision }) => {
  it('is that of the widest published site', async () => {
    expect(await face(cast.read)).toEqual({ visibility: 'private' })
    const auth = await publish('visitor-auth')
    expect(await face(cast.read)).toEqual({
      visibility: 'visitor-auth',
      visitorAuth: { backend: 'custom' },
      published: auth.url,
    })
    const unlisted = await publish('unlisted')
    expect(await face(cast.read)).toEqual({ visibility: 'unlisted', published: unlisted.url })
    const open = await publish('public')
    expect(await face(cast.read)).toEqual({ visibility: 'public', published: open.url, public: open.url })
    await ask('POST', `${open.path}/unpublish`)
    expect(await face(cast.read)).toEqual({ visibility: 'unlisted', published: unlisted.url })
    await ask('DELETE', unlisted.path)
    expect((await face(cast.read)).visibility).toBe('visitor-auth')
    await callRest(t, cast.admin, 'DELETE', `/spaces/${spaceId}`)
    expect(await face(cast.admin)).toEqual({ visibility: 'private' })
  })

  it('has the address of the site space, with a share key where it opens the site', async () => {
    const other = await t.build.buildSpace({ organizationId: org(), title: 'Other' })
    const shared = await publish('share-link', [other.id, spaceId])
    const key = await share(shared.path)
    const published = `${shared.url}guide/`
    expect(await face(cast.read)).toEqual({ visibility: 'share-link', published })
    expect(await face(cast.read, 'wrong')).toEqual({ visibility: 'share-link', published })
    const withKey = `${published}?shareKey=${key}`
    expect(await face(cast.read, key)).toEqual({ visibility: 'share-link', published: withKey })
    await publish('public')
    expect(await face(cast.read, key)).toMatchObject({ visibility: 'public', published: withKey })
  })

  it('is hidden from guests and from tokens that cannot read sites, unless it is public', async () => {
    await t.build.buildGrant('read', { userId: cast.guest.user.id }, { spaceId }, org())
    const limited = await t.build.buildToken({ userId: cast.read.user.id, scopes: ['space:read'] })
    await publish('unlisted')
    for (const who of [cast.guest, limited]) expect(await face(who)).toEqual({ visibility: 'private' })
    const hidden = await publish('public')
    const { items } = await ask<{ items: { id: string }[] }>('GET', `${hidden.path}/site-spaces`)
    const condition = 'visitor.claims.beta'
    await ask('PATCH', `${hidden.path}/site-spaces/${items[0]?.id}`, { condition })
    for (const who of [cast.guest, limited]) expect(await face(who)).toEqual({ visibility: 'private' })
    const open = await publish('public')
    for (const who of [cast.guest, limited]) {
      expect(await face(who)).toEqual({ visibility: 'public', published: open.url, public: open.url })
    }
  })

  it('is that of the current revision of main content', async () => {
    const { revisionId } = await t.db.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const { url } = await publish('public')
    expect(await revision(cast.read, revisionId)).toMatchObject({ published: url, public: url })
    await ask('PATCH', `/spaces/${spaceId}`, { editMode: 'live' })
    const document = { markdown: 'Hello' }
    const changes = [{ operation: 'insert_page', title: 'Hello', document }]
    await ask('POST', `/spaces/${spaceId}/content`, { changes })
    expect(Object.keys(await revision(cast.read, revisionId))).toEqual(['app'])
  })
})

it('the publication of a space is read with one statement for all spaces of a list, and shown in a structure', async () => {
  const many = await Promise.all(
    Array.from({ length: 20 }, () => t.build.buildSpace({ organizationId: org() })),
  )
  const { path, url } = await publish('share-link', [spaceId, ...many.map(({ id }) => id)])
  const key = await share(path)
  const count = async (limit: number) => {
    t.db.statements.length = 0
    const { body } = await callRest(t, cast.read, 'GET', `/orgs/${org()}/spaces`, { query: { limit } })
    expect((body as { items: Shown[] }).items).toHaveLength(limit)
    return t.db.statements.filter(({ text }) => text.includes('"SiteSpace"')).length
  }
  expect([await count(2), await count(20)]).toEqual([1, 1])
  const { structure } = (
    await callRest(t, cast.read, 'GET', `${path}/structure`, { query: { shareKey: key } })
  ).body as { structure: { urls: object; space: Shown }[] }
  const published = `${url}?shareKey=${key}`
  expect(structure[0]).toMatchObject({ urls: { published }, space: { urls: { published } } })
})

it('the publication of a space has the key of a share link in the addresses of sections', async () => {
  const { path, url } = await publish('share-link')
  const key = await share(path)
  await ask('POST', `${path}/sections`, { spaceId: (await t.build.buildSpace({ organizationId: org() })).id })
  const { body } = await callRest(t, cast.read, 'GET', `${path}/sections`, { query: { shareKey: key } })
  expect((body as { items: Shown[] }).items[0]?.urls.published).toBe(`${url}?shareKey=${key}`)
  const query = `query($id: ID!, $key: String) { site(id: $id) { sections { nodes { urls { published(shareKey: $key) } } } } }`
  const id = path.split('/').at(-1)
  const { site } = await queried<{ site: { sections: { nodes: Shown[] } } }>(t, cast.read, query, { id, key })
  expect(site.sections.nodes[0]?.urls.published).toBe(`${url}?shareKey=${key}`)
})
