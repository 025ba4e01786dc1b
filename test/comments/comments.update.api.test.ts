import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apis, type CommentAt, done, failedRequests, refused } from '../support/apis.ts'
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

describe.each(apis)('comments.update ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  describe.each(places)('on $where', ({ placeIn, changeRequestOf }) => {
    const target = async (): Promise<CommentAt> => {
      const changeRequestId = changeRequestOf(cast) ?? null
      const { id } = await t.build.buildComment({
        spaceId: cast.space.id,
        changeRequestId,
        postedById: cast.comment.user.id,
        markdown: 'Before',
      })
      return { ...placeIn(cast), commentId: id }
    }
    const textOf = async (at: CommentAt) => (await done(as(cast.admin).getComment(at))).markdown

    it('requires a token', async () => {
      await refused(as(null).updateComment(await target(), { markdown: 'After' }), 401)
    })

    it('a hidden comment looks exactly like an absent one', async () => {
      const at = await target()
      const hidden = await refused(as(cast.stranger).updateComment(at, { resolved: true }), 404)
      const absent = await refused(
        as(cast.stranger).updateComment({ ...at, commentId: newId('Comment') }, { resolved: true }),
        404,
      )
      expect(hidden).toEqual(absent)
    })

    it('only the author and admins change the text', async () => {
      const at = await target()
      for (const role of ['read', 'edit', 'review', 'create'] as const) {
        await refused(as(cast[role]).updateComment(at, { markdown: 'Theirs' }), 403)
      }
      expect(await textOf(at)).toBe('Before')
      expect((await done(as(cast.comment).updateComment(at, { markdown: 'Mine' }))).markdown).toBe('Mine')
      const moderated = await done(as(cast.admin).updateComment(at, { markdown: 'Judged' }))
      expect(moderated).toMatchObject({ markdown: 'Judged', postedBy: cast.comment.user.id })
    })

    it('is edited only once its text really changes', async () => {
      const at = await target()
      const same = await done(as(cast.comment).updateComment(at, { markdown: 'Before' }))
      expect(same).not.toHaveProperty('editedAt')
      await done(as(cast.comment).updateComment(at, { resolved: true, addedReactions: ['👍'] }))
      expect(await done(as(cast.comment).getComment(at))).not.toHaveProperty('editedAt')
      t.clock.now = () => new Date('2026-12-01T10:00:00.000Z')
      const edited = await done(as(cast.comment).updateComment(at, { markdown: 'After' }))
      expect(edited.editedAt).toBe('2026-12-01T10:00:00.000Z')
      t.clock.now = () => new Date('2026-12-01T10:00:05.000Z')
      const again = await done(as(cast.comment).updateComment(at, { markdown: 'After' }))
      expect(again.editedAt).toBe('2026-12-01T10:00:00.000Z')
    })

    it('the author and users with the edit role resolve and reopen it', async () => {
      const at = await target()
      for (const role of ['comment', 'edit', 'review', 'create', 'admin'] as const) {
        const resolved = await done(as(cast[role]).updateComment(at, { resolved: true }))
        expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: cast[role].user.id })
        expect(resolved.resolvedAt).toEqual(expect.any(String))
        const open = await done(as(cast[role]).updateComment(at, { resolved: false }))
        expect(open.status).toBe('open')
        expect(open).not.toHaveProperty('resolvedAt')
        expect(open).not.toHaveProperty('resolvedBy')
      }
    })

    it('readers and other commenters cannot resolve the comment of another user', async () => {
      const at = await target()
      const other = await t.build.buildPerson({ organizationId: cast.organization.id, role: 'comment' })
      for (const person of [cast.read, other]) {
        await refused(as(person).updateComment(at, { resolved: true }), 403)
        await refused(as(person).updateComment(at, { resolved: false }), 403)
      }
      expect((await done(as(cast.admin).getComment(at))).status).toBe('open')
    })

    it('resolving twice keeps who resolved it first', async () => {
      const at = await target()
      const first = await done(as(cast.comment).updateComment(at, { resolved: true }))
      const second = await done(as(cast.admin).updateComment(at, { resolved: true }))
      expect(second).toMatchObject({ resolvedAt: first.resolvedAt, resolvedBy: cast.comment.user.id })
    })

    it('one refused part of a change refuses all of it', async () => {
      const at = await target()
      // The edit role allows resolving and reacting, but not changing the text of another user.
      const change = { markdown: 'Theirs', resolved: true, addedReactions: ['👍'] }
      await refused(as(cast.edit).updateComment(at, change), 403)
      const comment = await done(as(cast.edit).getComment(at))
      expect(comment).toMatchObject({ markdown: 'Before', status: 'open', reactions: [] })
    })

    it('changes text, status and reactions in one call', async () => {
      const at = await target()
      const change = { markdown: 'After', resolved: true, addedReactions: ['🎉'] }
      const comment = await done(as(cast.comment).updateComment(at, change))
      const by = cast.comment.user.id
      expect(comment).toMatchObject({ markdown: 'After', status: 'resolved', resolvedBy: by })
      expect(comment.reactions).toEqual([{ emoji: '🎉', count: 1, users: [by] }])
    })

    it('an empty change gives the comment as it is', async () => {
      const at = await target()
      const before = await done(as(cast.read).getComment(at))
      expect(await done(as(cast.read).updateComment(at, {}))).toEqual(before)
    })
  })
})

