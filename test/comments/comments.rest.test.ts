import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { failedRequests } from '../support/outcome.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let cast: PeopleByRole
let main: string
let review: string

beforeAll(async () => {
  t = await startApp()
  cast = await buildPeopleByRole(t)
  main = `/spaces/${cast.space.id}`
  review = `${main}/change-requests/${cast.changeRequest.id}`
})
afterEach(() => expect(failedRequests(t)).toEqual([]))
afterAll(() => t.close())

const comment = (changeRequestId: string | null = null) =>
  t.build.buildComment({ spaceId: cast.space.id, changeRequestId, postedById: cast.comment.user.id })

async function statusOf(who: Person, method: string, path: string, body?: unknown): Promise<number> {
  return (await callRest(t, who, method, path, body === undefined ? {} : { body })).status
}

describe('the path of a comment', () => {
  /** Requests a comment and a reply with every route below a prefix that is not theirs. */
  async function expectAbsent(prefix: string, commentId: string) {
    const { id: replyId } = await t.build.buildReply({ commentId, postedById: cast.comment.user.id })
    const body = { body: { markdown: 'Moved' } }
    const at = `${prefix}/comments/${commentId}`
    expect(await statusOf(cast.admin, 'GET', at)).toBe(404)
    expect(await statusOf(cast.admin, 'PUT', at, { ...body, resolved: true })).toBe(404)
    expect(await statusOf(cast.admin, 'GET', `${at}/replies`)).toBe(404)
    expect(await statusOf(cast.admin, 'POST', `${at}/replies`, body)).toBe(404)
    expect(await statusOf(cast.admin, 'GET', `${at}/replies/${replyId}`)).toBe(404)
    expect(await statusOf(cast.admin, 'PUT', `${at}/replies/${replyId}`, body)).toBe(404)
    expect(await statusOf(cast.admin, 'DELETE', `${at}/replies/${replyId}`)).toBe(404)
    // No such comment exists here, and an admin may delete comments: it counts as already deleted.
    expect(await statusOf(cast.admin, 'DELETE', at)).toBe(204)
    const { prisma } = t.db.database
    const kept = await prisma.comment.findUniqueOrThrow({ where: { id: commentId } })
    expect(kept).toMatchObject({ markdown: 'Is this right?', status: 'open', replyCount: 1 })
    expect(await prisma.commentReply.count({ where: { id: replyId, markdown: 'It is.' } })).toBe(1)
  }

  it('does not lead from main content to a comment of a change request', async () => {
    await expectAbsent(main, (await comment(cast.changeRequest.id)).id)
  })

  it('does not lead from a change request to a comment of main content', async () => {
    await expectAbsent(review, (await comment()).id)
    await expectAbsent(`${main}/change-requests/${cast.changeRequest.number}`, (await comment()).id)
  })

  it('does not lead from one change request to a comment of another', async () => {
    const other = await t.build.buildChangeRequest({ spaceId: cast.space.id })
    await expectAbsent(`${main}/change-requests/${other.id}`, (await comment(cast.changeRequest.id)).id)
  })

  it('does not lead from one space to a comment of another', async () => {
    const other = await t.build.buildSpace({ organizationId: cast.organization.id })
    await expectAbsent(`/spaces/${other.id}`, (await comment()).id)
  })

  it('does not lead from one comment to a reply to another', async () => {
    const [mine, other] = [await comment(), await comment()]
    const { id } = await t.build.buildReply({ commentId: other.id })
    expect(await statusOf(cast.admin, 'GET', `${main}/comments/${mine.id}/replies/${id}`)).toBe(404)
    expect(await statusOf(cast.admin, 'DELETE', `${main}/comments/${mine.id}/replies/${id}`)).toBe(204)
    expect(await statusOf(cast.admin, 'GET', `${main}/comments/${other.id}/replies/${id}`)).toBe(200)
  })
})

