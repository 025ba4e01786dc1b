import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atSpace, placesApis } from '../support/apis-places.ts'
import { appForFile } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { done, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const people = await buildPeople(t)
let cast: Company
beforeEach(async () => {
  cast = await foundCompany(t, people)
})
afterEach(() => {
  t.clock.now = () => new Date()
})

const DAY = 24 * 60 * 60 * 1000
const later = (ms: number) => {
  const at = new Date(Date.now() + ms)
  t.clock.now = () => at
}
const ids = (listed: { items: { id: string }[] }) => listed.items.map(({ id }) => id)
const members = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const

describe.each(placesApis)('spaces by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who])
  const typesOf = async () =>
    (
      await t.db.database.prisma.event.findMany({
        where: { organizationId: cast.organization.id },
        orderBy: { position: 'asc' },
      })
    ).map(({ type }) => type)

  it('is not found without a token, by strangers and by guests', async () => {
    const { id } = cast.space
    await refused(enter(t, null).updateSpace(id, { title: 'Mine' }), 401)
    for (const who of ['stranger', 'guest'] as const) {
      await refused(as(who).getSpace(id), 404)
      await refused(as(who).updateSpace(id, { title: 'Mine' }), 404)
      await refused(as(who).deleteSpace(id), 404)
      await refused(as(who).restoreSpace(id), 404)
      await refused(as(who).duplicateSpace(id), 404)
      await refused(as(who).moveSpace(id, { parent: null }), 404)
      await refused(as(who).transferSpace(id, cast.organization.id), 404)
    }
  })

  it('is managed from the role create up', async () => {
    const { id } = cast.space
    for (const who of members) {
      const manages = who === 'create' || who === 'admin'
      const attempts = [
        () => as(who).updateSpace(id, { title: 'Renamed' }),
        () => as(who).moveSpace(id, { parent: null }),
        () => as(who).duplicateSpace(id),
        () => as(who).createSpace(cast.organization.id),
      ]
      for (const attempt of attempts) await (manages ? done(attempt()) : refused(attempt(), 403))
      if (!manages) {
        await refused(as(who).deleteSpace(id), 403)
        await refused(as(who).restoreSpace(id), 403)
        await refused(as(who).transferSpace(id, cast.organization.id), 409)
      }
    }
  })

  it('changes its title, look, language, edit mode and level', async () => {
    const { id } = cast.space
    const change = (input: object) => done(as('create').updateSpace(id, { ...input }))
    expect(await change({ title: 'Manual', editMode: 'locked', language: 'pt-BR' })).toMatchObject({
      title: 'Manual',
      editMode: 'locked',
      language: 'pt-BR',
      emoji: '📘',
    })
    expect((await change({ icon: 'https://example.com/icon.png' })).icon).toBe('https://example.com/icon.png')
    const withEmoji = await change({ emoji: '🚀' })
    expect(withEmoji.emoji).toBe('🚀')
    expect(withEmoji).not.toHaveProperty('icon')
    expect(await change({ emoji: null })).toMatchObject({ emoji: '📘', title: 'Manual' })
    expect(await change({ language: null })).not.toHaveProperty('language')
    expect((await change({ defaultLevel: 'create' })).defaultLevel).toBe('create')
    expect((await change({ editMode: 'live' })).editMode).toBe('live')
    await refused(as('create').updateSpace(id, { defaultLevel: null }), 409)
    expect((await done(as('admin').updateSpace(id, { defaultLevel: null }))).defaultLevel).toBeNull()
    await refused(as('create').getSpace(id), 404)
  })

  it('accepts values up to their limits, and applies nothing of a rejected input', async () => {
    const { id } = cast.space
    const bad = [
      { title: 'x'.repeat(51) },
      { title: '' },
      { emoji: '😀', icon: 'https://example.com/i.png' },
      { emoji: 'no' },
      { icon: 'javascript:alert(1)' },
      { icon: `https://example.com/${'x'.repeat(2048)}` },
      { language: 'not a language' },
      { editMode: 'frozen' },
      { defaultLevel: 'owner' },
    ]
    for (const input of bad) await refused(as('create').updateSpace(id, { title: 'Changed', ...input }), 400)
    expect((await done(as('read').getSpace(id))).title).toBe('Guide')
    expect((await done(as('create').updateSpace(id, { title: 'x'.repeat(50) }))).title).toHaveLength(50)
  })

  it('is created in a collection by users who can create there', async () => {
    const organizationId = cast.organization.id
    const { id: parent } = await t.build.buildCollection({ organizationId, defaultLevel: 'read' })
    await refused(as('create').createSpace(organizationId, { parent }), 403)
    await t.build.buildGrant(
      'create',
      { userId: cast.guest.user.id },
      { collectionId: parent },
      organizationId,
    )
    const space = await done(
      as('guest').createSpace(organizationId, { parent, title: 'Ours', language: 'de' }),
    )
    expect(space).toMatchObject({ parent, title: 'Ours', language: 'de' })
    await refused(as('guest').createSpace(organizationId), 403)
    await refused(as('create').createSpace(organizationId, { parent: 'col_nothing' }), 404)
  })

  it('leaves every list when it is deleted, and only users who can restore it can read it', async () => {
    const organizationId = cast.organization.id
    const { id: parentId } = await t.build.buildCollection({ organizationId })
    const { id } = await t.build.buildSpace({ organizationId, parentId })
    const comment = await t.build.buildComment({ spaceId: id })
    await done(as('create').deleteSpace(id))

    expect(ids(await done(as('admin').listSpaces(organizationId)))).toEqual([cast.space.id])
    expect(ids(await done(as('admin').spacesOf(parentId)))).toEqual([])
    for (const who of ['read', 'comment', 'edit', 'review', 'stranger', 'guest'] as const) {
      await refused(as(who).getSpace(id), 404)
      await refused(as(who).restoreSpace(id), 404)
      await refused(as(who).deleteSpace(id), 404)
    }
    expect((await done(as('create').getSpace(id))).deletedAt).toBeDefined()
    await done(as('create').deleteSpace(id))
    await refused(as('create').updateSpace(id, { title: 'Still here' }), 404)
    await refused(as('create').moveSpace(id, { parent: null }), 404)
    await refused(as('create').duplicateSpace(id), 404)
    for (const path of ['comments', `comments/${comment.id}`, 'change-requests']) {
      expect((await callRest(t, cast.admin, 'GET', `/spaces/${id}/${path}`)).status).toBe(404)
    }
    const { errors } = await callGraphQL(
      t,
      cast.admin,
      `query($id: ID!) { space(id: $id) { comments { totalCount } changeRequests { totalCount } } }`,
      { id },
    )
    expect(errors?.[0]?.extensions.status).toBe(404)
    const { data } = await callGraphQL(t, cast.admin, `query($id: ID!) { node(id: $id) { id } }`, { id })
    expect(data).toEqual({ node: { id } })
    const hidden = await callGraphQL(t, cast.read, `query($id: ID!) { node(id: $id) { id } }`, { id })
    expect(hidden.data).toEqual({ node: null })
  })

  it('is restored to its position within 7 days', async () => {
    const organizationId = cast.organization.id
    const { id: parent } = await t.build.buildCollection({ organizationId })
    const titles = ['a', 'b', 'c']
    const made: string[] = []
    for (const title of titles)
      made.push((await done(as('create').createSpace(organizationId, { parent, title }))).id)
    const [, b = ''] = made
    await done(as('create').deleteSpace(b))
    later(7 * DAY - 60_000)
    const restored = await done(as('create').restoreSpace(b))
    expect(restored).toMatchObject({ id: b, parent })
    expect(restored).not.toHaveProperty('deletedAt')
    expect(ids(await done(as('read').spacesOf(parent)))).toEqual(made)
    await refused(as('create').restoreSpace(b), 409)
  })

  it('cannot be restored after 7 days, before the purge and after it', async () => {
    const { id } = cast.space
    await done(as('create').deleteSpace(id))
    later(7 * DAY + 60_000)
    await refused(as('admin').getSpace(id), 404)
    await refused(as('admin').restoreSpace(id), 404)
    await done(as('admin').deleteSpace(id))
    await refused(as('edit').deleteSpace(id), 404)
  })

  it('is duplicated right after itself with its content and without what people added', async () => {
    const { prisma } = t.db.database
    const organizationId = cast.organization.id
    const { id: parentId } = await t.build.buildCollection({ organizationId })
    const original = await t.build.buildSpace({
      organizationId,
      parentId,
      title: 'Manual',
      emoji: '🚀',
      editMode: 'locked',
      defaultLevel: 'create',
    })
    const last = await t.build.buildSpace({ organizationId, parentId })
    await t.build.buildChangeRequest({ spaceId: original.id })
    await t.build.buildComment({ spaceId: original.id })
    await t.build.buildGrant(
      'admin',
      { userId: cast.guest.user.id },
      { spaceId: original.id },
      organizationId,
    )
    const copy = await done(as('create').duplicateSpace(original.id))
    expect(copy).toMatchObject({
      title: 'Manual',
      emoji: '🚀',
      editMode: 'locked',
      defaultLevel: 'create',
      parent: parentId,
      organization: organizationId,
      comments: 0,
      changeRequests: 0,
    })
    expect(ids(await done(as('read').spacesOf(parentId)))).toEqual([original.id, copy.id, last.id])
    await refused(as('guest').getSpace(copy.id), 404)
    const row = await prisma.space.findUniqueOrThrow({ where: { id: copy.id }, include: { revisions: true } })
    expect(row.revisions.map(({ id }) => id)).toEqual([row.revisionId])
    expect(row.revisionId).not.toBe(original.revisionId)
    expect(await prisma.changeRequest.count({ where: { spaceId: copy.id } })).toBe(0)
  })

  it('cannot be duplicated by a guest who manages only this space', async () => {
    const organizationId = cast.organization.id
    const hidden = await t.build.buildCollection({ organizationId, defaultLevel: null })
    const inside = await t.build.buildSpace({ organizationId, parentId: hidden.id })
    for (const { id } of [cast.space, inside]) {
      await t.build.buildGrant('create', { userId: cast.guest.user.id }, { spaceId: id }, organizationId)
      await refused(as('guest').duplicateSpace(id), 403)
    }
    expect(await done(as('guest').getSpace(inside.id))).not.toHaveProperty('parent')
  })

  it('is transferred to the top of another organization, without its grants', async () => {
    const { prisma } = t.db.database
    const organizationId = cast.organization.id
    const other = await t.build.buildOrganization()
    const { id: parentId } = await t.build.buildCollection({ organizationId })
    const { id } = await t.build.buildSpace({ organizationId, parentId })
    await t.build.buildGrant('edit', { userId: cast.guest.user.id }, { spaceId: id }, organizationId)
    await refused(as('create').transferSpace(id, other.id), 404)
    await t.build.buildMember({ organizationId: other.id, userId: cast.create.user.id, role: 'review' })
    await refused(as('create').transferSpace(id, other.id), 412)
    await prisma.member.updateMany({ where: { organizationId: other.id }, data: { role: 'create' } })
    await t.build.buildMember({ organizationId: other.id, userId: cast.edit.user.id, role: 'admin' })
    await refused(as('edit').transferSpace(id, other.id), 412)
    await prisma.space.update({ where: { id }, data: { defaultLevel: null } })
    await refused(as('admin').transferSpace(id, other.id), 404)
    await prisma.space.update({ where: { id }, data: { defaultLevel: 'inherit' } })

    const moved = await done(as('create').transferSpace(id, other.id))
    expect(moved.organization).toBe(other.id)
    expect(moved).not.toHaveProperty('parent')
    await refused(as('guest').getSpace(id), 404)
    await refused(as('admin').getSpace(id), 404)
    expect(await prisma.grant.count({ where: { spaceId: id } })).toBe(0)
  })

  it('is not transferred or moved where the caller could not see it', async () => {
    const organizationId = cast.organization.id
    const other = await t.build.buildOrganization()
    await t.build.buildMember({ organizationId: other.id, userId: cast.create.user.id, role: 'create' })
    const { id: parentId } = await t.build.buildCollection({ organizationId })
    await t.build.buildGrant(
      'create',
      { userId: cast.create.user.id },
      { collectionId: parentId },
      organizationId,
    )
    const { id } = await t.build.buildSpace({ organizationId, parentId, defaultLevel: null })
    await refused(as('create').transferSpace(id, other.id), 409)
    await refused(as('create').moveSpace(id, { parent: null }), 409)
    expect(await done(as('create').getSpace(id))).toMatchObject({
      parent: parentId,
      organization: organizationId,
    })
  })

  it("a member's spaces carry that member's role, and are shown to admins and to themselves", async () => {
    const organizationId = cast.organization.id
    const userId = cast.guest.user.id
    const collection = await t.build.buildCollection({ organizationId })
    const inside = await t.build.buildSpace({ organizationId, parentId: collection.id })
    const team = await t.build.buildTeam({ organizationId }, [cast.guest.user])
    await t.build.buildSpace({ organizationId, deletedAt: t.clock.now() })
    await t.build.buildGrant('edit', { teamId: team.id }, { collectionId: collection.id }, organizationId)
    await t.build.buildGrant('comment', { userId }, { spaceId: cast.space.id }, organizationId)
    const expected = [
      { permission: 'edit', space: inside.id },
      { permission: 'comment', space: cast.space.id },
    ]
    expect((await done(as('admin').spacesOfMember(organizationId, userId))).items).toEqual(expected)
    expect((await done(as('guest').spacesOfMember(organizationId, userId))).items).toEqual(expected)
    const { items } = await done(as('admin').spacesOfMember(organizationId, userId, { order: 'asc' }))
    expect(items).toEqual([...expected].reverse())
    const mine = await done(as('read').spacesOfMember(organizationId, cast.read.user.id))
    expect(mine.items.map(({ permission }) => permission)).toEqual(['read', 'read'])
    await refused(as('create').spacesOfMember(organizationId, userId), 403)
    await refused(as('guest').spacesOfMember(organizationId, cast.read.user.id), 404)
    await refused(as('stranger').spacesOfMember(organizationId, userId), 404)
    await refused(as('admin').spacesOfMember(organizationId, cast.stranger.user.id), 404)
  })

  it('every change is in the log once, and a refused one is not', async () => {
    const organizationId = cast.organization.id
    const { id } = await done(as('create').createSpace(organizationId))
    await done(as('create').updateSpace(id, { title: 'Manual' }))
    await done(as('create').updateSpace(id, {}))
    await done(as('create').moveSpace(id, { position: { before: atSpace(cast.space.id) } }))
    await refused(as('create').moveSpace(id, { position: { before: atSpace(id) } }), 400)
    await done(as('create').duplicateSpace(id))
    await done(as('create').deleteSpace(id))
    await done(as('create').deleteSpace(id))
    await done(as('create').restoreSpace(id))
    expect(await typesOf()).toEqual(
      ['created', 'updated', 'moved', 'duplicated', 'deleted', 'restored'].map((what) => `space.${what}`),
    )
  })
})

describe('spaces at the REST API', () => {
  it('answers a deletion with 205, then 204', async () => {
    const statuses = [
      (await callRest(t, cast.create, 'DELETE', `/spaces/${cast.space.id}`)).status,
      (await callRest(t, cast.create, 'DELETE', `/spaces/${cast.space.id}`)).status,
    ]
    expect(statuses).toEqual([205, 204])
  })

  it('answers a copy with 201 and its address', async () => {
    const answer = await callRest(t, cast.create, 'POST', `/spaces/${cast.space.id}/duplicate`)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${t.origin}/v1/spaces/${(answer.body as { id: string }).id}`)
  })

  it('reports one of two concurrent deletions as the one that deleted it', async () => {
    const path = `/spaces/${cast.space.id}`
    const answers = await Promise.all([1, 2, 3].map(() => callRest(t, cast.create, 'DELETE', path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 205])
  })
})
