import { describe, expect, it } from 'vitest'
import { apis, type CommentAt, done, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

const faces = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x1f600 + index))
const hearts = ['❤️', '❤', '2764', '🏳️‍🌈', '1f3f3-fe0f-200d-1f308', '👍🏽', '1️⃣', '🇩🇪', '👨‍👩‍👧‍👦']
const words = ['ok', '123', 'x'.repeat(49), '👍👍', '🇩', 'ffffff', '1', '<b>', '👍 ok']

describe.each(apis)('reactions ($name)', ({ enter }) => {
  const comment = async (): Promise<CommentAt> => {
    const { id } = await t.build.buildComment({ spaceId: cast.space.id, postedById: cast.comment.user.id })
    return { spaceId: cast.space.id, commentId: id }
  }
  const react = (at: CommentAt, addedReactions: string[], removedReactions: string[] = []) =>
    enter(t, cast.comment).updateComment(at, { addedReactions, removedReactions })

  it('are emoji, as characters or as code points, each in the form in which it was sent', async () => {
    const at = await comment()
    const { reactions } = await done(react(at, hearts))
    expect(reactions.map(({ emoji }) => emoji)).toEqual(hearts)
  })

  it.each(words)('cannot be %s', async (word) => {
    const refusal = await refused(react(await comment(), ['👍', word]), 400)
    expect(refusal.details?.[0]?.path).toEqual(['addedReactions', 1])
  })

  it('are at most 20 different emoji per user, and the message says so', async () => {
    const at = await comment()
    await done(react(at, faces.slice(0, 20)))
    const refusal = await refused(react(at, ['👍']), 409)
    expect(refusal.message).toContain('21 different emoji on it; at most 20 are allowed')
    expect((await done(react(at, ['👍'], faces.slice(0, 1)))).reactions).toHaveLength(20)
    await done(react(at, faces.slice(1, 20)))
    await refused(react(await comment(), faces.slice(0, 21)), 409)
  })

  it('are at most 20 per user even when many requests add them at once', async () => {
    const at = await comment()
    const answers = await Promise.all(faces.slice(0, 30).map((face) => react(at, [face])))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    const { reactions } = await done(enter(t, cast.comment).getComment(at))
    expect(reactions).toHaveLength(20)
  })

  it('are at most 100 different emoji of all users together', async () => {
    const at = await comment()
    const others = await Promise.all(Array.from({ length: 5 }, () => t.build.buildUser()))
    const used = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x1f400 + index))
    await t.db.database.prisma.reaction.createMany({
      data: used.map((emoji, index) => ({
        id: `rct_${at.commentId}_${index}`,
        commentId: at.commentId,
        userId: others[index % 5]?.id ?? '',
        emoji,
        reactedAt: new Date(),
      })),
    })
    await t.db.database.prisma.comment.update({ where: { id: at.commentId }, data: { reactionCount: 100 } })
    const refusal = await refused(react(at, ['🧿']), 409)
    expect(refusal.message).toContain('101 different emoji; at most 100 are allowed')
    await done(react(at, used.slice(0, 1)))
  })

  it('can be taken back if they were stored before, whatever they are', async () => {
    const at = await comment()
    await t.db.database.prisma.reaction.create({
      data: {
        id: `rct_${at.commentId}`,
        commentId: at.commentId,
        userId: cast.comment.user.id,
        emoji: 'a word',
        reactedAt: new Date(),
      },
    })
    await t.db.database.prisma.comment.update({ where: { id: at.commentId }, data: { reactionCount: 1 } })
    expect((await done(react(at, [], ['a word']))).reactions).toEqual([])
  })
})
