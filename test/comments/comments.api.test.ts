import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apis, done, failedRequests, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { places } from '../support/places.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

/** A place that does not exist. */
const nowhere = (hasChangeRequest: boolean) => ({
  spaceId: newId('Space'),
  ...(hasChangeRequest ? { changeRequest: newId('ChangeRequest') } : {}),
})

describe.each(apis)('comments.post ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  describe.each(places)('on $where', ({ placeIn, changeRequestOf }) => {
    it('requires a token', async () => {
      await refused(as(null).postComment(placeIn(cast), { markdown: 'Hello' }), 401)
    })

    it('a hidden place looks exactly like an absent one', async () => {
      const { changeRequest } = placeIn(cast)
      const hidden = await refused(as(cast.stranger).postComment(placeIn(cast), { markdown: 'Hello' }), 404)
      const absent = await refused(
        as(cast.stranger).postComment(nowhere(changeRequest !== undefined), { markdown: 'Hello' }),
        404,
      )
      expect(hidden).toEqual(absent)
      await refused(as(cast.guest).postComment(placeIn(cast), { markdown: 'Hello' }), 404)
    })

    it('a reader cannot comment', async () => {
      const refusal = await refused(as(cast.read).postComment(placeIn(cast), { markdown: 'Hello' }), 403)
      expect(refusal.reason).toBe('forbidden')
    })

    it('gives the comment, open and as written', async () => {
      const markdown = '  **Is** this right?\n'
      const comment = await done(as(cast.comment).postComment(placeIn(cast), { markdown, node: 'n1' }))
      const changeRequest = changeRequestOf(cast)
      expect(comment).toEqual({
        id: expect.stringMatching(/^cmt_/),
        markdown,
        status: 'open',
        postedBy: cast.comment.user.id,
        postedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        replies: 0,
        reactions: [],
        permissions: { view: true, edit: true, reply: true, delete: true, resolve: true },
        space: cast.space.id,
        ...(changeRequest ? { changeRequest } : {}),
        node: { id: 'n1' },
        location: `${t.origin}/v1/spaces/${cast.space.id}${changeRequest ? `/change-requests/${changeRequest}` : ''}/comments/${comment.id}`,
      })
      const at = { ...placeIn(cast), commentId: comment.id }
      expect(await done(as(cast.comment).getComment(at))).toEqual(comment)
    })

    it('is written as a document too, and what cannot be read in one is refused with its place', async () => {
      const text = (words: string, marks: object[] = []) => ({
        object: 'text',
        leaves: [{ object: 'leaf', text: words, marks }],
      })
      const documentOf = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })
      const paragraph = (...nodes: unknown[]) => ({ object: 'block', type: 'paragraph', nodes })
      const document = documentOf(paragraph(text('See '), text('here', [{ object: 'mark', type: 'bold' }])))
      const comment = await done(as(cast.comment).postComment(placeIn(cast), { document }))
      expect(comment.markdown).toBe('See **here**\n')
      const at = { ...placeIn(cast), commentId: comment.id }
      const { document: read } = await done(as(cast.comment).getComment(at, 'document'))
      const again = await done(as(cast.comment).postComment(placeIn(cast), { document: read }))
      expect(again.markdown).toBe(comment.markdown)

      const wrong = { document: documentOf({ object: 'block', type: 'wow' }) }
      const refusal = await refused(as(cast.comment).postComment(placeIn(cast), wrong), 400)
      expect(refusal.details).toMatchObject([{ path: ['body', 'document', 'nodes', 0, 'type'] }])
      const empty = { document: documentOf(paragraph(text(''))) }
      const nothing = await refused(as(cast.comment).postComment(placeIn(cast), empty), 400)
      expect(nothing.details).toMatchObject([{ path: ['body', 'document'] }])
      await refused(as(cast.comment).postComment(placeIn(cast), { markdown: 'Both', document }), 400)
    })

    it.each(['', ' \n\t'])('refuses a text that says nothing: %j', async (markdown) => {
      const refusal = await refused(as(cast.comment).postComment(placeIn(cast), { markdown }), 400)
      expect(refusal).toMatchObject({ reason: 'invalid_input', details: [{ path: ['body', 'markdown'] }] })
    })
  })

  it('takes no more than 100,000 characters', async () => {
    const place = { spaceId: cast.space.id }
    await refused(as(cast.comment).postComment(place, { markdown: 'x'.repeat(100_001) }), 400)
    const kept = await done(as(cast.comment).postComment(place, { markdown: 'x'.repeat(100_000) }))
    expect(kept.markdown).toHaveLength(100_000)
  })

  it('a change request of another space is not there', async () => {
    const other = await t.build.buildSpace({ organizationId: cast.organization.id })
    const place = { spaceId: other.id, changeRequest: cast.changeRequest.id }
    await refused(as(cast.admin).postComment(place, { markdown: 'Hello' }), 404)
  })
})

