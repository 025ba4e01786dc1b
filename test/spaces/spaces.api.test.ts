import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type Api, apis, done, failedRequests, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

describe.each(apis)('spaces.create ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).createSpace(cast.organization.id), 401)
  })

  it('a hidden organization looks exactly like an absent one', async () => {
    const hidden = await refused(as(cast.stranger).createSpace(cast.organization.id), 404)
    expect(await refused(as(cast.stranger).createSpace(newId('Organization')), 404)).toEqual(hidden)
  })

  it('guests and members below create cannot', async () => {
    const { prisma } = t.db.database
    const before = await prisma.space.count()
    for (const role of ['guest', 'read', 'comment', 'edit', 'review'] as const) {
      const refusal = await refused(as(cast[role]).createSpace(cast.organization.id), 403)
      expect(refusal.reason).toBe('forbidden')
    }
    expect(await prisma.space.count()).toBe(before)
  })

  it('creators and admins can', async () => {
    for (const role of ['create', 'admin'] as const) {
      const space = await done(
        as(cast[role]).createSpace(cast.organization.id, { title: ' Guide ', emoji: '🦊' }),
      )
      expect(space).toEqual({
        id: expect.stringMatching(/^spc_/),
        title: 'Guide',
        emoji: '🦊',
        visibility: 'private',
        defaultLevel: 'inherit',
        organization: cast.organization.id,
        comments: 0,
        changeRequests: 0,
        changeRequestsOpen: 0,
        changeRequestsDraft: 0,
        permissions: expect.objectContaining({ view: true, edit: true }),
        location: `${t.origin}/v1/spaces/${space.id}`,
      })
      expect(await done(as(cast[role]).getSpace(space.id))).toEqual(space)
    }
  })

  it('fills in what is left out, and takes an edit mode', async () => {
    const plain = await done(as(cast.create).createSpace(cast.organization.id))
    expect(plain.title).not.toBe('')
    expect(plain).not.toHaveProperty('editMode')
    const locked = await done(as(cast.create).createSpace(cast.organization.id, { editMode: 'locked' }))
    expect(locked.editMode).toBe('locked')
  })

  it('refuses a title of 51 characters, an empty one, and an emoji that is none', async () => {
    for (const [field, input] of [
      ['title', { title: 'x'.repeat(51) }],
      ['title', { title: '  ' }],
      ['emoji', { emoji: 'fox' }],
    ] as const) {
      const refusal = await refused(as(cast.create).createSpace(cast.organization.id, input), 400)
      expect(refusal).toMatchObject({ reason: 'invalid_input', details: [{ path: [field] }] })
    }
    await done(as(cast.create).createSpace(cast.organization.id, { title: 'x'.repeat(50) }))
  })
})

describe.each(apis)('spaces.get ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).getSpace(cast.space.id), 401)
  })

  it('a hidden space looks exactly like an absent one', async () => {
    const absent = await refused(as(cast.read).getSpace(newId('Space')), 404)
    for (const person of [cast.stranger, cast.guest]) {
      expect(await refused(as(person).getSpace(cast.space.id), 404)).toEqual(absent)
    }
    expect(await refused(as(cast.read).getSpace(cast.organization.id), 404)).toEqual(absent)
  })

  it('a deleted space and a disabled member see nothing of each other', async () => {
    const space = await t.build.buildSpace({ organizationId: cast.organization.id, deletedAt: new Date() })
    await refused(as(cast.read).getSpace(space.id), 404)
    const { user, token } = await t.build.buildPerson()
    await t.build.buildMember({
      organizationId: cast.organization.id,
      userId: user.id,
      role: 'admin',
      disabled: true,
    })
    await refused(enter(t, { token }).getSpace(cast.space.id), 404)
    await refused(enter(t, { token }).getOrganization(cast.organization.id), 404)
  })
})

describe.each(apis)('spaces.list ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).listSpaces(cast.organization.id), 401)
  })

  it('a hidden organization looks exactly like an absent one', async () => {
    const hidden = await refused(as(cast.stranger).listSpaces(cast.organization.id), 404)
    expect(await refused(as(cast.stranger).listSpaces(newId('Organization')), 404)).toEqual(hidden)
  })

  it('gives exactly the spaces that the caller sees, oldest first', async () => {
    const organizationId = (await t.build.buildOrganization()).id
    const [reader, guest, admin] = [
      await t.build.buildPerson({ organizationId, role: 'read' }),
      await t.build.buildPerson({ organizationId, role: null }),
      await t.build.buildPerson({ organizationId, role: 'admin' }),
    ]
    const spaces = [
      await t.build.buildSpace({ organizationId }),
      await t.build.buildSpace({ organizationId, defaultLevel: null }),
      await t.build.buildSpace({ organizationId, defaultLevel: 'comment' }),
      await t.build.buildSpace({ organizationId, deletedAt: new Date() }),
    ].map((space) => space.id)
    const seen = async (who: Person) =>
      (await done(as(who).listSpaces(organizationId))).items.map((space) => space.id)
    expect(await seen(reader)).toEqual([spaces[0], spaces[2]])
    expect(await seen(guest)).toEqual([])
    expect(await seen(admin)).toEqual(spaces.slice(0, 3))
  })

  it('gives each space exactly as it is given by itself', async () => {
    const { items } = await done(as(cast.review).listSpaces(cast.organization.id, { limit: 3 }))
    expect(items).toEqual(await Promise.all(items.map(({ id }) => done(as(cast.review).getSpace(id)))))
  })
})
