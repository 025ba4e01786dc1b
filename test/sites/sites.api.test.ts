import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { siteFeatures } from '../../src/modules/sites/features.ts'
import { sitesApis } from '../support/apis-sites.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { queried } from '../support/graphql-request.ts'
import { done, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let people: People
let cast: Company
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
})
afterAll(() => t.close())

const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

describe.each(sitesApis)('sites by $name', ({ name, enter }) => {
  const as = (who: keyof People) => enter(t, cast[who])
  const org = () => cast.organization.id
  const create = (input?: object) => done(as('create').create(org(), { ...input }))
  const restSite = async (siteId: string, who: keyof People = 'admin') =>
    (await callRest(t, cast[who], 'GET', `/orgs/${org()}/sites/${siteId}`)).body as Record<string, unknown>

  it('are created unpublished, with defaults', async () => {
    const site = await create()
    expect(site).toMatchObject({
      type: 'basic',
      title: 'Untitled',
      visibility: 'public',
      published: false,
      adaptiveContent: { enabled: false },
      agentsContext: 'included',
      urls: {
        location: `${t.origin}/v1/orgs/${org()}/sites/${site.id}`,
        app: `${t.origin}/app/sites/${site.id}`,
      },
      permissions: { view: true, edit: true, delete: true, publish: true, admin: false },
    })
    expect(site.urls).not.toHaveProperty('published')
    expect(await restSite(site.id)).toMatchObject({
      object: 'site',
      siteSpaces: 0,
      features: siteFeatures.map(({ id }) => ({
        id,
        plan: 'basic',
        frozen: false,
      })),
    })
  })

  it('have a name in their address that no other has, except where the address must not be guessed', async () => {
    const titles = ['Docs', 'Docs', 'Ünï_code 1.0', '製品 ガイド', '***', 'sit_00']
    const names: (string | undefined)[] = []
    for (const title of titles) names.push((await create({ title })).basename)
    expect(names).toEqual(['docs', 'docs-1', 'uni-code-1-0', '製品-ガイド', 'docs-2', 'sit-00'])
    expect(await create({ title: 'Docs', visibility: 'unlisted' })).not.toHaveProperty('basename')
    const long = await Promise.all([1, 2, 3].map(() => create({ title: 'x'.repeat(120) })))
    expect(new Set(long.map(({ basename }) => basename)).size).toBe(3)
    expect(long.map(({ basename }) => basename?.length)).toEqual([100, 100, 100])
  })

  it('are created with spaces, or with a new space', async () => {
    const other = await t.build.buildSpace({ organizationId: org(), title: 'Guide' })
    const site = await create({ spaces: [cast.space.id, other.id], type: 'premium', visibility: 'unlisted' })
    expect(site).toMatchObject({ type: 'premium', visibility: 'unlisted' })
    const rows = await t.db.database.prisma.siteSpace.findMany({
      where: { siteId: site.id },
      orderBy: { orderKey: 'asc' },
    })
    expect(rows.map(({ spaceId, path, isDefault }) => [spaceId, path, isDefault])).toEqual([
      [cast.space.id, 'guide', true],
      [other.id, 'guide-1', false],
    ])
    expect(await restSite(site.id)).toMatchObject({ siteSpaces: 2 })

    for (const [kind, pages] of [
      ['empty', 0],
      ['sample', 2],
    ] as const) {
      const made = await create({
        title: 'Manual',
        ...(name === 'rest' ? { spaces: kind } : { newSpace: kind }),
      })
      const [row] = await t.db.database.prisma.siteSpace.findMany({ where: { siteId: made.id } })
      const content = await callRest(t, cast.create, 'GET', `/spaces/${row?.spaceId}/content/pages`)
      expect((content.body as { pages: object[] }).pages).toHaveLength(pages)
      expect(row?.path).toBe('manual')
    }
  })

  it('take only spaces of the organization on which the caller has the role create', async () => {
    const foreign = await t.build.buildSpace()
    await refused(as('create').create(org(), { spaces: [foreign.id] }), 400)
    await refused(as('create').create(org(), { spaces: ['spc_none'] }), 400)
    const held = await t.build.buildSpace({ organizationId: org(), defaultLevel: 'read' })
    await refused(as('create').create(org(), { spaces: [held.id] }), 403)
    const hidden = await t.build.buildSpace({ organizationId: org(), defaultLevel: null })
    await refused(as('create').create(org(), { spaces: [hidden.id] }), 400)
    expect((await done(as('create').list(org()))).items).toEqual([])
  })

  it('are listed by space, title, publication and type', async () => {
    const first = await create({ title: 'Handbook', spaces: [cast.space.id] })
    const second = await create({ title: 'API hándbook', type: 'ultimate' })
    const third = await create({ title: 'Blog', type: 'legacy-basic' })
    await done(as('create').publish(org(), third.id))
    const list = async (query: object) => ids(await done(as('read').list(org(), { ...query })))
    expect(await list({})).toEqual([first.id, second.id, third.id])
    expect(await list({ title: 'HANDBOOK' })).toEqual([first.id, second.id])
    expect(await list({ title: '%' })).toEqual([])
    expect(await list({ published: true })).toEqual([third.id])
    expect(await list({ published: false })).toEqual([first.id, second.id])
    expect(await list({ type: ['ultimate', 'legacy-basic'] })).toEqual([second.id, third.id])
    expect(await list({ space: cast.space.id })).toEqual([first.id])
    expect(ids(await done(as('read').listOfSpace(cast.space.id)))).toEqual([first.id])
    const page = await done(as('read').list(org(), { limit: 2 }))
    expect(ids(page)).toEqual([first.id, second.id])
    expect(ids(await done(as('read').list(org(), { limit: 2, cursor: page.next ?? '' })))).toEqual([third.id])
    await t.db.database.prisma.space.update({ where: { id: cast.space.id }, data: { defaultLevel: null } })
    expect(await list({ space: cast.space.id })).toEqual([])
    expect(await restSite(first.id, 'read')).toMatchObject({ siteSpaces: 0 })
    expect(await restSite(first.id, 'admin')).toMatchObject({ siteSpaces: 1 })
  })

  it('are invisible to guests and strangers', async () => {
    const { id } = await create()
    expect(ids(await done(as('guest').list(org())))).toEqual([])
    await refused(as('stranger').list(org()), 404)
    for (const who of ['guest', 'stranger'] as const) await refused(as(who).get(org(), id), 404)
    await refused(enter(t, null).get(org(), id), 401)
  })

  it('are updated field by field', async () => {
    const { id } = await create({ title: 'Handbook' })
    const update = (input: object, who: keyof People = 'create') => as(who).update(org(), id, { ...input })
    expect(
      await done(
        update({
          title: 'Docs',
          visibility: 'share-link',
          basename: 'docs',
          agentsContext: 'excluded',
          adaptiveContent: { enabled: true },
          icon: { emoji: '📘' },
          proxy: 'acme.example/docs',
        }),
      ),
    ).toMatchObject({
      title: 'Docs',
      visibility: 'share-link',
      basename: 'docs',
      agentsContext: 'excluded',
      adaptiveContent: { enabled: true },
      icon: { emoji: '📘' },
      proxy: { origin: 'acme.example/docs', target: `${t.origin}/sites/${org()}/docs` },
    })
    await refused(update({ hostname: 'docs.acme.example' }), 403)
    const named = await done(update({ hostname: 'docs.acme.example' }, 'admin'))
    expect(named).toMatchObject({ hostname: 'docs.acme.example', title: 'Docs' })
    const cleared = await done(update({ hostname: null, proxy: null, icon: null }, 'admin'))
    for (const field of ['hostname', 'proxy', 'icon']) expect(cleared).not.toHaveProperty(field)
    await refused(update({ title: 'Mine' }, 'review'), 403)
  })

  it('refuse invalid fields and addresses that are taken', async () => {
    const [one, two] = [await create(), await create()]
    const update = (id: string, input: object) => as('admin').update(org(), id, { ...input })
    const invalid = [
      { title: 'x' },
      { title: 'x'.repeat(129) },
      { basename: '' },
      { basename: 'a/b' },
      { basename: 'x'.repeat(101) },
      { basename: two.id },
      { hostname: 'acme.example' },
      { hostname: `${'a.'.repeat(256)}example` },
      { hostname: '-a.acme.example' },
      { proxy: 'acme.example' },
      { proxy: 'acme.example/' },
      { proxy: 'acme/docs' },
      { icon: { emoji: '📘', icon: { light: 'https://a.example/l', dark: 'https://a.example/d' } } },
      { icon: { icon: { light: 'javascript:alert(1)', dark: 'https://a.example/d' } } },
      { defaultSiteSpace: 'sps_none' },
      { defaultSiteSection: 'sec_none' },
    ]
    for (const input of invalid) await refused(update(one.id, input), 400)
    for (const input of [{ title: 'xy' }, { title: 'x'.repeat(128) }, { basename: 'x' }]) {
      await done(update(one.id, input))
    }
    const taken = { basename: `docs-${one.id}`, hostname: `${one.id.slice(4).toLowerCase()}.acme.example` }
    await done(update(one.id, taken))
    await refused(update(two.id, { basename: taken.basename }), 409)
    await refused(update(two.id, { hostname: taken.hostname }), 409)
    const elsewhere = await done(enter(t, cast.stranger).create(await organizationOf(cast.stranger.user.id)))
    await done(
      enter(t, cast.stranger).update(await organizationOf(cast.stranger.user.id), elsewhere.id, {
        basename: taken.basename,
      }),
    )
  })

  const organizationOf = async (userId: string) =>
    (await t.db.database.prisma.member.findFirstOrThrow({ where: { userId } })).organizationId

  it('have an address while they are published', async () => {
    const { id } = await create({ title: 'Tips & Tricks' })
    const publish = async () => (await done(as('create').publish(org(), id))).urls.published
    expect(await publish()).toBe(`${t.origin}/sites/${org()}/tips-tricks/`)
    await done(as('admin').update(org(), id, { basename: 'hand-book' }))
    const hostname = `acme-${org().slice(-6)}`
    await t.db.database.prisma.organization.update({ where: { id: org() }, data: { hostname } })
    expect(await publish()).toBe(`${t.origin}/sites/${hostname}/hand-book/`)
    const own = `${id.slice(4).toLowerCase()}.acme.example`
    await done(as('admin').update(org(), id, { hostname: own }))
    expect(await publish()).toBe(`https://${own}/`)
    await done(as('admin').update(org(), id, { proxy: 'acme.example/docs' }))
    expect(await publish()).toBe('https://acme.example/docs/')
    const off = await done(as('create').unpublish(org(), id))
    expect(off).toMatchObject({ published: false })
    expect(off.urls).not.toHaveProperty('published')
    await refused(as('review').publish(org(), id), 403)
  })

  it('record what happens to them, for members', async () => {
    const { id } = await create()
    await done(as('create').publish(org(), id))
    await done(as('create').publish(org(), id))
    await done(as('create').unpublish(org(), id))
    await done(as('create').delete(org(), id))
    await done(as('create').delete(org(), id))
    await refused(as('read').delete(org(), id), 404)
    const events = async (who: keyof People) => {
      const { body } = await callRest(t, cast[who], 'GET', `/orgs/${org()}/events`)
      const { items } = body as { items: { type: string; subject: { site?: string } }[] }
      return items.filter(({ subject }) => subject.site === id).map(({ type }) => type)
    }
    const all = ['site.created', 'site.published', 'site.unpublished', 'site.deleted']
    expect(await events('read')).toEqual(all)
    expect(await events('guest')).toEqual([])
    const { body } = await callRest(t, cast.admin, 'GET', `/orgs/${org()}/audit-events`)
    expect((body as { items: { action: string }[] }).items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(all),
    )
  })

  it('are the default content of their organization until they are deleted', async () => {
    const { id } = await create()
    const settings = `/orgs/${org()}`
    const choose = (site: string) =>
      callRest(t, cast.admin, 'PATCH', settings, { body: { defaultContent: { type: 'site', site } } })
    const shown = async (who: keyof People) =>
      ((await callRest(t, cast[who], 'GET', settings)).body as { defaultContent?: object }).defaultContent
    const foreign = await t.db.database.prisma.site.create({
      data: { id: newId('Site'), organizationId: (await t.build.buildOrganization()).id, title: 'Theirs' },
    })
    expect((await choose(foreign.id)).status).toBe(400)
    expect((await choose(id)).status).toBe(200)
    expect(await shown('read')).toEqual({ type: 'site', site: id })
    expect(await shown('guest')).toBeUndefined()
    const query = 'query($id: ID!) { organization(id: $id) { defaultContent { siteId } } }'
    expect(await queried(t, cast.guest, query, { id: org() })).toEqual({
      organization: { defaultContent: null },
    })
    await done(as('create').delete(org(), id))
    expect(await shown('read')).toBeUndefined()
  })

  it('are changed only at the expected version', async () => {
    const { id } = await create()
    if (name === 'rest') {
      const path = `/orgs/${org()}/sites/${id}`
      const { headers } = await callRest(t, cast.create, 'GET', path)
      const etag = headers.get('etag') ?? ''
      const patch = (title: string) =>
        callRest(t, cast.create, 'PATCH', path, { body: { title }, headers: { 'if-match': etag } })
      expect((await patch('First')).status).toBe(200)
      expect((await patch('Second')).status).toBe(412)
      return
    }
    const update = `mutation($input: UpdateSiteInput!) { updateSite(input: $input) { site { version } } }`
    const input = { siteId: id, title: 'First', expectedVersion: 1 }
    expect(await queried(t, cast.create, update, { input })).toEqual({ updateSite: { site: { version: 2 } } })
    const node = await queried(t, cast.read, 'query($id: ID!) { node(id: $id) { ... on Site { title } } }', {
      id,
    })
    expect(node).toEqual({ node: { title: 'First' } })
  })
})
