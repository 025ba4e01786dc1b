import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { done, failedRequests, refused } from '../support/apis.ts'
import { mergingApis } from '../support/apis-merging.ts'
import { restReviews } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const organizationId = cast.organization.id
afterEach(() => expect(failedRequests(t)).toEqual([]))

const newSpace = async (of = organizationId) => (await t.build.buildSpace({ organizationId: of })).id

describe.each(mergingApis)('descriptions of change requests ($name)', ({ enter }) => {
  const as = (who: Person) => enter(t, who)
  const long = `${'Long words. '.repeat(1_600)}end`

  it('are created, read, changed and removed, and equal ones are no event', async () => {
    const spaceId = await newSpace()
    const made = await done(
      as(cast.edit).create(spaceId, { subject: 'Why', description: 'Because *it* is.' }),
    )
    expect(made.description).toBe('Because *it* is.')
    const at = { spaceId, changeRequestId: made.id }
    expect((await done(as(cast.read).get(at))).description).toBe('Because *it* is.')
    await done(as(cast.edit).update(at, { description: 'Because *it* is.' }))
    expect(await done(as(cast.edit).update(at, { description: long }))).toMatchObject({
      subject: 'Why',
      description: long,
    })
    expect((await done(as(cast.read).get(at))).description).toBe(long)
    expect((await done(as(cast.edit).update(at, { description: '' }))).description).toBe('')
    const where = { changeRequestId: made.id, type: 'change_request.updated' }
    expect(await t.db.database.prisma.event.count({ where })).toBe(2)
  })

  it('have at most 20,000 characters', async () => {
    const spaceId = await newSpace()
    const refusal = await refused(as(cast.edit).create(spaceId, { description: 'x'.repeat(20_001) }), 400)
    expect(refusal.message).toBe('description: must have at most 20000 characters of Markdown')
    await done(as(cast.edit).create(spaceId, { description: 'x'.repeat(20_000) }))
  })
})

describe('descriptions as documents', () => {
  it('are taken and returned by REST, as clients of the public API expect', async () => {
    const spaceId = await newSpace()
    const text = (value: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] })
    const document = {
      object: 'document',
      data: {},
      nodes: [{ object: 'block', type: 'paragraph', data: {}, nodes: [text('Why')] }],
    }
    const path = `/spaces/${spaceId}/change-requests`
    const made = await callRest(t, cast.edit, 'POST', path, { body: { description: document } })
    expect(made.body).toMatchObject({ descriptionMarkdown: 'Why\n', description: { object: 'document' } })
    const wrong = await callRest(t, cast.edit, 'POST', path, { body: { description: 5 } })
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
      400,
      expect.stringContaining('description: must be'),
    ])
  })
})

describe.each(mergingApis)('lists of change requests ($name)', ({ enter }) => {
  const as = (who: Person) => enter(t, who)

  it('are searched by a part of the subject, ignoring case and accents, and by number', async () => {
    const spaceId = await newSpace()
    const subjects = ['Café prices', 'The CAFE opens', '100% sure', 'Other']
    const numbers = new Map<string, number>()
    for (const subject of subjects) {
      numbers.set(subject, (await done(as(cast.edit).create(spaceId, { subject }))).number)
    }
    const found = async (search: string) =>
      (await done(as(cast.read).ofSpace(spaceId, { search, status: ['draft'] }))).items
    expect(await found('cafe')).toEqual([numbers.get('The CAFE opens'), numbers.get('Café prices')])
    expect(await found('100%')).toEqual([numbers.get('100% sure')])
    expect(await found('%')).toEqual([numbers.get('100% sure')])
    expect(await found(`#${numbers.get('Other')}`)).toEqual([numbers.get('Other')])
    expect(await found('nothing')).toEqual([])
    const inOrganization = await done(
      as(cast.read).ofOrganization(organizationId, { search: 'café prices', status: ['draft'] }),
    )
    expect(inOrganization.items.length).toBeGreaterThan(0)
  })

  it('are those of all organizations that the caller created or should review, and can still see', async () => {
    const elsewhere = await t.build.buildOrganization()
    const me = await t.build.buildPerson({ organizationId, role: 'review' })
    await t.build.buildMember({ organizationId: elsewhere.id, userId: me.user.id, role: 'review' })
    const [here, there] = [await newSpace(), await newSpace(elsewhere.id)]
    const mine = await Promise.all(
      [here, there].map((space) => done(as(me).create(space, { subject: 'Mine' }))),
    )
    const theirs = await done(as(cast.edit).create(here, { subject: 'Theirs' }))
    const at = { spaceId: here, changeRequestId: theirs.id }
    await done(restReviews(t, cast.edit).request(at, { users: [me.user.id] }))

    const own = mine.map(({ id }) => id).sort()
    expect((await done(as(me).mine())).items.sort()).toEqual(own)
    const first = await done(as(me).mine({ limit: 1 }))
    const rest = await done(as(me).mine({ limit: 1, cursor: first.next ?? '' }))
    expect([...first.items, ...rest.items].sort()).toEqual(own)
    expect((await done(as(me).mine({ search: 'nothing' }))).items).toEqual([])
    expect((await done(as(me).mine({ status: ['merged'] }))).items).toEqual([])

    const toReview = async () => (await done(as(me).mine({ involvement: 'review-requested' }))).items
    expect(await toReview()).toEqual([theirs.id])
    await done(restReviews(t, me).submit(at, { status: 'approved' }))
    expect(await toReview()).toEqual([])
    const { prisma } = t.db.database
    const revisionId = newId('Revision')
    await prisma.revision.create({ data: { id: revisionId, spaceId: here, type: 'edits' } })
    await prisma.changeRequest.update({ where: { id: theirs.id }, data: { revisionId } })
    expect(await toReview()).toEqual([theirs.id])

    await prisma.member.deleteMany({ where: { userId: me.user.id, organizationId } })
    expect((await done(as(me).mine())).items).toEqual([mine[1]?.id])
    expect(await toReview()).toEqual([])
  })

  it('of the caller take as many statements for 20 as for 2', async () => {
    const me = await t.build.buildPerson({ organizationId, role: 'edit' })
    const spaces = await Promise.all(Array.from({ length: 10 }, () => newSpace()))
    for (const spaceId of [...spaces, ...spaces]) await done(as(me).create(spaceId, { subject: 'One' }))
    const count = async (limit: number) => {
      const list = async () => expect((await done(as(me).mine({ limit }))).items).toHaveLength(limit)
      await list()
      return (await statementsOf(t, list)).length
    }
    expect(await count(20)).toBe(await count(2))
  })

  it('requesting reviewers of a draft opens it, once', async () => {
    const spaceId = await newSpace()
    const { id } = await done(as(cast.edit).create(spaceId, { subject: 'Ready' }))
    const at = { spaceId, changeRequestId: id }
    for (const users of [[cast.review.user.id], [cast.admin.user.id]]) {
      await done(restReviews(t, cast.edit).request(at, { users }))
    }
    expect((await done(as(cast.read).get(at))).status).toBe('open')
    const space = await t.db.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    expect([space.changeRequestsDraft, space.changeRequestsOpen]).toEqual([0, 1])
    const events = await t.db.database.prisma.event.findMany({
      where: { changeRequestId: id, type: 'change_request.status_changed' },
    })
    expect(events.map(({ subject }) => subject)).toEqual([
      { changeRequest: id, fromStatus: 'draft', toStatus: 'open' },
    ])
  })
})
