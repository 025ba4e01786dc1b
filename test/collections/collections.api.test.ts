import { beforeEach, describe, expect, it } from 'vitest'
import { atCollection, atSpace, placesApis } from '../support/apis-places.ts'
import { appForFile } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { queried } from '../support/graphql-request.ts'
import { done, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const people = await buildPeople(t)
let cast: Company
beforeEach(async () => {
  cast = await foundCompany(t, people)
})

const everyone = ['guest', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const
const titles = (listed: { items: { title: string }[] }) => listed.items.map(({ title }) => title)

describe.each(placesApis)('collections by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who])

  it('are not found without a token, by strangers and by guests', async () => {
    const { id } = await t.build.buildCollection({ organizationId: cast.organization.id })
    await refused(enter(t, null).getCollection(id), 401)
    for (const who of ['stranger', 'guest'] as const) {
      await refused(as(who).getCollection(id), 404)
      await refused(as(who).updateCollection(id, { title: 'Mine' }), 404)
      await refused(as(who).moveCollection(id, { parent: null }), 404)
      await refused(as(who).deleteCollection(id), 404)
      await refused(as(who).spacesOf(id), 404)
      await refused(as(who).transferCollection(id, cast.organization.id), 404)
    }
    await refused(as('stranger').listCollections(cast.organization.id), 404)
    await refused(as('stranger').createCollection(cast.organization.id), 404)
    expect((await done(as('guest').listCollections(cast.organization.id))).items).toEqual([])
  })

  it('have permissions that match what each role can do', async () => {
    for (const who of everyone.slice(1)) {
      const { id } = await t.build.buildCollection({ organizationId: cast.organization.id })
      const manages = who === 'create' || who === 'admin'
      const { permissions } = await done(as(who).getCollection(id))
      expect(permissions).toEqual({
        view: true,
        admin: who === 'admin',
        manage: manages,
        delete: manages,
        move: manages,
        transfer: manages,
        viewInviteLinks: who === 'admin',
        create: manages,
      })
      const attempts = [
        () => as(who).createCollection(cast.organization.id, { parent: id }),
        () => as(who).createCollection(cast.organization.id),
        () => as(who).updateCollection(id, { title: 'Renamed' }),
        () => as(who).moveCollection(id, { parent: null }),
      ]
      for (const attempt of attempts) await (manages ? done<unknown>(attempt()) : refused(attempt(), 403))
      if (!manages) await refused(as(who).deleteCollection(id), 403)
    }
  })

  it('have defaults, and are created where requested', async () => {
    const top = await done(as('create').createCollection(cast.organization.id))
    expect(top).toMatchObject({
      title: 'Untitled',
      organization: cast.organization.id,
      defaultLevel: 'inherit',
    })
    expect(top).not.toHaveProperty('parent')
    expect(top.location).toBe(`${t.origin}/v1/collections/${top.id}`)
    const inside = await done(
      as('create').createCollection(cast.organization.id, { title: 'Inside', parent: top.id }),
    )
    expect(inside.parent).toBe(top.id)
    expect(await done(as('read').getCollection(inside.id))).toMatchObject({ parent: top.id, title: 'Inside' })
  })

  it('lists all of them, or only those at the top by position', async () => {
    const organizationId = cast.organization.id
    const a = await done(as('create').createCollection(organizationId, { title: 'A' }))
    await done(as('create').createCollection(organizationId, { title: 'A1', parent: a.id }))
    const b = await done(as('create').createCollection(organizationId, { title: 'B' }))
    await done(as('create').moveCollection(b.id, { position: { before: atCollection(a.id) } }))
    expect(titles(await done(as('read').listCollections(organizationId)))).toEqual(['A', 'A1', 'B'])
    expect(titles(await done(as('read').listCollections(organizationId, { nested: false })))).toEqual([
      'B',
      'A',
    ])
    const first = await done(as('read').listCollections(organizationId, { nested: false, limit: 1 }))
    const cursor = first.next ?? ''
    expect(titles(await done(as('read').listCollections(organizationId, { nested: false, cursor })))).toEqual(
      ['A'],
    )
    await refused(as('read').listCollections(organizationId, { nested: true, cursor }), 400)
  })

  it('accept titles and descriptions up to their limits', async () => {
    const organizationId = cast.organization.id
    const { id } = await done(as('create').createCollection(organizationId, { title: 'x'.repeat(50) }))
    await refused(as('create').createCollection(organizationId, { title: 'x'.repeat(51) }), 400)
    await refused(as('create').updateCollection(id, { title: '' }), 400)
    await done(as('create').updateCollection(id, { description: 'd'.repeat(100) }))
    await refused(as('create').updateCollection(id, { description: 'd'.repeat(101) }), 400)
    const cleared = await done(as('create').updateCollection(id, { description: null }))
    expect(cleared).not.toHaveProperty('description')
    expect(cleared.title).toBe('x'.repeat(50))
    await refused(as('create').updateCollection(id, { defaultLevel: 'owner' }), 400)
  })

  it('a level reaches everything below that inherits, and null hides it from members', async () => {
    const organizationId = cast.organization.id
    const top = await t.build.buildCollection({ organizationId })
    const inner = await t.build.buildCollection({ organizationId, parentId: top.id })
    const space = await t.build.buildSpace({ organizationId, parentId: inner.id })
    expect((await done(as('admin').updateCollection(top.id, { defaultLevel: null }))).defaultLevel).toBeNull()
    await refused(as('edit').getCollection(inner.id), 404)
    await refused(as('edit').getSpace(space.id), 404)
    await done(as('admin').updateCollection(top.id, { defaultLevel: 'comment' }))
    expect((await done(as('create').getSpace(space.id))).permissions).toMatchObject({
      comment: true,
      edit: false,
    })
    await done(as('admin').updateCollection(top.id, { defaultLevel: 'inherit' }))
    expect((await done(as('create').getSpace(space.id))).permissions).toMatchObject({ edit: true })
  })

  it('cannot get a level above the role of the caller', async () => {
    const { id } = await t.build.buildCollection({ organizationId: cast.organization.id })
    await refused(as('create').updateCollection(id, { defaultLevel: 'admin' }), 403)
    await refused(as('create').updateSpace(cast.space.id, { defaultLevel: 'admin' }), 403)
    await done(as('create').updateCollection(id, { defaultLevel: 'create' }))
    await done(as('admin').updateSpace(cast.space.id, { defaultLevel: 'admin' }))
  })

  it('cannot be changed so that the caller loses access', async () => {
    const { id } = await t.build.buildCollection({ organizationId: cast.organization.id })
    await refused(as('create').updateCollection(id, { defaultLevel: null }), 409)
    expect((await done(as('create').getCollection(id))).defaultLevel).toBe('inherit')
  })

  it('return their parent only to users who can see it', async () => {
    const organizationId = cast.organization.id
    const hidden = await t.build.buildCollection({ organizationId, defaultLevel: null })
    const shown = await t.build.buildCollection({ organizationId, parentId: hidden.id, defaultLevel: 'read' })
    expect(await done(as('edit').getCollection(shown.id))).not.toHaveProperty('parent')
    expect((await done(as('admin').getCollection(shown.id))).parent).toBe(hidden.id)
  })

  it('is deleted when it is empty, and once', async () => {
    const organizationId = cast.organization.id
    const top = await t.build.buildCollection({ organizationId })
    const inner = await t.build.buildCollection({ organizationId, parentId: top.id })
    const space = await t.build.buildSpace({ organizationId, parentId: inner.id })
    await refused(as('create').deleteCollection(top.id), 409)
    await refused(as('create').deleteCollection(inner.id), 409)
    await done(as('create').deleteSpace(space.id))
    await done(as('create').deleteCollection(inner.id))
    await refused(as('create').getCollection(inner.id), 404)
    await done(as('create').deleteCollection(inner.id))
    await refused(as('edit').deleteCollection(inner.id), 404)
    await refused(as('stranger').deleteCollection(inner.id), 404)
    await refused(as('admin').deleteCollection('col_nothing'), 404)
    // Its deleted space is restored one level higher.
    expect((await done(as('create').restoreSpace(space.id))).parent).toBe(top.id)
  })

  it('moves among its siblings, spaces and collections in one order', async () => {
    const organizationId = cast.organization.id
    const { id: parent } = await done(as('create').createCollection(organizationId))
    const space = async (title: string) =>
      (await done(as('create').createSpace(organizationId, { title, parent }))).id
    const collection = async (title: string) =>
      (await done(as('create').createCollection(organizationId, { title, parent }))).id
    const [a, b, c, d] = [await space('a'), await collection('b'), await space('c'), await collection('d')]
    const order = async () => {
      const spaces = (await done(as('read').spacesOf(parent))).items
      const { items } = await done(as('read').listCollections(organizationId))
      return [...spaces, ...items.filter((each) => each.parent === parent)]
        .sort((x, y) => (x.position < y.position ? -1 : 1))
        .map(({ title }) => title)
        .join('')
    }
    expect(await order()).toBe('abcd')
    await done(as('create').moveCollection(d, { position: { before: atSpace(a) } }))
    expect(await order()).toBe('dabc')
    await done(as('create').moveSpace(a, { position: { after: atCollection(b) } }))
    expect(await order()).toBe('dbac')
    await done(as('create').moveCollection(d, { parent, position: {} }))
    expect(await order()).toBe('bacd')
    await done(as('create').moveSpace(c, { position: { before: atCollection(b) } }))
    expect(await order()).toBe('cbad')
    // At the ends of the list.
    await done(as('create').moveSpace(a, { position: { after: atCollection(d) } }))
    expect(await order()).toBe('cbda')
  })

  it('makes room among siblings that share a key', async () => {
    const organizationId = cast.organization.id
    const { id: parentId } = await t.build.buildCollection({ organizationId })
    const ids: string[] = []
    for (const title of ['a', 'b', 'c']) {
      ids.push((await t.build.buildSpace({ organizationId, parentId, title })).id)
    }
    const [a = '', b = '', c = ''] = ids
    await done(as('create').moveSpace(c, { position: { before: atSpace(b) } }))
    expect(titles(await done(as('read').spacesOf(parentId)))).toEqual(['a', 'c', 'b'])
    await done(as('create').moveSpace(b, { position: { before: atSpace(a) } }))
    expect(titles(await done(as('read').spacesOf(parentId)))).toEqual(['b', 'a', 'c'])
  })

  it('refuses positions and parents that make no sense, and moves nothing', async () => {
    const organizationId = cast.organization.id
    const mine = () => t.build.buildCollection({ organizationId })
    const [a, b] = [await mine(), await mine()]
    const inner = await t.build.buildCollection({ organizationId, parentId: a.id })
    const foreign = await t.build.buildCollection()
    const elsewhere = await t.build.buildSpace()
    const gone = await t.build.buildSpace({ organizationId, deletedAt: t.clock.now() })
    const hidden = await t.build.buildSpace({ organizationId, defaultLevel: null })
    const before = await t.db.database.prisma.collection.findMany({ orderBy: { id: 'asc' } })
    const move = (to: Parameters<ReturnType<typeof as>['moveCollection']>[1]) =>
      as('create').moveCollection(a.id, to)
    await refused(move({ parent: a.id }), 409)
    await refused(move({ parent: inner.id }), 409)
    await refused(move({ parent: foreign.id }), 404)
    await refused(move({ parent: 'col_nothing' }), 404)
    await refused(move({ position: { before: atCollection(inner.id) } }), 400)
    await refused(move({ position: { before: atCollection(a.id) } }), 400)
    await refused(move({ position: { after: atSpace(elsewhere.id) } }), 400)
    await refused(move({ position: { after: atSpace(gone.id) } }), 400)
    await refused(move({ position: { after: atSpace(hidden.id) } }), 400)
    await refused(move({ position: { after: { type: 'space', collection: b.id } } }), 400)
    await refused(move({ position: { after: atCollection(b.id), before: atSpace(cast.space.id) } }), 400)
    expect(await t.db.database.prisma.collection.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })

  it('rejects a parent of another organization, also for a member of both', async () => {
    const other = await t.build.buildOrganization()
    await t.build.buildMember({ organizationId: other.id, userId: cast.create.user.id, role: 'create' })
    const theirs = await t.build.buildCollection({ organizationId: other.id })
    const ours = await t.build.buildCollection({ organizationId: cast.organization.id })
    await refused(as('create').moveCollection(ours.id, { parent: theirs.id }), 400)
    await refused(as('create').createCollection(cast.organization.id, { parent: theirs.id }), 400)
    await refused(as('create').createSpace(cast.organization.id, { parent: theirs.id }), 400)
    await refused(as('create').moveSpace(cast.space.id, { parent: theirs.id }), 400)
  })

  it('moving into a place takes the role create there', async () => {
    const organizationId = cast.organization.id
    const open = await t.build.buildCollection({ organizationId })
    const closed = await t.build.buildCollection({ organizationId, defaultLevel: 'read' })
    await refused(as('create').moveCollection(open.id, { parent: closed.id }), 403)
    await t.build.buildGrant(
      'create',
      { userId: cast.create.user.id },
      { collectionId: closed.id },
      organizationId,
    )
    expect((await done(as('create').moveCollection(open.id, { parent: closed.id }))).parent).toBe(closed.id)
    // A guest with a grant manages the contents of the collection, and not the top level.
    await t.build.buildGrant(
      'create',
      { userId: cast.guest.user.id },
      { collectionId: closed.id },
      organizationId,
    )
    await refused(as('guest').moveCollection(open.id, { parent: null }), 403)
    await done(as('guest').createCollection(organizationId, { parent: closed.id }))
  })

  it('is not transferred with contents that the caller cannot see or cannot transfer', async () => {
    const organizationId = cast.organization.id
    const other = await t.build.buildOrganization()
    await t.build.buildMember({ organizationId: other.id, userId: cast.create.user.id, role: 'create' })
    const top = await t.build.buildCollection({ organizationId })
    const inner = await t.build.buildCollection({ organizationId, parentId: top.id })
    for (const defaultLevel of [null, 'edit'] as const) {
      const space = await t.build.buildSpace({ organizationId, parentId: inner.id, defaultLevel })
      await refused(as('create').transferCollection(top.id, other.id), 412)
      await t.db.database.prisma.space.delete({ where: { id: space.id } })
    }
    expect(await done(as('create').transferCollection(top.id, other.id))).toMatchObject({
      organization: other.id,
    })
  })

  it('transfers the whole subtree, and leaves grants and invites behind', async () => {
    const { prisma } = t.db.database
    const organizationId = cast.organization.id
    const other = await t.build.buildOrganization()
    const top = await t.build.buildCollection({ organizationId, defaultLevel: 'edit' })
    const inner = await t.build.buildCollection({ organizationId, parentId: top.id })
    const space = await t.build.buildSpace({ organizationId, parentId: inner.id })
    const deleted = await t.build.buildSpace({ organizationId, parentId: inner.id, deletedAt: t.clock.now() })
    const grants = [{ collectionId: top.id }, { collectionId: inner.id }, { spaceId: space.id }]
    for (const on of grants)
      await t.build.buildGrant('create', { userId: cast.create.user.id }, on, organizationId)
    await prisma.invite.create({ data: { id: 'inv_x', organizationId, level: 'read', spaceId: space.id } })

    await refused(as('create').transferCollection(top.id, other.id), 404)
    await t.build.buildMember({ organizationId: other.id, userId: cast.create.user.id, role: 'edit' })
    await refused(as('create').transferCollection(top.id, other.id), 412)
    await prisma.member.updateMany({ where: { organizationId: other.id }, data: { role: 'create' } })
    await refused(as('create').transferCollection(top.id, organizationId), 409)
    await t.build.buildMember({ organizationId: other.id, userId: cast.read.user.id, role: 'create' })
    await refused(as('read').transferCollection(top.id, other.id), 412)

    const moved = await done(as('create').transferCollection(inner.id, other.id))
    expect(moved).toMatchObject({ organization: other.id, permissions: { create: true } })
    expect(moved).not.toHaveProperty('parent')
    expect((await done(as('create').getSpace(space.id))).organization).toBe(other.id)
    const rows = await prisma.space.findMany({ where: { id: { in: [space.id, deleted.id] } } })
    expect(rows.map((row) => row.organizationId)).toEqual([other.id, other.id])
    expect(await prisma.grant.count({ where: { organizationId } })).toBe(1)
    expect(await prisma.invite.count({ where: { organizationId } })).toBe(0)
    await refused(as('edit').getSpace(space.id), 404)
    const events = await prisma.event.findMany({
      where: { type: 'collection.transferred' },
      orderBy: { position: 'desc' },
      take: 2,
    })
    expect(events.map((event) => event.organizationId).sort()).toEqual([organizationId, other.id].sort())
  })

  it('every change is in the log once, and a refused one is not', async () => {
    const organizationId = cast.organization.id
    const { id } = await done(as('create').createCollection(organizationId))
    await done(as('create').updateCollection(id, { title: 'Handbook' }))
    await done(as('create').updateCollection(id, {}))
    await done(as('create').moveCollection(id, {}))
    await refused(as('create').moveCollection(id, { parent: id }), 409)
    await done(as('create').deleteCollection(id))
    await done(as('create').deleteCollection(id))
    const events = await t.db.database.prisma.event.findMany({
      where: { organizationId },
      orderBy: { position: 'asc' },
    })
    expect(events.map(({ type, subject, actorId }) => [type, subject, actorId])).toEqual(
      ['created', 'updated', 'moved', 'deleted'].map((what) => [
        `collection.${what}`,
        { collection: id },
        cast.create.user.id,
      ]),
    )
  })
})

describe('collections at the REST API', () => {
  it('lists what is right inside of one by position, as the nested connection does', async () => {
    const organizationId = cast.organization.id
    const { id: parentId } = await t.build.buildCollection({ organizationId })
    const last = await t.build.buildCollection({ organizationId, parentId, orderKey: 'b00' })
    const first = await t.build.buildCollection({ organizationId, parentId, orderKey: 'Zz' })
    await t.build.buildCollection({ organizationId, parentId: first.id })
    await t.build.buildCollection({ organizationId, parentId, defaultLevel: null })
    const { body } = await callRest(t, cast.read, 'GET', `/collections/${parentId}/collections`)
    const expected = [first.id, last.id]
    expect((body as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(expected)
    const data = await queried<{ node: { collections: { nodes: { id: string }[]; totalCount: number } } }>(
      t,
      cast.read,
      'query($id: ID!) { node(id: $id) { ... on Collection { collections { totalCount nodes { id } } } } }',
      { id: parentId },
    )
    expect(data.node.collections).toEqual({ totalCount: 2, nodes: expected.map((id) => ({ id })) })
  })

  it('answers 205, then 204', async () => {
    const { id } = await t.build.buildCollection({ organizationId: cast.organization.id })
    const statuses = [
      (await callRest(t, cast.create, 'DELETE', `/collections/${id}`)).status,
      (await callRest(t, cast.create, 'DELETE', `/collections/${id}`)).status,
    ]
    expect(statuses).toEqual([205, 204])
  })

  it('answers a creation with 201 and its address', async () => {
    const answer = await callRest(t, cast.create, 'POST', `/orgs/${cast.organization.id}/collections`)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(
      `${t.origin}/v1/collections/${(answer.body as { id: string }).id}`,
    )
  })
})
