import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apiNamed } from '../support/api-requests.ts'
import { done, failedRequests, refused } from '../support/apis.ts'
import { reviewsApis } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

async function proposal(status: 'draft' | 'open' | 'archived' | 'merged' = 'open') {
  const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
  const made = await t.build.buildChangeRequest({ spaceId, status, createdById: cast.edit.user.id })
  return { spaceId, changeRequestId: made.id }
}

const revisionOf = async ({ changeRequestId: id }: { changeRequestId: string }) =>
  (await t.db.database.prisma.changeRequest.findUniqueOrThrow({ where: { id } })).revisionId

const typesOf = async (changeRequestId: string) =>
  (
    await t.db.database.prisma.event.findMany({ where: { changeRequestId }, orderBy: { position: 'asc' } })
  ).map(({ type }) => type)

/** Sets a new revision on the change request, as an edit does. */
async function moveOn({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string }) {
  const { prisma } = t.db.database
  const revisionId = newId('Revision')
  await prisma.revision.create({ data: { id: revisionId, spaceId, type: 'edits' } })
  await prisma.changeRequest.update({ where: { id: changeRequestId }, data: { revisionId } })
  return revisionId
}

describe.each(reviewsApis)('requestedReviewers ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  it('requests reviews from users, with the requester, the time and the revision', async () => {
    const at = await proposal()
    const revisionId = await revisionOf(at)
    const [reader, reviewer] = [cast.read.user.id, cast.review.user.id]
    const asked = await done(as(cast.edit).request(at, { users: [reviewer, reader, reviewer] }))
    const request = (user: string) => ({
      kind: 'user',
      user,
      requestedBy: cast.edit.user.id,
      revision: revisionId,
      createdAt: expect.any(String),
    })
    expect(asked).toEqual([request(reviewer), request(reader)])
    const { items } = await done(as(cast.read).requested(at))
    expect(items).toEqual([reader, reviewer].sort().map(request))
    const page = await done(as(cast.read).requested(at, { limit: 1 }))
    expect(page.items).toEqual(items.slice(0, 1))
    expect((await done(as(cast.read).requested(at, { limit: 1, cursor: page.next ?? '' }))).items).toEqual(
      items.slice(1),
    )
    expect(await typesOf(at.changeRequestId)).toEqual([
      'change_request.review_requested',
      'change_request.review_requested',
    ])
  })

  it('requesting again changes nothing, and concurrent requests count once', async () => {
    const at = await proposal()
    const users = [cast.read.user.id, cast.review.user.id]
    await Promise.all([cast.edit, cast.create, cast.admin].map((who) => done(as(who).request(at, { users }))))
    const { items } = await done(as(cast.read).requested(at))
    expect(items.map(({ user }) => user)).toEqual([...users].sort())
    expect(await done(as(cast.admin).request(at, { users }))).toEqual(
      users.map((user) => items.find((item) => item.user === user)),
    )
    expect(await typesOf(at.changeRequestId)).toHaveLength(2)
  })

  it('changes the subject in the same call', async () => {
    const at = await proposal()
    await done(as(cast.edit).request(at, { users: [cast.read.user.id], subject: 'Please look' }))
    const api = as(cast.read)
    expect((await done(api.ofSpace(at.spaceId, {}))).items[0]?.subject).toBe('Please look')
    expect(await typesOf(at.changeRequestId)).toEqual([
      'change_request.updated',
      'change_request.review_requested',
    ])
  })

  it('returns the users who do not exist or cannot see the space, and requests nothing', async () => {
    const at = await proposal()
    const unknown = newId('User')
    const users = [cast.read.user.id, unknown, cast.guest.user.id, cast.stranger.user.id]
    const refusal = await refused(as(cast.edit).request(at, { users, subject: 'Never' }), 400)
    expect(refusal).toMatchObject({ reason: 'invalid_input' })
    expect(refusal.details?.map(({ path }) => path)).toEqual([
      ['users', 1],
      ['users', 2],
      ['users', 3],
    ])
    expect(refusal.message).toContain(unknown)
    await refused(as(cast.edit).request(at, { users: [] }), 400)
    await refused(as(cast.edit).request(at, { users: ['not an id!'] }), 400)
    expect((await done(as(cast.read).requested(at))).items).toEqual([])
    expect(await typesOf(at.changeRequestId)).toEqual([])
  })

  it('cannot be requested for a merged or archived change request', async () => {
    for (const status of ['merged', 'archived'] as const) {
      await refused(as(cast.edit).request(await proposal(status), { users: [cast.read.user.id] }), 409)
    }
  })

  it('is withdrawn by users who can request it, or declined by the requested user, and by no other user', async () => {
    const at = await proposal()
    const [reader, commenter] = [cast.read.user.id, cast.comment.user.id]
    await done(as(cast.edit).request(at, { users: [reader, commenter] }))
    await refused(as(cast.comment).removeRequest(at, reader), 403)
    await done(as(cast.read).removeRequest(at, reader))
    await done(as(cast.create).removeRequest(at, commenter))
    await done(as(cast.create).removeRequest(at, commenter))
    expect((await done(as(cast.read).requested(at))).items).toEqual([])
    expect((await typesOf(at.changeRequestId)).slice(2)).toEqual([
      'change_request.review_request_removed',
      'change_request.review_request_removed',
    ])
  })
})

