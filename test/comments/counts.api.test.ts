import { afterEach, describe, expect, it } from 'vitest'
import {
  type Api,
  apis,
  type CommentView,
  done,
  failedRequests,
  type Outcome,
  type Place,
  refused,
  rest,
} from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

/** A space and a change request that no other test of this file uses. */
async function freshPlaces() {
  const space = await t.build.buildSpace({ organizationId: cast.organization.id })
  const changeRequest = await t.build.buildChangeRequest({ spaceId: space.id })
  return { space, changeRequest }
}

describe.each(apis)('counts ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('are changed by a post right before its event and its commit, because they lock a row of all writers', async () => {
    const { space } = await freshPlaces()
    const post = () => done(as(cast.admin).postComment({ spaceId: space.id }, { markdown: 'Hello' }))
    await post()
    const statements = await statementsOf(t, post)
    const from = statements.indexOf('BEGIN')
    const to = statements.indexOf('COMMIT')
    // Access, the comment, and the comment as it is returned.
    expect(to - from).toBeLessThanOrEqual(6)
    expect(statements.slice(to - 2, to)).toEqual([
      expect.stringContaining('UPDATE "public"."Space"'),
      expect.stringContaining('INSERT INTO "Event"'),
    ])
  })

  it.each(['main content', 'a change request'])(
    'of open comments on %s follow every change',
    async (where) => {
      const { space, changeRequest } = await freshPlaces()
      const isMain = where === 'main content'
      const place: Place = { spaceId: space.id, ...(isMain ? {} : { changeRequest: changeRequest.id }) }
      const admin = as(cast.admin)
      const counts = async () => [
        (await done(admin.getSpace(space.id))).comments,
        (await done(admin.getChangeRequest(space.id, changeRequest.id))).comments,
      ]
      const expectOpen = async (count: number) =>
        expect(await counts()).toEqual(isMain ? [count, 0] : [0, count])
      const post = () => done(admin.postComment(place, { markdown: 'Hello' }))
      const at = (comment: CommentView) => ({ ...place, commentId: comment.id })

      await expectOpen(0)
      const [one, two, three] = [await post(), await post(), await post()]
      await expectOpen(3)
      await done(admin.updateComment(at(one), { resolved: true }))
      await expectOpen(2)
      await done(admin.updateComment(at(one), { resolved: true }))
      await expectOpen(2)
      await done(admin.updateComment(at(one), { resolved: false }))
      await expectOpen(3)
      await done(
        admin.updateComment(at(one), { resolved: false, markdown: 'Edited', addedReactions: ['👍'] }),
      )
      await expectOpen(3)
      await done(admin.postReply(at(one), 'A reply is not a comment'))
      await expectOpen(3)
      await refused(as(cast.read).postComment(place, { markdown: 'Hello' }), 403)
      await refused(as(cast.comment).updateComment(at(two), { resolved: true }), 403)
      await refused(as(cast.comment).deleteComment(at(two)), 403)
      await expectOpen(3)
      await done(admin.updateComment(at(two), { resolved: true }))
      await done(admin.deleteComment(at(two)))
      await expectOpen(2)
      await done(admin.deleteComment(at(two)))
      await expectOpen(2)
      await done(admin.deleteComment(at(three)))
      await expectOpen(1)
      await done(admin.deleteComment(at(one)))
      await expectOpen(0)
    },
  )

  it('of replies follow every change', async () => {
    const { space } = await freshPlaces()
    const admin = as(cast.admin)
    const comment = await done(admin.postComment({ spaceId: space.id }, { markdown: 'Hello' }))
    const at = { spaceId: space.id, commentId: comment.id }
    const expectReplies = async (count: number) =>
      expect((await done(admin.getComment(at))).replies).toBe(count)
    const [one, two] = [await done(admin.postReply(at, 'one')), await done(admin.postReply(at, 'two'))]
    await expectReplies(2)
    await done(admin.updateReply({ ...at, replyId: one.id }, { markdown: 'edited', addedReactions: ['👍'] }))
    await refused(as(cast.read).postReply(at, 'three'), 403)
    await refused(as(cast.edit).deleteReply({ ...at, replyId: one.id }), 403)
    await expectReplies(2)
    await done(admin.deleteReply({ ...at, replyId: one.id }))
    await done(admin.deleteReply({ ...at, replyId: one.id }))
    await expectReplies(1)
    await done(admin.deleteReply({ ...at, replyId: two.id }))
    await expectReplies(0)
  })
})

