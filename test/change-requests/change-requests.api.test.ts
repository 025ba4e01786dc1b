import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type Api, apis, done, failedRequests, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

const freshSpace = () => t.build.buildSpace({ organizationId: cast.organization.id })

describe.each(apis)('changeRequests.create ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).createChangeRequest(cast.space.id), 401)
  })

  it('a hidden space looks exactly like an absent one', async () => {
    const hidden = await refused(as(cast.stranger).createChangeRequest(cast.space.id), 404)
    expect(await refused(as(cast.stranger).createChangeRequest(newId('Space')), 404)).toEqual(hidden)
    expect(await refused(as(cast.guest).createChangeRequest(cast.space.id), 404)).toEqual(hidden)
  })

  it('readers and commenters cannot open one', async () => {
    for (const role of ['read', 'comment'] as const) {
      const refusal = await refused(as(cast[role]).createChangeRequest(cast.space.id), 403)
      expect(refusal.reason).toBe('forbidden')
    }
  })

  it('opens a draft from the current main content, with its creator as a contributor', async () => {
    const space = await freshSpace()
    const made = await done(as(cast.edit).createChangeRequest(space.id, '  Better words '))
    expect(made).toEqual({
      id: expect.stringMatching(/^cr_/),
      number: 1,
      status: 'draft',
      subject: 'Better words',
      createdBy: cast.edit.user.id,
      createdAt: expect.any(String),
      space: space.id,
      comments: 0,
      outdated: false,
      location: `${t.origin}/v1/spaces/${space.id}/change-requests/${made.id}`,
    })
    const row = await t.db.database.prisma.changeRequest.findUniqueOrThrow({
      where: { id: made.id },
      include: { contributors: true },
    })
    expect(row).toMatchObject({ revisionId: space.revisionId, revisionInitialId: space.revisionId })
    expect(row.contributors.map((contributor) => contributor.userId)).toEqual([cast.edit.user.id])
    expect(await done(as(cast.read).getSpace(space.id))).toMatchObject({
      changeRequests: 1,
      changeRequestsDraft: 1,
      changeRequestsOpen: 0,
    })
  })

  it('a subject is optional and has at most 100 characters', async () => {
    const space = await freshSpace()
    expect((await done(as(cast.edit).createChangeRequest(space.id))).subject).toBe('')
    await done(as(cast.edit).createChangeRequest(space.id, 'x'.repeat(100)))
    const refusal = await refused(as(cast.edit).createChangeRequest(space.id, 'x'.repeat(101)), 400)
    expect(refusal).toMatchObject({ reason: 'invalid_input', details: [{ path: ['subject'] }] })
    expect((await done(as(cast.edit).getSpace(space.id))).changeRequests).toBe(2)
  })

  it('30 concurrent requests get the numbers 1 to 30, and the counters are right', async () => {
    const space = await freshSpace()
    const attempts = Array.from({ length: 30 }, () => done(as(cast.edit).createChangeRequest(space.id)))
    const numbers = (await Promise.all(attempts)).map((made) => made.number)
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    expect(await done(as(cast.read).getSpace(space.id))).toMatchObject({
      changeRequests: 30,
      changeRequestsDraft: 30,
      changeRequestsOpen: 0,
    })
  })

  it('numbers count within the space', async () => {
    const [one, two] = [await freshSpace(), await freshSpace()]
    await done(as(cast.edit).createChangeRequest(one.id))
    expect((await done(as(cast.edit).createChangeRequest(two.id))).number).toBe(1)
    expect((await done(as(cast.edit).createChangeRequest(one.id))).number).toBe(2)
  })
})