describe.each(apis)('reactions to a comment ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)
  const target = async (): Promise<CommentAt> => ({
    spaceId: cast.space.id,
    commentId: (await t.build.buildComment({ spaceId: cast.space.id })).id,
  })

  it('a reader cannot react', async () => {
    const at = await target()
    await refused(as(cast.read).updateComment(at, { addedReactions: ['👍'] }), 403)
    await refused(as(cast.read).updateComment(at, { removedReactions: ['👍'] }), 403)
  })

  it('are one per user and emoji, however often they are added', async () => {
    const at = await target()
    await done(as(cast.comment).updateComment(at, { addedReactions: ['👍', '👍'] }))
    const comment = await done(as(cast.comment).updateComment(at, { addedReactions: ['👍'] }))
    expect(comment.reactions).toEqual([{ emoji: '👍', count: 1, users: [cast.comment.user.id] }])
  })

  it('are grouped by emoji, with their users in the order of reaction', async () => {
    const at = await target()
    await done(as(cast.comment).updateComment(at, { addedReactions: ['👍', '🎉'] }))
    await done(as(cast.edit).updateComment(at, { addedReactions: ['👍'] }))
    await done(as(cast.admin).updateComment(at, { addedReactions: ['👍'] }))
    const [ann, bob, eve] = [cast.comment.user.id, cast.edit.user.id, cast.admin.user.id]
    expect((await done(as(cast.read).getComment(at))).reactions).toEqual([
      { emoji: '👍', count: 3, users: [ann, bob, eve] },
      { emoji: '🎉', count: 1, users: [ann] },
    ])
  })

  it('are removed only by the user who added them, and removing twice succeeds', async () => {
    const at = await target()
    await done(as(cast.comment).updateComment(at, { addedReactions: ['👍'] }))
    const kept = await done(as(cast.admin).updateComment(at, { removedReactions: ['👍'] }))
    expect(kept.reactions).toHaveLength(1)
    for (let times = 0; times < 2; times++) {
      const comment = await done(as(cast.comment).updateComment(at, { removedReactions: ['👍'] }))
      expect(comment.reactions).toEqual([])
    }
  })

  it('one that is added and removed in the same call ends removed', async () => {
    const at = await target()
    const change = { addedReactions: ['👍', '🎉'], removedReactions: ['👍'] }
    const ann = cast.comment.user.id
    const fresh = await done(as(cast.comment).updateComment(at, change))
    expect(fresh.reactions).toEqual([{ emoji: '🎉', count: 1, users: [ann] }])
    await done(as(cast.comment).updateComment(at, { addedReactions: ['👍'] }))
    const again = await done(as(cast.comment).updateComment(at, change))
    expect(again.reactions).toEqual([{ emoji: '🎉', count: 1, users: [ann] }])
  })

  it('added by one user many times at once count once', async () => {
    const at = await target()
    const attempts = Array.from({ length: 10 }, () =>
      done(as(cast.comment).updateComment(at, { addedReactions: ['👍'] })),
    )
    await Promise.all(attempts)
    const comment = await done(as(cast.comment).getComment(at))
    expect(comment.reactions).toEqual([{ emoji: '👍', count: 1, users: [cast.comment.user.id] }])
  })
})