describe('many clients at once', () => {
  /** Alternates between the APIs: both update the same counts. */
  const clients = (who: Person) =>
    Array.from({ length: 20 }, (_, n) => (apis[n % 2] ?? apis[0])?.enter(t, who))
  const each = async (who: Person, work: (client: Api, n: number) => Promise<Outcome<unknown>>) => {
    const outcomes = await Promise.all(
      clients(who).map((client, n) => {
        if (!client) throw new Error('There is an API layer for each client.')
        return work(client, n)
      }),
    )
    // Another client may have deleted the comment. No other error is expected.
    const failures = outcomes.filter((outcome) => !outcome.ok && outcome.status !== 404)
    expect(failures).toEqual([])
    return outcomes.filter((outcome) => outcome.ok).length
  }

  async function expectExact(spaceId: string) {
    const { prisma } = t.db.database
    const space = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const open = { spaceId, status: 'open' as const }
    expect(space.commentsOpen).toBe(await prisma.comment.count({ where: { ...open, changeRequestId: null } }))
    for (const changeRequest of await prisma.changeRequest.findMany({ where: { spaceId } })) {
      const where = { ...open, changeRequestId: changeRequest.id }
      expect(changeRequest.commentsOpen).toBe(await prisma.comment.count({ where }))
    }
    for (const comment of await prisma.comment.findMany({ where: { spaceId } })) {
      expect(comment.replyCount).toBe(await prisma.commentReply.count({ where: { commentId: comment.id } }))
      expect(comment.resolvedAt === null).toBe(comment.status === 'open')
      expect(comment.resolvedById === null).toBe(comment.status === 'open')
    }
    return space
  }

  it('resolving and reopening one comment count it once', async () => {
    const { space } = await freshPlaces()
    const comment = await t.build.buildComment({ spaceId: space.id })
    const at = { spaceId: space.id, commentId: comment.id }
    await each(cast.admin, (client) => client.updateComment(at, { resolved: true }))
    expect((await expectExact(space.id)).commentsOpen).toBe(0)
    await each(cast.admin, (client, n) => client.updateComment(at, { resolved: n % 3 === 0 }))
    await expectExact(space.id)
    await each(cast.admin, (client) => client.updateComment(at, { resolved: false }))
    expect((await expectExact(space.id)).commentsOpen).toBe(1)
  })

  it('deleting one comment counts it once', async () => {
    const { space } = await freshPlaces()
    const { id } = await t.build.buildComment({ spaceId: space.id })
    await t.build.buildComment({ spaceId: space.id })
    await each(cast.admin, (client) => client.deleteComment({ spaceId: space.id, commentId: id }))
    expect((await expectExact(space.id)).commentsOpen).toBe(1)
  })

  it('posting comments loses none', async () => {
    const { space, changeRequest } = await freshPlaces()
    await each(cast.comment, (client, n) =>
      client.postComment(
        { spaceId: space.id, ...(n < 10 ? {} : { changeRequest: changeRequest.id }) },
        { markdown: `${n}` },
      ),
    )
    expect((await expectExact(space.id)).commentsOpen).toBe(10)
  })

  it.each(['main content', 'a change request'])(
    'doing everything at once on %s leaves exact counts',
    async (where) => {
      const { space, changeRequest } = await freshPlaces()
      const isMain = where === 'main content'
      const place: Place = { spaceId: space.id, ...(isMain ? {} : { changeRequest: changeRequest.number }) }
      const target = { spaceId: space.id, changeRequestId: isMain ? null : changeRequest.id }
      for (let round = 0; round < 3; round++) {
        const made = [await t.build.buildComment(target), await t.build.buildComment(target)]
        const ats = made.map(({ id }) => ({ ...place, commentId: id }))
        const atOf = (n: number) => ats[n % 2] ?? { ...place, commentId: '' }
        await each(cast.admin, (client, n) => {
          const at = atOf(n >> 3)
          const actions = [
            () => client.updateComment(at, { resolved: true }),
            () => client.updateComment(at, { resolved: false }),
            () => client.updateComment(at, { markdown: `Edit ${n}` }),
            () => client.updateComment(at, { addedReactions: ['👍'] }),
            () => client.postReply(at, `Reply ${n}`),
            () => client.postComment(place, { markdown: `New ${n}` }),
            () => client.deleteComment(at),
            () => client.updateComment(at, { removedReactions: ['👍'], resolved: true, markdown: 'x' }),
          ]
          return (actions[n % actions.length] ?? (() => client.getComment(at)))()
        })
        await expectExact(space.id)
      }
    },
  )

  it('editing, reacting to and deleting a reply while its comment is deleted leaves exact counts', async () => {
    const { space } = await freshPlaces()
    for (let round = 0; round < 3; round++) {
      const comment = await t.build.buildComment({ spaceId: space.id })
      const reply = await t.build.buildReply({ commentId: comment.id })
      const at = { spaceId: space.id, commentId: comment.id, replyId: reply.id }
      await each(cast.admin, (client, n) => {
        const actions = [
          () => client.updateReply(at, { markdown: `Edit ${n}` }),
          () => client.updateReply(at, { addedReactions: ['👍'] }),
          () => client.deleteReply(at),
          () => client.postReply(at, `Reply ${n}`),
          () => (round === 0 ? client.getReply(at) : client.deleteComment(at)),
        ]
        return (actions[n % actions.length] ?? (() => client.getReply(at)))()
      })
      await expectExact(space.id)
    }
  })

  it('a deadlock is tried again, not shown', async () => {
    const { space } = await freshPlaces()
    const comment = await t.build.buildComment({ spaceId: space.id })
    const reply = await t.build.buildReply({ commentId: comment.id })
    const { prisma } = t.db.database
    const waiting = () => prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    let deleting: Promise<Outcome<string>> | undefined
    await prisma.$transaction(async (tx) => {
      // The other transaction detects the deadlock first, so that it is the one to be rolled back.
      await tx.$executeRaw`SET LOCAL deadlock_timeout = '15s'`
      await tx.commentReply.update({ where: { id: reply.id }, data: { markdown: 'Held' } })
      deleting = rest.enter(t, cast.admin).deleteComment({ spaceId: space.id, commentId: comment.id })
      while ((await waiting()).length === 0) await new Promise(setImmediate)
      await tx.comment.update({ where: { id: comment.id }, data: { markdown: 'Wanted' } })
    })
    expect(await deleting).toEqual({ ok: true, value: comment.id })
    await expectExact(space.id)
  })
})