describe.each(apis)('comments.get ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  describe.each(places)('on $where', ({ placeIn, changeRequestOf }) => {
    const target = async () => {
      const changeRequestId = changeRequestOf(cast) ?? null
      const { id } = await t.build.buildComment({
        spaceId: cast.space.id,
        changeRequestId,
        postedById: cast.comment.user.id,
        markdown: 'See **here**',
      })
      return { ...placeIn(cast), commentId: id }
    }

    it('requires a token', async () => {
      await refused(as(null).getComment(await target()), 401)
    })

    it('a hidden comment looks exactly like an absent one', async () => {
      const at = await target()
      const hidden = await refused(as(cast.stranger).getComment(at), 404)
      const absent = await refused(as(cast.stranger).getComment({ ...at, commentId: newId('Comment') }), 404)
      expect(hidden).toEqual(absent)
      await refused(as(cast.guest).getComment(at), 404)
      expect(await refused(as(cast.read).getComment({ ...at, commentId: newId('Comment') }), 404)).toEqual(
        absent,
      )
    })

    it('a reader can see it and nothing more', async () => {
      const at = await target()
      const comment = await done(as(cast.read).getComment(at))
      expect(comment).toMatchObject({ id: at.commentId, markdown: 'See **here**' })
      expect(comment.permissions).toEqual({
        view: true,
        edit: false,
        reply: false,
        delete: false,
        resolve: false,
      })
      expect(comment).not.toHaveProperty('editedAt')
      expect(comment).not.toHaveProperty('resolvedAt')
      expect(comment).not.toHaveProperty('resolvedBy')
    })

    it('gives the document instead of markdown when asked', async () => {
      const comment = await done(as(cast.read).getComment(await target(), 'document'))
      expect(comment).not.toHaveProperty('markdown')
      expect(comment.document).toMatchObject({ object: 'document' })
      expect(JSON.stringify(comment.document)).toContain('here')
    })
  })
})

describe.each(apis)('comments.delete ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  describe.each(places)('on $where', ({ placeIn, changeRequestOf }) => {
    const target = async (author: Person = cast.comment) => {
      const changeRequestId = changeRequestOf(cast) ?? null
      const { id } = await t.build.buildComment({
        spaceId: cast.space.id,
        changeRequestId,
        postedById: author.user.id,
      })
      return { ...placeIn(cast), commentId: id }
    }
    const exists = async (id: string) => (await t.db.database.prisma.comment.count({ where: { id } })) === 1

    it('requires a token', async () => {
      const at = await target()
      await refused(as(null).deleteComment(at), 401)
      expect(await exists(at.commentId)).toBe(true)
    })

    it('requires the author or an admin', async () => {
      const at = await target()
      for (const role of ['read', 'edit', 'review', 'create'] as const) {
        const refusal = await refused(as(cast[role]).deleteComment(at), 403)
        expect(refusal.reason).toBe('forbidden')
      }
      expect(await exists(at.commentId)).toBe(true)
      expect(await done(as(cast.comment).deleteComment(at))).toBe(at.commentId)
      expect(await exists(at.commentId)).toBe(false)
      const second = await target()
      await done(as(cast.admin).deleteComment(second))
      expect(await exists(second.commentId)).toBe(false)
    })

    it('deletes its replies and reactions', async () => {
      const at = await target()
      const reply = await done(as(cast.edit).postReply(at, 'It is.'))
      await done(as(cast.edit).updateReply({ ...at, replyId: reply.id }, { addedReactions: ['👍'] }))
      await done(as(cast.edit).updateComment(at, { addedReactions: ['👍'] }))
      await done(as(cast.comment).deleteComment(at))
      await refused(as(cast.edit).getReply({ ...at, replyId: reply.id }), 404)
      const where = { OR: [{ commentId: at.commentId }, { replyId: reply.id }] }
      expect(await t.db.database.prisma.reaction.count({ where })).toBe(0)
    })

    it('succeeds again after it was deleted', async () => {
      const at = await target()
      await done(as(cast.comment).deleteComment(at))
      expect(await done(as(cast.comment).deleteComment(at))).toBe(at.commentId)
      await refused(as(cast.comment).getComment(at), 404)
      await refused(as(cast.read).deleteComment(at), 403)
      await refused(as(cast.stranger).deleteComment(at), 404)
    })

    it('leaves a hidden comment alone', async () => {
      const at = await target()
      const hidden = await as(cast.stranger).deleteComment(at)
      expect(hidden).toMatchObject({ ok: false, status: 404 })
      expect(await as(cast.stranger).deleteComment({ ...at, commentId: newId('Comment') })).toEqual(hidden)
      expect(await exists(at.commentId)).toBe(true)
    })
  })
})