describe.each(apis)('changeRequests.get ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).getChangeRequest(cast.space.id, cast.changeRequest.id), 401)
  })

  it('a hidden one looks exactly like an absent one, by id and by number', async () => {
    const { space, changeRequest, stranger } = cast
    const hidden = await refused(as(stranger).getChangeRequest(space.id, changeRequest.id), 404)
    expect(await refused(as(stranger).getChangeRequest(space.id, changeRequest.number), 404)).toEqual(hidden)
    expect(await refused(as(stranger).getChangeRequest(space.id, newId('ChangeRequest')), 404)).toEqual(
      hidden,
    )
    expect(await refused(as(cast.guest).getChangeRequest(space.id, changeRequest.id), 404)).toEqual(hidden)
    for (const absent of [newId('ChangeRequest'), 999_999, 0, 2 ** 31 - 1]) {
      expect(await refused(as(cast.read).getChangeRequest(space.id, absent), 404)).toEqual(hidden)
    }
  })

  it('is the same by id and by number', async () => {
    const { space, changeRequest } = cast
    const byId = await done(as(cast.read).getChangeRequest(space.id, changeRequest.id))
    expect(byId).toMatchObject({ id: changeRequest.id, number: changeRequest.number, status: 'open' })
    expect(await done(as(cast.read).getChangeRequest(space.id, changeRequest.number))).toEqual(byId)
  })

  it('is not found through another space', async () => {
    const other = await freshSpace()
    await refused(as(cast.admin).getChangeRequest(other.id, cast.changeRequest.id), 404)
    await refused(as(cast.admin).getChangeRequest(other.id, cast.changeRequest.number), 404)
  })

  it('is outdated once main content changes, until it is updated', async () => {
    const { prisma } = t.db.database
    const space = await freshSpace()
    const { id } = await t.build.buildChangeRequest({ spaceId: space.id })
    const outdated = async () => [
      (await done(as(cast.read).getChangeRequest(space.id, id))).outdated,
      ...(await done(as(cast.read).listChangeRequests(space.id))).items.map((item) => item.outdated),
    ]
    expect(await outdated()).toEqual([false, false])
    const revisionId = newId('Revision')
    await prisma.revision.create({ data: { id: revisionId, spaceId: space.id, type: 'edits' } })
    await prisma.space.update({ where: { id: space.id }, data: { revisionId } })
    expect(await outdated()).toEqual([true, true])
    await prisma.changeRequest.update({ where: { id }, data: { revisionMergedAncestorId: revisionId } })
    expect(await outdated()).toEqual([false, false])
  })
})

describe.each(apis)('changeRequests.list ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).listChangeRequests(cast.space.id), 401)
  })

  it('a hidden space looks exactly like an absent one', async () => {
    const hidden = await refused(as(cast.stranger).listChangeRequests(cast.space.id), 404)
    expect(await refused(as(cast.stranger).listChangeRequests(newId('Space')), 404)).toEqual(hidden)
  })

  it('returns the open ones by default, newest first', async () => {
    const space = await freshSpace()
    for (const status of ['draft', 'open', 'archived', 'merged', 'open'] as const) {
      await t.build.buildChangeRequest({ spaceId: space.id, status })
    }
    const numbers = async (status?: string) =>
      (await done(as(cast.read).listChangeRequests(space.id, status ? { status } : {}))).items.map(
        (item) => item.number,
      )
    expect(await numbers()).toEqual([5, 2])
    expect(await numbers('open')).toEqual([5, 2])
    expect(await numbers('draft')).toEqual([1])
    expect(await numbers('archived')).toEqual([3])
    expect(await numbers('merged')).toEqual([4])
  })

  it('filters by contributor', async () => {
    const space = await freshSpace()
    const mine = await t.build.buildChangeRequest({ spaceId: space.id, createdById: cast.edit.user.id })
    const both = await t.build.buildChangeRequest({ spaceId: space.id, createdById: cast.review.user.id })
    await t.db.database.prisma.changeRequestContributor.create({
      data: { changeRequestId: both.id, userId: cast.edit.user.id },
    })
    const ids = async (contributor: string, status?: string) =>
      (
        await done(as(cast.read).listChangeRequests(space.id, { contributor, ...(status ? { status } : {}) }))
      ).items.map((item) => item.id)
    expect(await ids(cast.edit.user.id)).toEqual([both.id, mine.id])
    expect(await ids(cast.review.user.id)).toEqual([both.id])
    expect(await ids(cast.admin.user.id)).toEqual([])
    expect(await ids(cast.edit.user.id, 'draft')).toEqual([])
  })

  it('rejects an unknown status', async () => {
    await refused(as(cast.read).listChangeRequests(cast.space.id, { status: 'done' }), 400)
  })
})