it('a request that is taken back is 205, and 204 when there is none', async () => {
  const { spaceId, changeRequestId } = await proposal()
  const path = `/spaces/${spaceId}/change-requests/${changeRequestId}/requested-reviewers`
  await callRest(t, cast.edit, 'POST', path, { body: { users: [cast.read.user.id] } })
  const remove = async () => (await callRest(t, cast.edit, 'DELETE', `${path}/${cast.read.user.id}`)).status
  expect([await remove(), await remove()]).toEqual([205, 204])
})

describe.each(reviewsApis)('reviews ($name)', ({ name, enter }) => {
  const as = (who: Person | null) => enter(t, who)
  const talk = (who: Person) => apiNamed(name).enter(t, who)

  it('requires the review role, or a review request with any role', async () => {
    const at = await proposal()
    await refused(as(null).submit(at, { status: 'approved' }), 401)
    await refused(as(cast.stranger).submit(at, { status: 'approved' }), 404)
    await refused(as(cast.edit).submit(at, { status: 'approved' }), 403)
    await refused(as(cast.read).submit(at, { status: 'approved' }), 403)
    await done(as(cast.edit).request(at, { users: [cast.read.user.id] }))
    expect(await done(as(cast.read).submit(at, { status: 'changes-requested' }))).toMatchObject({
      reviewer: cast.read.user.id,
      requestedBy: cast.edit.user.id,
    })
    const other = await proposal()
    await refused(as(cast.read).submit(other, { status: 'approved' }), 403)
    expect(await done(as(cast.review).submit(at, { status: 'approved' }))).not.toHaveProperty('requestedBy')
  })

  it('a requested reviewer remains requested after a review, and can review again', async () => {
    const at = await proposal()
    await done(as(cast.edit).request(at, { users: [cast.read.user.id] }))
    await done(as(cast.read).submit(at, { status: 'changes-requested' }))
    expect((await done(as(cast.read).requested(at))).items).toHaveLength(1)
    await done(as(cast.read).submit(at, { status: 'approved' }))
    const statuses = (await done(as(cast.read).reviews(at))).items.map(({ status }) => status)
    expect(statuses).toEqual(['approved', 'changes-requested'])
    await done(as(cast.edit).removeRequest(at, cast.read.user.id))
    await refused(as(cast.read).submit(at, { status: 'approved' }), 403)
  })

  it('records the revision that was reviewed, and is outdated once the change request changes', async () => {
    const at = await proposal()
    const revisionId = await revisionOf(at)
    const first = await done(as(cast.review).submit(at, { status: 'changes-requested' }))
    expect(first).toEqual({
      id: expect.stringMatching(/^rvw_/),
      status: 'changes-requested',
      reviewer: cast.review.user.id,
      revision: revisionId,
      outdated: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      location: `${t.origin}/v1/spaces/${at.spaceId}/change-requests/${at.changeRequestId}/reviews/${first.id}`,
    })
    const revision = await moveOn(at)
    const second = await done(as(cast.review).submit(at, { status: 'approved' }))
    expect(second).toMatchObject({ revision, outdated: false })
    expect(await done(as(cast.read).review(at, first.id))).toEqual({ ...first, outdated: true })
    expect((await done(as(cast.read).reviews(at))).items).toEqual([second, { ...first, outdated: true }])
    expect((await done(as(cast.read).reviews(at, { outdated: true }))).items).toMatchObject([
      { id: first.id },
    ])
    expect((await done(as(cast.read).reviews(at, { outdated: false }))).items).toMatchObject([
      { id: second.id },
    ])
  })

  it('have a text that is a comment on the change request, and is deleted with it', async () => {
    const at = await proposal()
    const place = { spaceId: at.spaceId, changeRequest: at.changeRequestId }
    const review = await done(
      as(cast.review).submit(at, { status: 'changes-requested', comment: 'Say *why*.' }),
    )
    expect(review.comment).toBe('Say *why*.')
    const { items } = await done(talk(cast.read).listComments(place))
    const commentId = items[0]?.id ?? ''
    expect(items).toMatchObject([{ markdown: 'Say *why*.', postedBy: cast.review.user.id }])
    expect(await typesOf(at.changeRequestId)).toEqual(['change_request.reviewed', 'comment.posted'])
    expect((await done(talk(cast.read).getChangeRequest(at.spaceId, at.changeRequestId))).comments).toBe(1)

    await done(talk(cast.review).updateComment({ ...place, commentId }, { markdown: 'Say how.' }))
    expect((await done(as(cast.read).review(at, review.id))).comment).toBe('Say how.')
    await done(talk(cast.review).deleteComment({ ...place, commentId }))
    expect(await done(as(cast.read).review(at, review.id))).not.toHaveProperty('comment')
  })

  it('takes no review once it is merged or archived, and no verdict that there is not', async () => {
    for (const status of ['merged', 'archived'] as const) {
      const at = await proposal(status)
      expect((await refused(as(cast.review).submit(at, { status: 'approved' }), 409)).reason).toBe('conflict')
      expect((await done(as(cast.read).reviews(at))).items).toEqual([])
    }
    await refused(as(cast.review).submit(await proposal(), { status: 'perfect' }), 400)
    await refused(as(cast.review).submit(await proposal(), { status: 'approved', comment: ' ' }), 400)
  })

  it('of another change request, and hidden ones, are not found', async () => {
    const [at, other] = [await proposal(), await proposal()]
    const { id } = await done(as(cast.review).submit(at, { status: 'approved' }))
    await refused(as(cast.stranger).review(at, id), 404)
    await refused(as(cast.guest).review(at, id), 404)
    await refused(as(cast.read).review(at, newId('Review')), 404)
    if (name === 'rest') await refused(as(cast.read).review(other, id), 404)
  })

  it('can be written for a draft', async () => {
    await done(as(cast.review).submit(await proposal('draft'), { status: 'approved' }))
  })
})

