import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '../support/app.ts'
import { ask, failuresOf, follow, open, post, transports, untilServing } from '../support/live.ts'

const ACTIVITY = `subscription ($spaceId: ID!, $changeRequestId: ID, $after: String) {
  commentActivity(spaceId: $spaceId, changeRequestId: $changeRequestId, after: $after) {
    cursor type occurredAt commentId replyId
    actor { id displayName }
    comment {
      id status body { markdown }
      postedBy { id }
      reactions { emoji count }
      replies(first: 5) { totalCount nodes { id body { markdown } } }
    }
    reply { id body { markdown } }
    space { id }
    changeRequest { id number }
  }
}`

const t = await appForFile()
const organizationId = (await t.build.buildOrganization()).id
const author = await t.build.buildPerson({ organizationId, role: 'edit' })
let spaceId: string

interface Changed {
  reply: { id: string }
}

const mutate = async (name: string, input: object, selection: string): Promise<Changed | undefined> => {
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const data = await ask<Record<string, Changed>>(t, author.token, {
    query: `mutation ($input: ${title}Input!) { ${name}(input: $input) { ${selection} } }`,
    variables: { input },
  })
  return data[name]
}

describe.each(transports)('commentActivity over %s', (transport) => {
  beforeAll(async () => {
    spaceId = (await t.build.buildSpace({ organizationId })).id
  })

  test('delivers everything that happens to a comment and its replies, in the state at that time', async () => {
    const client = await follow(transport, t, author.token, { query: ACTIVITY, variables: { spaceId } })
    const markdown = (text: string) => ({ body: { markdown: text } })

    const startedAt = Date.now()
    const commentId = await post(t, author.token, { spaceId, text: 'First' })
    const posted = await client.next()
    expect(posted).toMatchObject({
      type: 'COMMENT_POSTED',
      commentId,
      replyId: null,
      actor: { id: author.user.id, displayName: author.user.displayName },
      comment: {
        id: commentId,
        status: 'OPEN',
        body: { markdown: 'First' },
        postedBy: { id: author.user.id },
        reactions: [],
        replies: { totalCount: 0, nodes: [] },
      },
      reply: null,
      space: { id: spaceId },
      changeRequest: null,
    })
    expect(posted.cursor).toMatch(/^\S+$/)
    expect(posted.occurredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(posted.occurredAt)).toBeGreaterThanOrEqual(startedAt)

    await mutate('updateComment', { commentId, ...markdown('Second') }, 'comment { id }')
    expect(await client.next()).toMatchObject({
      type: 'COMMENT_EDITED',
      commentId,
      comment: { body: { markdown: 'Second' } },
    })

    await mutate('updateComment', { commentId, resolved: true }, 'comment { id }')
    expect(await client.next()).toMatchObject({ type: 'COMMENT_RESOLVED', comment: { status: 'RESOLVED' } })

    await mutate('updateComment', { commentId, resolved: false }, 'comment { id }')
    expect(await client.next()).toMatchObject({ type: 'COMMENT_REOPENED', comment: { status: 'OPEN' } })

    await mutate('updateComment', { commentId, addedReactions: ['👍'] }, 'comment { id }')
    expect(await client.next()).toMatchObject({
      type: 'COMMENT_REACTED',
      comment: { reactions: [{ emoji: '👍', count: 1 }] },
    })

    const replied = await mutate('postCommentReply', { commentId, ...markdown('Yes') }, 'reply { id }')
    const replyId = replied?.reply.id
    expect(await client.next()).toMatchObject({
      type: 'REPLY_POSTED',
      commentId,
      replyId,
      reply: { id: replyId, body: { markdown: 'Yes' } },
      comment: { replies: { totalCount: 1, nodes: [{ id: replyId, body: { markdown: 'Yes' } }] } },
    })

    await mutate('updateCommentReply', { replyId, ...markdown('No') }, 'reply { id }')
    expect(await client.next()).toMatchObject({ type: 'REPLY_EDITED', reply: { body: { markdown: 'No' } } })

    await mutate('updateCommentReply', { replyId, addedReactions: ['🎉'] }, 'reply { id }')
    expect(await client.next()).toMatchObject({ type: 'REPLY_REACTED', replyId })

    await mutate('deleteCommentReply', { replyId }, 'deletedId')
    expect(await client.next()).toMatchObject({
      type: 'REPLY_DELETED',
      commentId,
      replyId,
      reply: null,
      comment: { replies: { totalCount: 0, nodes: [] } },
    })

    await mutate('deleteComment', { commentId }, 'deletedId')
    expect(await client.next()).toMatchObject({ type: 'COMMENT_DELETED', commentId, comment: null })

    expect(client.results.all.flatMap(({ errors }) => errors ?? [])).toEqual([])
    await client.close()
    await untilServing(t, 0)
  })

  test('a write at the REST API arrives as well', async () => {
    const client = await follow(transport, t, author.token, { query: ACTIVITY, variables: { spaceId } })
    const response = await fetch(`${t.origin}/v1/spaces/${spaceId}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${author.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ body: { markdown: 'By REST' } }),
    })
    const { id } = (await response.json()) as { id: string }
    expect(await client.next()).toMatchObject({
      type: 'COMMENT_POSTED',
      commentId: id,
      comment: { body: { markdown: 'By REST' } },
    })
    await client.close()
  })

  test('with changeRequestId delivers only events of that change request, by id and by number', async () => {
    const wanted = await t.build.buildChangeRequest({ spaceId })
    const other = await t.build.buildChangeRequest({ spaceId })
    const byId = await follow(transport, t, author.token, {
      query: ACTIVITY,
      variables: { spaceId, changeRequestId: wanted.id },
    })
    const byNumber = await follow(transport, t, author.token, {
      query: ACTIVITY,
      variables: { spaceId, changeRequestId: String(wanted.number) },
    })
    await post(t, author.token, { spaceId })
    await post(t, author.token, { spaceId, changeRequestId: other.id })
    const commentId = await post(t, author.token, { spaceId, changeRequestId: wanted.id })
    for (const client of [byId, byNumber]) {
      expect(await client.next()).toMatchObject({
        commentId,
        changeRequest: { id: wanted.id, number: wanted.number },
      })
      expect(client.results.all).toHaveLength(1)
      await client.close()
    }
  })

  test('what happens in other spaces and other organizations does not arrive', async () => {
    const neighbour = await t.build.buildSpace({ organizationId })
    const elsewhere = await t.build.buildSpace()
    await t.build.buildMember({
      organizationId: elsewhere.organizationId,
      userId: author.user.id,
      role: 'comment',
    })
    const client = await follow(transport, t, author.token, { query: ACTIVITY, variables: { spaceId } })
    await post(t, author.token, { spaceId: neighbour.id })
    await post(t, author.token, { spaceId: elsewhere.id })
    const commentId = await post(t, author.token, { spaceId })
    expect((await client.next()).commentId).toBe(commentId)
    expect(client.results.all).toHaveLength(1)
    await client.close()
  })

  test('a space that one may not see is not found', async () => {
    const hidden = await t.build.buildSpace()
    const client = open(transport, t, author.token, { query: ACTIVITY, variables: { spaceId: hidden.id } })
    expect((await client.results.next()).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    await client.ended
    expect(t.app.feed.size).toBe(0)
  })

  test('a subscriber who loses access gets an error at the next event; others continue', async () => {
    const place = { organizationId, role: 'read' as const }
    const [removed, demoted, staying] = [
      await t.build.buildPerson(place),
      await t.build.buildPerson(place),
      await t.build.buildPerson(place),
    ]
    const payload = { query: ACTIVITY, variables: { spaceId } }
    const ofRemoved = await follow(transport, t, removed.token, payload)
    const ofDemoted = await follow(transport, t, demoted.token, payload)
    const ofStaying = await follow(transport, t, staying.token, payload)

    await post(t, author.token, { spaceId, text: 'seen by all' })
    for (const client of [ofRemoved, ofDemoted, ofStaying]) {
      expect((await client.next()).comment?.body.markdown).toBe('seen by all')
    }

    await t.db.database.prisma.member.deleteMany({ where: { userId: removed.user.id } })
    await t.db.database.prisma.member.updateMany({ where: { userId: demoted.user.id }, data: { role: null } })
    await post(t, author.token, { spaceId, text: 'for members' })
    for (const client of [ofRemoved, ofDemoted]) {
      const { data, errors } = await client.results.next()
      expect(data ?? null).toBeNull()
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
      await client.ended
    }
    expect((await ofStaying.next()).comment?.body.markdown).toBe('for members')
    await untilServing(t, 1)
    await post(t, author.token, { spaceId, text: 'still here' })
    expect((await ofStaying.next()).comment?.body.markdown).toBe('still here')
    await ofStaying.close()
    await untilServing(t, 0)
  })
})

test('nothing was reported as a fault', () => {
  expect(failuresOf(t)).toEqual([])
})
