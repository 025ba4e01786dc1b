import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apiNamed } from '../support/api-requests.ts'
import { done, failedRequests, refused } from '../support/apis.ts'
import { reviewsApis } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

type Status = 'draft' | 'open' | 'archived' | 'merged'

const freshSpace = () => t.build.buildSpace({ organizationId: cast.organization.id })
async function proposal(status: Status = 'open', spaceId?: string) {
  const { id, spaceId: space } = await t.build.buildChangeRequest({
    status,
    spaceId: spaceId ?? (await freshSpace()).id,
  })
  return { spaceId: space, changeRequestId: id }
}

/** The counts on the space, and the counted rows. */
async function countsOf(spaceId: string) {
  const { prisma } = t.db.database
  const space = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
  const rows = await prisma.changeRequest.findMany({ where: { spaceId } })
  const counted = (status: Status) => rows.filter((row) => row.status === status).length
  return {
    said: [space.changeRequestsOpen, space.changeRequestsDraft, space.changeRequestsTotal],
    counted: [counted('open'), counted('draft'), rows.length],
  }
}

const eventsOf = async (changeRequestId: string) =>
  (
    await t.db.database.prisma.event.findMany({ where: { changeRequestId }, orderBy: { position: 'asc' } })
  ).map(({ type, subject }) => ({ type, subject }))

describe.each(reviewsApis)('changeRequests.update ($name)', ({ name, enter }) => {
  const as = (who: Person | null) => enter(t, who)

  it('requires a token; hidden is not found; readers and commenters are refused', async () => {
    const at = { spaceId: cast.space.id, changeRequestId: cast.changeRequest.id }
    await refused(as(null).update(at, { subject: 'Mine' }), 401)
    const hidden = await refused(as(cast.stranger).update(at, { subject: 'Mine' }), 404)
    const absent = { ...at, changeRequestId: newId('ChangeRequest') }
    expect(await refused(as(cast.admin).update(absent, { subject: 'Mine' }), 404)).toEqual(hidden)
    for (const role of ['read', 'comment'] as const) {
      await refused(as(cast[role]).update(at, { subject: 'Mine' }), 403)
    }
    expect(await eventsOf(cast.changeRequest.id)).toEqual([])
  })

  it('changes the subject, by id and by number, and emits one event', async () => {
    const at = await proposal()
    expect(await done(as(cast.edit).update(at, { subject: '  Better ' }))).toMatchObject({
      id: at.changeRequestId,
      subject: 'Better',
      status: 'open',
    })
    await done(as(cast.edit).update({ ...at, changeRequestId: '1' }, { subject: 'Better' }))
    expect(await eventsOf(at.changeRequestId)).toEqual([
      { type: 'change_request.updated', subject: { changeRequest: at.changeRequestId } },
    ])
  })

  it('a subject has at most 100 characters, and can be empty', async () => {
    const at = await proposal()
    await refused(as(cast.edit).update(at, { subject: 'x'.repeat(101) }), 400)
    expect((await done(as(cast.edit).update(at, { subject: '' }))).subject).toBe('')
  })

  it('moves between draft, open and archived in any direction, and the counts follow', async () => {
    const at = await proposal('draft')
    const { changeRequestId } = at
    const way: Status[] = ['open', 'archived', 'open', 'draft', 'archived', 'draft']
    for (const status of way) {
      expect((await done(as(cast.edit).update(at, { status }))).status).toBe(status)
      const { said, counted } = await countsOf(at.spaceId)
      expect(said).toEqual(counted)
    }
    const steps = [...way].map((toStatus, index) => ({
      type: 'change_request.status_changed',
      subject: { changeRequest: changeRequestId, fromStatus: way[index - 1] ?? 'draft', toStatus },
    }))
    expect(await eventsOf(changeRequestId)).toEqual(steps)
  })

  it('setting the current status changes nothing, not even the time of the last change', async () => {
    const at = await proposal('open')
    const before = await done(as(cast.edit).update(at, {}))
    expect(await done(as(cast.edit).update(at, { status: 'open' }))).toEqual(before)
    expect(await eventsOf(at.changeRequestId)).toEqual([])
  })

  it('cannot be set to merged, and a merged one is final', async () => {
    await refused(as(cast.admin).update(await proposal(), { status: 'merged' }), 400)
    const merged = await proposal('merged')
    for (const change of [{ subject: 'Again' }, { status: 'open' }, { status: 'archived' }, {}]) {
      expect((await refused(as(cast.admin).update(merged, change), 409)).reason).toBe('conflict')
    }
    expect(await eventsOf(merged.changeRequestId)).toEqual([])
  })

  it('the counts are exact under concurrent status changes', async () => {
    const { id: spaceId } = await freshSpace()
    const all = [
      await proposal('draft', spaceId),
      await proposal('open', spaceId),
      await proposal('draft', spaceId),
    ]
    const statuses: Status[] = ['draft', 'open', 'archived']
    const moves = Array.from({ length: 45 }, (_, turn) => {
      const at = all[turn % all.length] ?? all[0]
      const status = statuses[Math.floor(Math.random() * statuses.length)] ?? 'open'
      if (!at) throw new Error('There is none')
      return done(as(cast.edit).update(at, { status }))
    })
    const opened = Array.from({ length: 5 }, () =>
      done(apiNamed(name).enter(t, cast.edit).createChangeRequest(spaceId)),
    )
    await Promise.all([...moves, ...opened])
    const { said, counted } = await countsOf(spaceId)
    expect(said).toEqual(counted)
    expect(said[2]).toBe(8)
  })

  it('two concurrent changes to the same status count once', async () => {
    const at = await proposal('draft')
    await Promise.all([1, 2, 3, 4].map(() => done(as(cast.edit).update(at, { status: 'open' }))))
    expect(await countsOf(at.spaceId)).toMatchObject({ said: [1, 0, 1] })
    expect(await eventsOf(at.changeRequestId)).toHaveLength(1)
  })
})

