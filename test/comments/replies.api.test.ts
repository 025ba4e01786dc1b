import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apis, type CommentAt, done, failedRequests, type ReplyAt, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { places } from '../support/places.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => {
  t.clock.now = () => new Date()
  expect(failedRequests(t)).toEqual([])
})

describe.each(apis)('replies ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  describe.each(places)('on $where', ({ placeIn, changeRequestOf }) => {
    const thread = async (): Promise<CommentAt> => {
      const changeRequestId = changeRequestOf(cast) ?? null
      const { id } = await t.build.buildComment({
        spaceId: cast.space.id,
        changeRequestId,
        postedById: cast.edit.user.id,
      })
      return { ...placeIn(cast), commentId: id }
    }
    const target = async (): Promise<ReplyAt> => {
      const at = await thread()
      const { id } = await t.build.buildReply({
        commentId: at.commentId,
        postedById: cast.comment.user.id,
        markdown: 'Before',
      })
      return { ...at, replyId: id }
    }

    it('require a token', async () => {
      const at = await target()
      await refused(as(null).postReply(at, 'Hello'), 401)
      await refused(as(null).getReply(at), 401)
      await refused(as(null).listReplies(at), 401)
      await refused(as(null).updateReply(at, { markdown: 'After' }), 401)
      await refused(as(null).deleteReply(at), 401)
    })

    it('hidden ones look exactly like missing ones', async () => {
      const at = await target()
      const noComment = { ...at, commentId: newId('Comment') }
      const noReply = { ...at, replyId: newId('CommentReply') }
      const stranger = as(cast.stranger)
      expect(await refused(stranger.postReply(at, 'Hello'), 404)).toEqual(
        await refused(stranger.postReply(noComment, 'Hello'), 404),
      )
      expect(await refused(stranger.listReplies(at), 404)).toEqual(
        await refused(stranger.listReplies(noComment), 404),
      )
      expect(await refused(stranger.getReply(at), 404)).toEqual(
        await refused(stranger.getReply(noReply), 404),
      )
      expect(await refused(stranger.updateReply(at, { markdown: 'x' }), 404)).toEqual(
        await refused(stranger.updateReply(noReply, { markdown: 'x' }), 404),
      )
      expect(await refused(stranger.deleteReply(at), 404)).toEqual(
        await refused(stranger.deleteReply(noReply), 404),
      )
      expect((await done(as(cast.read).getReply(at))).markdown).toBe('Before')
    })

    it('a reader cannot reply, react, edit or delete', async () => {
      const at = await target()
      await refused(as(cast.read).postReply(at, 'Hello'), 403)
      await refused(as(cast.read).updateReply(at, { addedReactions: ['👍'] }), 403)
      await refused(as(cast.read).updateReply(at, { markdown: 'After' }), 403)
      await refused(as(cast.read).deleteReply(at), 403)
    })

    it('everyone who can comment can reply', async () => {
      const at = await thread()
      const reply = await done(as(cast.comment).postReply(at, ' It is.\n'))
      const changeRequest = changeRequestOf(cast)
      expect(reply).toEqual({
        id: expect.stringMatching(/^rpl_/),
        markdown: ' It is.\n',
        postedBy: cast.comment.user.id,
        postedAt: expect.any(String),
        reactions: [],
        permissions: { view: true, edit: true, reply: true, delete: true },
        location: `${t.origin}/v1/spaces/${cast.space.id}${changeRequest ? `/change-requests/${changeRequest}` : ''}/comments/${at.commentId}/replies/${reply.id}`,
      })
      expect(await done(as(cast.comment).getReply({ ...at, replyId: reply.id }))).toEqual(reply)
      await refused(as(cast.comment).postReply(at, ' '), 400)
    })

    it('are listed oldest first, or newest first on request', async () => {
      const at = await thread()
      for (const text of ['one', 'two', 'three']) await done(as(cast.comment).postReply(at, text))
      const texts = async (order?: 'asc' | 'desc') =>
        (await done(as(cast.read).listReplies(at, order ? { order } : {}))).items.map((item) => item.markdown)
      expect(await texts()).toEqual(['one', 'two', 'three'])
      expect(await texts('asc')).toEqual(['one', 'two', 'three'])
      expect(await texts('desc')).toEqual(['three', 'two', 'one'])
      expect((await done(as(cast.read).getComment(at))).replies).toBe(3)
    })

    it('only the author and admins change the text', async () => {
      const at = await target()
      // The author of the comment cannot change replies to it.
      for (const role of ['edit', 'review', 'create'] as const) {
        await refused(as(cast[role]).updateReply(at, { markdown: 'Theirs' }), 403)
      }
      const same = await done(as(cast.comment).updateReply(at, { markdown: 'Before' }))
      expect(same).not.toHaveProperty('editedAt')
      t.clock.now = () => new Date('2026-12-01T10:00:00.000Z')
      const mine = await done(as(cast.comment).updateReply(at, { markdown: 'Mine' }))
      expect(mine).toMatchObject({ markdown: 'Mine', editedAt: '2026-12-01T10:00:00.000Z' })
      const moderated = await done(as(cast.admin).updateReply(at, { markdown: 'Judged' }))
      expect(moderated).toMatchObject({ markdown: 'Judged', postedBy: cast.comment.user.id })
    })

    it('take reactions, one per user and emoji', async () => {
      const at = await target()
      await done(as(cast.comment).updateReply(at, { addedReactions: ['👍', '👍'] }))
      const both = await done(as(cast.edit).updateReply(at, { addedReactions: ['👍'] }))
      const [ann, bob] = [cast.comment.user.id, cast.edit.user.id]
      expect(both.reactions).toEqual([{ emoji: '👍', count: 2, users: [ann, bob] }])
      expect(both).not.toHaveProperty('editedAt')
      const change = { addedReactions: ['👍'], removedReactions: ['👍'] }
      const one = await done(as(cast.comment).updateReply(at, change))
      expect(one.reactions).toEqual([{ emoji: '👍', count: 1, users: [bob] }])
      expect((await done(as(cast.read).getComment(at))).reactions).toEqual([])
    })

    it('are deleted by the author and by admins only, and deleting again succeeds', async () => {
      const at = await target()
      for (const role of ['edit', 'review', 'create'] as const) {
        await refused(as(cast[role]).deleteReply(at), 403)
      }
      expect(await done(as(cast.comment).deleteReply(at))).toBe(at.replyId)
      expect(await done(as(cast.comment).deleteReply(at))).toBe(at.replyId)
      await refused(as(cast.read).deleteReply(at), 403)
      await refused(as(cast.stranger).deleteReply(at), 404)
      await refused(as(cast.read).getReply(at), 404)
      expect((await done(as(cast.read).getComment(at))).replies).toBe(0)
      const second = await target()
      await done(as(cast.admin).deleteReply(second))
      await refused(as(cast.read).getReply(second), 404)
    })

    it('are returned as documents on request', async () => {
      const reply = await done(as(cast.read).getReply(await target(), 'document'))
      expect(reply).not.toHaveProperty('markdown')
      expect(reply.document).toMatchObject({ object: 'document' })
    })
  })
})
