import { afterEach, describe, expect, it } from 'vitest'
import { type Role, roles } from '../../src/core/access/roles.ts'
import type { Space } from '../../src/generated/prisma/client.ts'
import { type Api, apis, done, failedRequests, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

/** What a role on a space allows. The operations below are compared with it. */
const rightsOf = (role: Role, memberRole: Role = role) => {
  const from = (needed: Role) => roles.indexOf(role) >= roles.indexOf(needed)
  return {
    view: true,
    access: true,
    admin: from('admin'),
    manage: from('create'),
    delete: from('create'),
    restore: false,
    move: from('create'),
    transfer: from('create') && ['create', 'admin'].includes(memberRole),
    // Invite links belong to the organization, so a role on the space does not show them.
    viewInviteLinks: memberRole === 'admin',
    edit: from('edit'),
    triggerGitSync: from('edit'),
    comment: from('comment'),
    merge: from('review'),
    review: from('review'),
    installIntegration: memberRole === 'admin',
  }
}

describe.each(apis)('permissions on a space ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it.each(roles)('are what the operations allow to %s', async (role) => {
    const api = as(cast[role])
    const { permissions } = await done(api.getSpace(cast.space.id))
    expect(permissions).toEqual(rightsOf(role))
    const place = { spaceId: cast.space.id }
    expect((await api.postComment(place, { markdown: 'Hello' })).ok).toBe(permissions.comment)
    expect((await api.createChangeRequest(cast.space.id)).ok).toBe(permissions.edit)
  })

  it.each(['guest', 'stranger'] as const)('there are none for a %s, who cannot do anything', async (who) => {
    const api = as(cast[who])
    await refused(api.getSpace(cast.space.id), 404)
    await refused(api.postComment({ spaceId: cast.space.id }, { markdown: 'Hello' }), 404)
    await refused(api.createChangeRequest(cast.space.id), 404)
    await refused(api.listComments({ spaceId: cast.space.id }), 404)
    await refused(api.listChangeRequests(cast.space.id), 404)
  })

  it('requires a token', async () => {
    await refused(as(null).getSpace(cast.space.id), 401)
  })
})

describe.each(apis)('the default level of a space ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)
  const space = (defaultLevel: Space['defaultLevel']) =>
    t.build.buildSpace({ organizationId: cast.organization.id, defaultLevel })
  const permissionsOf = async (who: Person, spaceId: string) =>
    (await done(as(who).getSpace(spaceId))).permissions

  it('inherit gives each member their own role', async () => {
    const { id } = await space('inherit')
    for (const role of roles) expect(await permissionsOf(cast[role], id)).toEqual(rightsOf(role))
  })

  it.each(roles)('%s gives every member that, whatever their role, and an admin stays one', async (level) => {
    const { id } = await space(level)
    for (const role of roles) {
      const expected = role === 'admin' ? 'admin' : level
      expect(await permissionsOf(cast[role], id)).toEqual(rightsOf(expected, role))
    }
    const place = { spaceId: id }
    const mayComment = rightsOf(level).comment
    expect((await as(cast.read).postComment(place, { markdown: 'Hello' })).ok).toBe(mayComment)
    expect((await as(cast.create).postComment(place, { markdown: 'Hello' })).ok).toBe(mayComment)
  })

  it('null hides the space from everyone but admins of the organization', async () => {
    const { id } = await space(null)
    for (const role of roles.filter((role) => role !== 'admin')) {
      await refused(as(cast[role]).getSpace(id), 404)
    }
    expect((await done(as(cast.admin).getSpace(id))).defaultLevel).toBeNull()
    expect(await permissionsOf(cast.admin, id)).toEqual(rightsOf('admin'))
  })

  it('gives a guest nothing, whatever it is', async () => {
    for (const level of ['inherit', null, ...roles] as const) {
      await refused(as(cast.guest).getSpace((await space(level)).id), 404)
    }
  })

  it('counts from the next request on when it or a role changes', async () => {
    const { id } = await space('inherit')
    const { prisma } = t.db.database
    await prisma.space.update({ where: { id }, data: { defaultLevel: null } })
    await refused(as(cast.edit).getSpace(id), 404)
    await prisma.space.update({ where: { id }, data: { defaultLevel: 'read' } })
    expect(await permissionsOf(cast.edit, id)).toEqual(rightsOf('read'))
    const person = await t.build.buildPerson({ organizationId: cast.organization.id, role: 'read' })
    await prisma.member.updateMany({ where: { userId: person.user.id }, data: { role: 'admin' } })
    expect(await permissionsOf(person, id)).toEqual(rightsOf('admin'))
  })
})