describe.each(reviewsApis)('contributors and commenters ($name)', ({ name, enter }) => {
  const as = (who: Person | null) => enter(t, who)
  const talk = (who: Person) => apiNamed(name).enter(t, who)

  it('everyone who opens, comments, replies or reviews contributes, once for each time', async () => {
    const { id: spaceId } = await freshSpace()
    const made = await done(talk(cast.edit).createChangeRequest(spaceId))
    const at = { spaceId, changeRequestId: made.id }
    const place = { spaceId, changeRequest: made.id }
    const comment = await done(talk(cast.comment).postComment(place, { markdown: 'Why?' }))
    await done(talk(cast.edit).postReply({ ...place, commentId: comment.id }, 'Because.'))
    await done(talk(cast.comment).postReply({ ...place, commentId: comment.id }, 'I see.'))
    await done(as(cast.review).submit(at, { status: 'approved' }))
    await done(as(cast.review).submit(at, { status: 'approved', comment: 'Still good.' }))
    const { items } = await done(as(cast.read).contributors(at))
    expect(new Map(items.map(({ user, count, edited }) => [user, [count, edited]]))).toEqual(
      new Map([
        [cast.edit.user.id, [2, true]],
        [cast.comment.user.id, [2, false]],
        [cast.review.user.id, [2, false]],
      ]),
    )
    const page = await done(as(cast.read).contributors(at, { limit: 2 }))
    const rest = await done(as(cast.read).contributors(at, { limit: 2, cursor: page.next ?? '' }))
    expect([...page.items, ...rest.items]).toEqual(items)
    expect(rest.next).toBeUndefined()
  })

  it('ten concurrent comments of one person are ten', async () => {
    const at = await proposal()
    const place = { spaceId: at.spaceId, changeRequest: at.changeRequestId }
    await Promise.all(
      Array.from({ length: 10 }, () => done(talk(cast.comment).postComment(place, { markdown: 'Hm.' }))),
    )
    const { items } = await done(as(cast.read).contributors(at))
    expect(items.find(({ user }) => user === cast.comment.user.id)?.count).toBe(10)
  })

  it('lists the commenters, each once, without users who only replied', async () => {
    const at = await proposal()
    const place = { spaceId: at.spaceId }
    for (const who of [cast.comment, cast.edit, cast.comment]) {
      await done(talk(who).postComment(place, { markdown: 'On main content.' }))
    }
    const { id: commentId } = await done(
      talk(cast.admin).postComment({ ...place, changeRequest: 1 }, { markdown: 'On it.' }),
    )
    await done(talk(cast.review).postReply({ ...place, changeRequest: 1, commentId }, 'Indeed.'))
    const main = [cast.comment.user.id, cast.edit.user.id].sort()
    expect((await done(as(cast.read).commenters(place))).items).toEqual(main)
    expect((await done(as(cast.read).commenters(at))).items).toEqual([cast.admin.user.id])
    const first = await done(as(cast.read).commenters(place, { limit: 1 }))
    expect(first.items).toEqual(main.slice(0, 1))
    expect(
      (await done(as(cast.read).commenters(place, { limit: 1, cursor: first.next ?? '' }))).items,
    ).toEqual(main.slice(1))
  })
})