it('a comment names its review, and the review returns it as a document', async () => {
  const { spaceId, changeRequestId } = await proposal()
  const path = `/spaces/${spaceId}/change-requests/${changeRequestId}`
  const made = await callRest(t, cast.review, 'POST', `${path}/reviews`, {
    body: { status: 'approved', comment: { markdown: 'Fine.' } },
  })
  const review = made.body as { id: string; urls: { location: string } }
  expect([made.status, made.headers.get('location')]).toEqual([201, review.urls.location])
  const { body } = await callRest(t, cast.read, 'GET', `${path}/comments`)
  expect(body).toMatchObject({ items: [{ target: { review: review.id, changeRequest: changeRequestId } }] })
  const { body: asDocument } = await callRest(t, cast.read, 'GET', `${path}/reviews/${review.id}`, {
    query: { format: 'document' },
  })
  expect(asDocument).toMatchObject({
    comment: { object: 'comment', target: { review: review.id }, body: { document: expect.any(Object) } },
  })
})

it('a review and a review request return their revision', async () => {
  const at = await proposal()
  const path = `/spaces/${at.spaceId}/change-requests/${at.changeRequestId}`
  await callRest(t, cast.edit, 'POST', `${path}/requested-reviewers`, {
    body: { users: [cast.read.user.id] },
  })
  await callRest(t, cast.review, 'POST', `${path}/reviews`, { body: { status: 'approved' } })
  const { changeRequest } = await queried<{ changeRequest: unknown }>(
    t,
    cast.read,
    `query($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) { content { id }
      reviews { nodes { revisionId revision { id } } } requestedReviewers { nodes { revisionId revision { id } } } } }`,
    { space: at.spaceId, id: at.changeRequestId },
  )
  const { revisionId } = await t.db.database.prisma.changeRequest.findUniqueOrThrow({
    where: { id: at.changeRequestId },
  })
  const shown = { nodes: [{ revisionId, revision: { id: revisionId } }] }
  expect(changeRequest).toEqual({ content: { id: revisionId }, reviews: shown, requestedReviewers: shown })
})

it('permissions of a change request follow the role and the review request', async () => {
  const at = await proposal()
  const review = async (who: Person) => {
    const { changeRequest } = await queried<{ changeRequest: { permissions: { review: boolean } } }>(
      t,
      who,
      'query($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) { permissions { review } } }',
      { space: at.spaceId, id: at.changeRequestId },
    )
    return changeRequest.permissions.review
  }
  expect([await review(cast.read), await review(cast.edit), await review(cast.review)]).toEqual([
    false,
    false,
    true,
  ])
  const path = `/spaces/${at.spaceId}/change-requests/${at.changeRequestId}/requested-reviewers`
  await callRest(t, cast.edit, 'POST', path, { body: { users: [cast.read.user.id] } })
  expect(await review(cast.read)).toBe(true)
})