describe('what a body or a query says of the place', () => {
  const elsewhere = () => ({
    changeRequestId: cast.changeRequest.id,
    spaceId: newId('Space'),
    commentId: newId('Comment'),
  })

  it('cannot smuggle a comment onto a change request', async () => {
    const body = { ...elsewhere(), body: { markdown: 'Here' } }
    const query = { changeRequestId: cast.changeRequest.id }
    const posted = await callRest(t, cast.comment, 'POST', `${main}/comments`, { body, query })
    expect(posted.status, posted.trace).toBe(200)
    const { id, target } = posted.body as { id: string; target: object }
    expect(target).toMatchObject({ space: cast.space.id })
    expect(target).not.toHaveProperty('changeRequest')
    const { changeRequestId } = await t.db.database.prisma.comment.findUniqueOrThrow({ where: { id } })
    expect(changeRequestId).toBeNull()
  })

  it('cannot move a change to another comment', async () => {
    const [mine, other] = [await comment(), await comment(cast.changeRequest.id)]
    const body = { ...elsewhere(), commentId: other.id, resolved: true }
    expect(await statusOf(cast.comment, 'PUT', `${main}/comments/${mine.id}`, body)).toBe(200)
    const rows = await t.db.database.prisma.comment.findMany({ where: { id: { in: [mine.id, other.id] } } })
    expect(rows.map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [mine.id, 'resolved'],
        [other.id, 'open'],
      ]),
    )
  })

  it('cannot widen a list', async () => {
    await comment(cast.changeRequest.id)
    const listed = await callRest(t, cast.read, 'GET', `${main}/comments`, {
      query: { changeRequestId: cast.changeRequest.id },
    })
    const { items } = listed.body as { items: { target: { changeRequest?: string } }[] }
    expect(items.filter((item) => item.target.changeRequest !== undefined)).toEqual([])
  })
})

describe('deleting', () => {
  it.each(['main content', 'a change request'])(
    'is 205 and then 204, without a body, on %s',
    async (where) => {
      const isMain = where === 'main content'
      const { id } = await comment(isMain ? null : cast.changeRequest.id)
      const path = `${isMain ? main : review}/comments/${id}`
      const reply = await t.build.buildReply({ commentId: id, postedById: cast.comment.user.id })
      for (const target of [`${path}/replies/${reply.id}`, path]) {
        for (const status of [205, 204]) {
          const answer = await callRest(t, cast.comment, 'DELETE', target)
          expect(answer.status, answer.trace).toBe(status)
          expect(answer.body).toBeUndefined()
          expect(answer.headers.get('content-type')).toBeNull()
        }
      }
    },
  )

  it('requires the comment role for a deleted comment, and is not found in a hidden space', async () => {
    const path = `${main}/comments/${newId('Comment')}`
    expect(await statusOf(cast.read, 'DELETE', path)).toBe(403)
    expect(await statusOf(cast.stranger, 'DELETE', path)).toBe(404)
    expect(await statusOf(cast.comment, 'DELETE', path)).toBe(204)
  })
})

describe('the envelope', () => {
  it('counts its items and returns the URL of the resource', async () => {
    const { id } = await comment()
    const { body } = await callRest(t, cast.read, 'GET', `${main}/comments`, { query: { limit: 1 } })
    expect(body).toMatchObject({
      count: 1,
      items: [{ object: 'comment', id }],
      next: { page: expect.any(String) },
    })
    const user = { object: 'user', id: cast.comment.user.id, email: cast.comment.user.email }
    expect(body).toMatchObject({ items: [{ postedBy: user, target: { revision: cast.space.revisionId } }] })
  })

  it('takes one author, or several, as repeated parameters', async () => {
    const { items } = (
      await callRest(t, cast.read, 'GET', `${main}/comments`, {
        query: { authors: [cast.comment.user.id] },
      })
    ).body as { items: object[] }
    expect(items.length).toBeGreaterThan(0)
  })

  it('refuses a status, an order and a format that do not exist', async () => {
    for (const query of [{ status: 'done' }, { order: 'up' }, { format: 'html' }]) {
      const answer = await callRest(t, cast.read, 'GET', `${main}/comments`, { query })
      expect(answer.status, answer.trace).toBe(400)
      expect(answer.body).toMatchObject({ error: { reason: 'invalid_input' } })
    }
  })

  it('returns a new comment or reply in the format of the query', async () => {
    const body = { body: { markdown: '# Title' } }
    const query = { format: 'document' }
    const posted = await callRest(t, cast.comment, 'POST', `${review}/comments`, { body, query })
    expect(posted.body).toMatchObject({ body: { document: { object: 'document' } } })
    const { id } = posted.body as { id: string }
    const reply = await callRest(t, cast.comment, 'POST', `${review}/comments/${id}/replies`, { body, query })
    expect(reply.body).toMatchObject({ object: 'comment-reply', body: { document: { object: 'document' } } })
    const replies = await callRest(t, cast.comment, 'GET', `${review}/comments/${id}/replies`, { query })
    expect(replies.body).toMatchObject({ items: [{ body: { document: { object: 'document' } } }] })
  })
})
