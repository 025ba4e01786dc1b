import { describe, expect, it } from 'vitest'
import { apiNamed } from '../support/api-requests.ts'
import { notificationApis } from '../support/apis-notifications.ts'
import { reviewsAt } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { done, refused } from '../support/outcome.ts'
import { mentionOf, tellAll } from './tell-all.ts'

const t = await appForFile()

describe.each(notificationApis)('notifications at $name', ({ name, enter }) => {
  const content = (who: Person) => apiNamed(name).enter(t, who)
  const reviews = (who: Person) => reviewsAt(name)(t, who)

  const found = async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const [author, reader, editor] = await Promise.all(
      (['edit', 'comment', 'edit'] as const).map((role) => t.build.buildPerson({ organizationId, role })),
    )
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    return { organizationId, spaceId, author, reader, editor } as {
      organizationId: string
      spaceId: string
      author: Person
      reader: Person
      editor: Person
    }
  }

  const kindsOf = async (who: Person) =>
    (await done(enter(t, who).list())).items.map(({ kind }) => kind).reverse()
  const unreadOf = async (who: Person) => (await done(enter(t, who).inbox())).unreadCount

  it('tell the author of a comment of replies, and nobody of what they did themselves', async () => {
    const { organizationId, spaceId, author, reader } = await found()
    const comment = await done(content(author).postComment({ spaceId }, { markdown: 'First' }))
    const reply = await done(content(reader).postReply({ spaceId, commentId: comment.id }, 'Second'))
    await done(content(author).postReply({ spaceId, commentId: comment.id }, 'Third'))
    await tellAll(t)
    const { items } = await done(enter(t, author).list())
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^ntf_/),
        kind: 'reply',
        status: 'unread',
        title: 'Guide',
        excerpt: 'Second',
        thread: comment.id,
        subject: reply.id,
        actor: reader.user.id,
        space: spaceId,
        organization: organizationId,
        app: `/app/s/${spaceId}/#${reply.id}`,
        names: { actor: reader.user.displayName, space: 'Guide' },
      },
    ])
    expect(await kindsOf(reader)).toEqual(['reply'])
    expect(await unreadOf(author)).toBe(1)
    expect(await done(enter(t, author).get(items[0]?.id ?? ''))).toEqual(items[0])
    await refused(enter(t, reader).get(items[0]?.id ?? ''), 404)
    await refused(enter(t, null).list(), 401)
    const { token } = await t.build.buildToken({ userId: author.user.id, scopes: ['user:write'] })
    await refused(enter(t, { token }).list(), 403)
    await refused(enter(t, { token }).update(items[0]?.id ?? '', 'read'), 403)
    await refused(enter(t, { token }).mark({ status: 'read' }), 403)
  })

  it('tell of everything that happens to a change request, once', async () => {
    const { spaceId, author, reader, editor } = await found()
    const { id: changeRequestId } = await done(content(author).createChangeRequest(spaceId, 'Words'))
    const at = { spaceId, changeRequestId }
    await done(reviews(author).update(at, { status: 'open' }))
    await done(reviews(author).request(at, { users: [editor.user.id] }))
    await done(reviews(editor).submit(at, { status: 'approved', comment: 'Well done' }))
    await done(content(reader).postComment({ spaceId, changeRequest: changeRequestId }, { markdown: 'Ah' }))
    await tellAll(t)
    await tellAll(t)
    const { items } = await done(enter(t, author).list())
    expect(items.map(({ kind, excerpt }) => [kind, excerpt])).toEqual([
      ['comment', 'Ah'],
      ['reviewed', 'Well done'],
    ])
    expect(items[0]).toMatchObject({ title: 'Words', changeRequest: changeRequestId })
    expect(await kindsOf(editor)).toEqual(['review_requested'])
    expect(await kindsOf(reader)).toEqual([])
  })

  it('tell those whom a text mentions, if they can see it, and once however often it is edited', async () => {
    const { spaceId, author, reader, editor } = await found()
    const stranger = await t.build.buildPerson()
    const markdown = `${mentionOf(reader)} and ${mentionOf(stranger)} and \`${mentionOf(editor)}\``
    const { id: commentId } = await done(content(author).postComment({ spaceId }, { markdown }))
    await tellAll(t)
    expect([await kindsOf(reader), await kindsOf(stranger), await kindsOf(editor)]).toEqual([
      ['mention'],
      [],
      [],
    ])
    const edited = `${mentionOf(reader)} and ${mentionOf(editor)}`
    await done(content(author).updateComment({ spaceId, commentId }, { markdown: edited }))
    await tellAll(t)
    expect([await kindsOf(reader), await kindsOf(editor)]).toEqual([['mention'], ['mention']])
  })

  it('show mentions of users in documents', async () => {
    const { spaceId, author, reader } = await found()
    const { id: commentId } = await done(
      content(author).postComment({ spaceId }, { markdown: `Hello ${mentionOf(reader)}` }),
    )
    const { document } = await done(content(author).getComment({ spaceId, commentId }, 'document'))
    expect(JSON.stringify(document)).toContain(`"ref":{"kind":"user","user":"${reader.user.id}"}`)
    const again = await done(content(author).postComment({ spaceId }, { document }))
    expect(again.markdown?.trim()).toBe(`Hello ${mentionOf(reader)}`)
  })

  it('are read, unread and done, one at a time or all at once, and the count follows', async () => {
    const { spaceId, author, reader } = await found()
    const { id: commentId } = await done(content(author).postComment({ spaceId }, { markdown: 'First' }))
    for (const text of ['1', '2', '3']) await done(content(reader).postReply({ spaceId, commentId }, text))
    await tellAll(t)
    const api = enter(t, author)
    const [newest, , oldest] = (await done(api.list())).items.map(({ id }) => id) as [string, string, string]
    expect(await unreadOf(author)).toBe(3)
    expect(await done(api.update(newest, 'read'))).toMatchObject({ id: newest, status: 'read' })
    expect(await unreadOf(author)).toBe(2)
    await done(api.update(newest, 'unread'))
    expect(await unreadOf(author)).toBe(3)
    const { cursor } = await done(api.inbox())
    await done(content(reader).postReply({ spaceId, commentId }, '4'))
    await tellAll(t)
    const marked = await done(api.mark({ status: 'done', notificationIds: [oldest, 'ntf_0'] }))
    expect(marked).toMatchObject({ changedCount: 1, inbox: { unreadCount: 3 } })
    expect(marked.notifications).toMatchObject([{ id: oldest, status: 'done' }])
    // Only what was there when the cursor was read.
    const all = await done(api.mark({ status: 'read', upTo: cursor }))
    expect(all).toMatchObject({ changedCount: 2, inbox: { unreadCount: 1 }, notifications: [] })
    expect((await done(api.list())).items.map(({ status }) => status)).toEqual(['unread', 'read', 'read'])
    expect((await done(api.list({ status: ['done'] }))).items.map(({ id }) => id)).toEqual([oldest])
    expect((await done(api.list({ status: ['all'] }))).items).toHaveLength(4)
    expect(await done(api.mark({ status: 'done' }))).toMatchObject({ changedCount: 3 })
    expect(await unreadOf(author)).toBe(0)
    await refused(api.mark({ status: 'read', upTo: 'nonsense' }), 400)
    await refused(enter(t, reader).update(oldest, 'read'), 404)
  })

  it('are listed by kind and space, in pages', async () => {
    const { organizationId, spaceId, author, reader } = await found()
    const other = (await t.build.buildSpace({ organizationId })).id
    for (const each of [spaceId, other, other]) {
      await done(content(reader).postComment({ spaceId: each }, { markdown: mentionOf(author) }))
    }
    await tellAll(t)
    const api = enter(t, author)
    expect((await done(api.list({ space: other }))).items).toHaveLength(2)
    expect((await done(api.list({ kinds: ['reply'] }))).items).toHaveLength(0)
    const first = await done(api.list({ limit: 2 }))
    expect(first.items).toHaveLength(2)
    const rest = await done(api.list({ limit: 2, ...(first.next ? { cursor: first.next } : {}) }))
    expect(rest.items.map(({ space }) => space)).toEqual([spaceId])
    expect(rest.next).toBeUndefined()
  })

  it('end for a thread or a space that is muted', async () => {
    const { spaceId, author, reader } = await found()
    const api = enter(t, author)
    const { id: commentId } = await done(content(author).postComment({ spaceId }, { markdown: 'First' }))
    expect(await done(api.mute(commentId))).toBe(commentId)
    await done(api.mute(commentId))
    await done(content(reader).postReply({ spaceId, commentId }, 'Not told'))
    await tellAll(t)
    expect(await kindsOf(author)).toEqual([])
    expect((await done(api.mutes())).items).toEqual([commentId])
    await done(api.unmute(commentId))
    await done(api.unmute(commentId))
    await done(content(reader).postReply({ spaceId, commentId }, 'Told'))
    await tellAll(t)
    expect(await kindsOf(author)).toEqual(['reply'])
    await done(api.mute(spaceId))
    await done(content(reader).postComment({ spaceId }, { markdown: mentionOf(author) }))
    await tellAll(t)
    expect(await kindsOf(author)).toEqual(['reply'])
    await refused(enter(t, await t.build.buildPerson()).mute(spaceId), 404)
    await refused(api.mute('usr_1'), 400)
  })

  it('are gone with the access to what they are about, and so is what they count', async () => {
    const { organizationId, spaceId, author, reader } = await found()
    await done(content(author).postComment({ spaceId }, { markdown: mentionOf(reader) }))
    await tellAll(t)
    const [{ id } = { id: '' }] = (await done(enter(t, reader).list())).items
    const userId = reader.user.id
    const where = { organizationId_userId: { organizationId, userId } }
    await t.db.database.prisma.member.update({ where, data: { disabled: true } })
    expect(await kindsOf(reader)).toEqual([])
    expect(await unreadOf(reader)).toBe(0)
    await refused(enter(t, reader).get(id), 404)
    await refused(enter(t, reader).update(id, 'read'), 404)
    await t.db.database.prisma.member.update({ where, data: { disabled: false } })
    expect(await kindsOf(reader)).toEqual(['mention'])
    expect(await unreadOf(reader)).toBe(1)
    await t.db.database.prisma.space.update({ where: { id: spaceId }, data: { deletedAt: new Date() } })
    expect([await kindsOf(reader), await unreadOf(reader)]).toEqual([[], 0])
  })
})