describe.each(reviewsApis)('changeRequests.listInOrganization ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  it('returns the open ones of every space that the caller can see, newest first, page by page', async () => {
    const organization = await t.build.buildOrganization()
    const place = { organizationId: organization.id }
    const member = await t.build.buildPerson({ ...place, role: 'read' })
    const guest = await t.build.buildPerson({ ...place, role: null })
    const [one, two] = [await t.build.buildSpace(place), await t.build.buildSpace(place)]
    const hidden = await t.build.buildSpace({ ...place, defaultLevel: null })
    const deleted = await t.build.buildSpace({ ...place, deletedAt: new Date() })
    await t.build.buildGrant('read', { userId: guest.user.id }, { spaceId: hidden.id }, organization.id)
    const ids: Record<string, string[]> = { [one.id]: [], [two.id]: [], [hidden.id]: [], [deleted.id]: [] }
    for (let turn = 0; turn < 3; turn++) {
      for (const spaceId of Object.keys(ids)) {
        ids[spaceId]?.unshift((await t.build.buildChangeRequest({ spaceId })).id)
        await t.build.buildChangeRequest({ spaceId, status: 'draft' })
      }
    }
    const seen = [...(ids[one.id] ?? []), ...(ids[two.id] ?? [])].sort().reverse()
    const list = async (who: Person, query = {}) => {
      const all: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await done(
          as(who).ofOrganization(organization.id, { limit: 4, ...query, ...(cursor ? { cursor } : {}) }),
        )
        all.push(...page.items.map(({ id }) => id))
        cursor = page.next
        if (!cursor) return all
      }
    }
    expect(await list(member)).toEqual(seen)
    expect(await list(member, { space: one.id })).toEqual(ids[one.id])
    expect(await list(member, { space: hidden.id })).toEqual([])
    expect(await list(guest)).toEqual(ids[hidden.id])
    expect(await list(member, { status: ['draft'] })).toHaveLength(6)
    expect(await list(member, { status: ['draft', 'open'] })).toHaveLength(12)
    await refused(as(cast.stranger).ofOrganization(organization.id), 404)
    await refused(as(null).ofOrganization(organization.id), 401)
  })

  it('filters by creator, contributor and requested reviewer, in a space too', async () => {
    const { id: spaceId } = await freshSpace()
    const opened = await t.build.buildChangeRequest({ spaceId, createdById: cast.create.user.id })
    const asked = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
    await t.build.buildChangeRequest({ spaceId })
    await done(
      as(cast.edit).request({ spaceId, changeRequestId: asked.id }, { users: [cast.create.user.id] }),
    )
    const me = cast.create.user.id
    const organization = cast.organization.id
    const ids = (listed: { items: { id: string }[] }) => listed.items.map(({ id }) => id)
    for (const list of [
      async (query: object) =>
        ids(await done(as(cast.read).ofOrganization(organization, { space: spaceId, ...query }))),
      async (query: object) => ids(await done(as(cast.read).ofSpace(spaceId, query))),
    ]) {
      expect(await list({ creator: me })).toEqual([opened.id])
      expect(await list({ contributor: me })).toEqual([opened.id])
      expect(await list({ requestedReviewer: me })).toEqual([asked.id])
      expect(await list({ requestedReviewer: me, creator: me })).toEqual([])
    }
  })

  it('a transferred space takes its change requests along', async () => {
    const target = await t.build.buildOrganization()
    await t.build.buildMember({ organizationId: target.id, userId: cast.create.user.id, role: 'create' })
    const at = await proposal()
    await t.db.database.prisma.space.update({
      where: { id: at.spaceId },
      data: { organizationId: target.id },
    })
    const { items } = await done(as(cast.create).ofOrganization(target.id))
    expect(items.map(({ id }) => id)).toEqual([at.changeRequestId])
  })
})
