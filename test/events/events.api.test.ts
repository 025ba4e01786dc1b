import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { bindCursor, encodeCursor } from '../../src/core/lists/cursor.ts'
import { apiNamed } from '../support/api-requests.ts'
import { eventApis } from '../support/apis-events.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { follow, post } from '../support/live.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

const ACTIVITY = `subscription ($spaceId: ID!, $after: String) {
  commentActivity(spaceId: $spaceId, after: $after) { cursor commentId } }`

/** An organization with a space that is visible to all members, a private one, and an admin. */
async function found() {
  const { id: organizationId } = await t.build.buildOrganization()
  const open = (await t.build.buildSpace({ organizationId })).id
  const shut = (await t.build.buildSpace({ organizationId, defaultLevel: null })).id
  const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  return { organizationId, open, shut, admin }
}

const log = (organizationId: string, type: string, subject: Record<string, string>, spaceId?: string) =>
  t.db.database.prisma.event.create({
    data: { organizationId, type, subject, spaceId: spaceId ?? null },
  })

describe.each(eventApis)('events at $name', ({ name, enter }) => {
  const api = apiNamed(name)

  it('are for users who can see the place: 401 without a token, 404 for strangers and for a hidden space', async () => {
    const { organization, space } = cast
    await refused(enter(t, null).ofOrganization(organization.id), 401)
    await refused(enter(t, null).ofSpace(space.id), 401)
    await refused(enter(t, cast.stranger).ofOrganization(organization.id), 404)
    await refused(enter(t, cast.stranger).ofSpace(space.id), 404)
    await refused(enter(t, cast.guest).ofSpace(space.id), 404)
    await done(enter(t, cast.read).ofSpace(space.id))
  })

  it('contain the actor, the type and the subjects, in the order of the log', async () => {
    const { organizationId, admin } = await found()
    const space = await done(api.enter(t, admin).createSpace(organizationId, { title: 'Guide' }))
    const comment = await done(api.enter(t, admin).postComment({ spaceId: space.id }, { markdown: 'Hm' }))
    const { items } = await done(enter(t, admin).ofOrganization(organizationId))
    expect(items.map(({ type, actor, subject }) => ({ type, actor, subject }))).toEqual([
      { type: 'space.created', actor: admin.user.id, subject: [space.id] },
      { type: 'comment.posted', actor: admin.user.id, subject: [comment.id] },
    ])
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort())
    expect((await done(enter(t, admin).ofSpace(space.id))).items).toEqual(items)
  })

  it('leave out spaces and collections that the caller does not see, and what is for admins', async () => {
    const { organizationId, open, shut, admin } = await found()
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    const guest = await t.build.buildPerson({ organizationId, role: null })
    await t.build.buildGrant('read', { userId: guest.user.id }, { spaceId: shut }, organizationId)
    const collection = await t.build.buildCollection({ organizationId, defaultLevel: null })
    await log(organizationId, 'space.updated', { space: open }, open)
    await log(organizationId, 'space.updated', { space: shut }, shut)
    await log(organizationId, 'permission.granted', { space: open }, open)
    await log(organizationId, 'collection.updated', { collection: collection.id })
    await log(organizationId, 'member.invited', { user: guest.user.id })
    await log(organizationId, 'token.created', { token: guest.tokenId })
    await log(organizationId, 'organization.updated', { organization: organizationId })
    const seen = async (who: Person) => {
      const { items } = await done(enter(t, who).ofOrganization(organizationId))
      return items.map(({ type, subject }) => `${type} ${subject}`)
    }
    expect(await seen(admin)).toHaveLength(7)
    expect(await seen(reader)).toEqual([`space.updated ${open}`, `organization.updated ${organizationId}`])
    expect(await seen(guest)).toEqual([`space.updated ${shut}`, `organization.updated ${organizationId}`])
    expect((await done(enter(t, admin).ofSpace(open))).items).toHaveLength(2)
    expect((await done(enter(t, reader).ofSpace(open))).items).toHaveLength(1)
    await refused(enter(t, reader).ofSpace(shut), 404)
    // The current access applies: the same events become visible once the space is open to all.
    await t.db.database.prisma.space.update({ where: { id: shut }, data: { defaultLevel: 'read' } })
    expect(await seen(reader)).toContain(`space.updated ${shut}`)
  })

  it('show no person and no other space to users without access', async () => {
    const { organizationId, open, shut, admin } = await found()
    const guest = await t.build.buildPerson({ organizationId, role: null })
    await t.build.buildGrant('read', { userId: guest.user.id }, { spaceId: open }, organizationId)
    await t.db.database.prisma.event.create({
      data: {
        organizationId,
        type: 'space.duplicated',
        spaceId: open,
        actorId: admin.user.id,
        subject: { space: open, original: shut },
      },
    })
    const [forGuest] = (await done(enter(t, guest).ofSpace(open))).items
    expect(forGuest).toMatchObject({ actor: null, subject: [open] })
    const [forAdmin] = (await done(enter(t, admin).ofSpace(open))).items
    expect(forAdmin).toMatchObject({ actor: admin.user.id, subject: [open, shut].sort() })
  })

  it('are paginated without a gap, with filters that can change from page to page', async () => {
    const { organizationId, open, admin } = await found()
    for (let index = 0; index < 5; index++) {
      await log(organizationId, 'space.updated', { space: open }, open)
      await log(organizationId, 'comment.posted', { comment: `cmt_${index}` }, open)
    }
    const all = (await done(enter(t, admin).ofOrganization(organizationId))).items
    const first = await done(enter(t, admin).ofOrganization(organizationId, { limit: 4 }))
    expect(first.next).toBe(first.items.at(-1)?.cursor)
    const rest = await done(enter(t, admin).ofOrganization(organizationId, { after: first.next ?? '' }))
    expect([...first.items, ...rest.items]).toEqual(all)
    expect(rest.next).toBeUndefined()
    const types = ['comment.posted', 'comment.edited']
    const comments = await done(enter(t, admin).ofSpace(open, { types, after: first.items[0]?.cursor ?? '' }))
    expect(comments.items.map(({ type }) => type)).toEqual(Array(5).fill('comment.posted'))
    const end = await done(
      enter(t, admin).ofOrganization(organizationId, { after: all.at(-1)?.cursor ?? '' }),
    )
    expect(end).toEqual({ items: [] })
  })

  it('are filtered by actor, space and period', async () => {
    const { organizationId, open, shut, admin } = await found()
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    const guest = await t.build.buildPerson({ organizationId, role: null })
    await t.build.buildGrant('read', { userId: guest.user.id }, { spaceId: open }, organizationId)
    const stranger = await t.build.buildPerson()
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => `${day}T00:00:00.000Z`)
    const [first = '', second = '', third = ''] = days
    for (const [actor, spaceId, at] of [
      [admin, open, first],
      [reader, shut, second],
      [stranger, open, third],
    ] as const) {
      await t.db.database.prisma.event.create({
        data: {
          organizationId,
          type: 'space.updated',
          spaceId,
          actorId: actor.user.id,
          subject: { space: spaceId },
          occurredAt: new Date(at),
        },
      })
    }
    type Query = Parameters<ReturnType<typeof enter>['ofOrganization']>[1]
    const seen = async (who: Person, query: Query) => {
      const { items } = await done(enter(t, who).ofOrganization(organizationId, query))
      return items.map(({ occurredAt }) => occurredAt)
    }
    expect(await seen(admin, { actor: reader.user.id })).toEqual([second])
    expect(await seen(admin, { space: open })).toEqual([first, third])
    expect(await seen(admin, { since: second })).toEqual([second, third])
    expect(await seen(admin, { since: '2026-01-02T02:00:00+02:00', until: third })).toEqual([second])
    expect(await seen(admin, { until: second, space: shut })).toEqual([])
    // Whose name is hidden cannot be found by it.
    expect(await seen(admin, { actor: stranger.user.id })).toEqual([third])
    expect(await seen(reader, { actor: stranger.user.id })).toEqual([])
    expect(await seen(reader, { actor: admin.user.id })).toEqual([first])
    expect(await seen(guest, { actor: admin.user.id })).toEqual([])
    const inSpace = await done(enter(t, reader).ofSpace(open, { actor: admin.user.id, until: second }))
    expect(inSpace.items.map(({ occurredAt }) => occurredAt)).toEqual([first])
    const refusal = await refused(enter(t, admin).ofOrganization(organizationId, { since: 'yesterday' }), 400)
    expect(refusal.message).toContain('since')
  })

  it('are filtered by change request, with the statuses that it had', async () => {
    const { organizationId, open, admin } = await found()
    const changeRequests = [newId('ChangeRequest'), newId('ChangeRequest')]
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    for (const changeRequestId of changeRequests) {
      const subject = { changeRequest: changeRequestId, fromStatus: 'draft', toStatus: 'open' }
      const type = 'change_request.status_changed'
      await t.db.database.prisma.event.create({
        data: { organizationId, spaceId: open, changeRequestId, type, subject },
      })
    }
    const [changeRequest = ''] = changeRequests
    for (const who of [admin, reader]) {
      const events = enter(t, who)
      const inSpace = (await done(events.ofSpace(open, { changeRequest }))).items
      expect(inSpace.map(({ subject }) => subject.includes(changeRequest))).toEqual([true])
      expect((await done(events.ofOrganization(organizationId, { changeRequest }))).items).toEqual(inSpace)
      if (name === 'rest') expect(inSpace[0]?.subject).toEqual([changeRequest, 'draft', 'open'].sort())
    }
    await refused(enter(t, admin).ofSpace(open, { changeRequest: 'x'.repeat(300) }), 400)
    if (name === 'graphql') {
      const query = `query($id: ID!, $changeRequest: ID) { space(id: $id) {
        events(changeRequest: $changeRequest) { nodes { fromStatus toStatus } } } }`
      const { data } = await callGraphQL(t, reader, query, { id: open, changeRequest })
      expect(data).toEqual({ space: { events: { nodes: [{ fromStatus: 'DRAFT', toStatus: 'OPEN' }] } } })
    }
  })

  it('refuse what they cannot use', async () => {
    const { organizationId, admin } = await found()
    const events = enter(t, admin)
    const forged = encodeCursor(bindCursor('events', organizationId, ''), ['no number'])
    const foreign = encodeCursor(bindCursor('events', cast.organization.id, ''), ['1'])
    for (const after of ['x', forged, foreign]) {
      const refusal = await refused(events.ofOrganization(organizationId, { after }), 400)
      expect(refusal.reason).toBe('invalid_cursor')
    }
    await refused(events.ofOrganization(organizationId, { types: ['nothing.happened'] }), 400)
    await refused(events.ofOrganization(organizationId, { limit: 1001 }), 400)
  })

  it('share their cursors with subscriptions, both ways', async () => {
    const { organizationId, open, admin } = await found()
    const first = await post(t, admin.token, { spaceId: open })
    const [event] = (await done(enter(t, admin).ofOrganization(organizationId))).items
    const second = await post(t, admin.token, { spaceId: open })
    const client = await follow('SSE', t, admin.token, {
      query: ACTIVITY,
      variables: { spaceId: open, after: event?.cursor },
    })
    const live = await client.next()
    expect(live.commentId).toBe(second)
    expect(event?.subject).toEqual([first])
    const third = await post(t, admin.token, { spaceId: open })
    await client.close()
    const since = await done(enter(t, admin).ofSpace(open, { after: live.cursor }))
    expect(since.items.map(({ subject }) => subject)).toEqual([[third]])
  })

  it('are never found late: a reader of everything up to a cursor misses nothing before it, under concurrent writes', async () => {
    const { organizationId, open, admin } = await found()
    let isWritten = false
    const reading = (async () => {
      const seen: string[] = []
      let after: string | undefined
      for (;;) {
        const isLastLook = isWritten
        const query = { limit: 7, ...(after === undefined ? {} : { after }) }
        const { items } = await done(enter(t, admin).ofOrganization(organizationId, query))
        seen.push(...items.map(({ id }) => id))
        after = items.at(-1)?.cursor ?? after
        if (isLastLook && items.length === 0) return seen
      }
    })()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let turn = 0; turn < 5; turn++) await post(t, admin.token, { spaceId: open })
      }),
    )
    isWritten = true
    const seen = await reading
    expect(seen).toHaveLength(40)
    const { items } = await done(enter(t, admin).ofOrganization(organizationId))
    expect(seen).toEqual(items.map(({ id }) => id))
  })

  it('cost the same number of statements for one and for many', async () => {
    const { organizationId, open } = await found()
    const reader = await t.build.buildPerson({ organizationId, role: 'comment' })
    for (let index = 0; index < 8; index++) await post(t, reader.token, { spaceId: open })
    const cost = (limit: number) =>
      statementsOf(t, () => done(enter(t, reader).ofOrganization(organizationId, { limit })))
    expect(await cost(1)).toHaveLength(3)
    expect(await cost(8)).toHaveLength(3)
  })
})

describe('an event at the GraphQL API', () => {
  it('returns its subject in its current state', async () => {
    const { open, admin } = await found()
    const id = await post(t, admin.token, { spaceId: open, text: 'Really?' })
    const { data } = await callGraphQL(
      t,
      admin,
      `query($id: ID!) { space(id: $id) { events { totalCount nodes { type space { title } changeRequest { id }
        comment { id body { markdown } } reply { id } actor { user { id } } } } } }`,
      { id: open },
    )
    const node = {
      type: 'COMMENT_POSTED',
      space: { title: 'Guide' },
      changeRequest: null,
      comment: { id, body: { markdown: 'Really?' } },
      reply: null,
      actor: { user: { id: admin.user.id } },
    }
    expect(data).toEqual({ space: { events: { totalCount: 1, nodes: [node] } } })
  })
})

describe('a token that can read the log of an organization but no spaces', () => {
  it('reads events, and gets errors for their subjects', async () => {
    const { organizationId, open, admin } = await found()
    const comment = await post(t, admin.token, { spaceId: open, text: 'Really?' })
    const { token } = await t.build.buildToken({ userId: admin.user.id, scopes: ['organization:read'] })
    const { data, errors } = await callGraphQL(
      t,
      { ...admin, token },
      `query($id: ID!) { organization(id: $id) { events(types: [COMMENT_POSTED]) { nodes { target { subjectId }
        space { title } changeRequest { id } comment { body { markdown } } reply { id } } } } }`,
      { id: organizationId },
    )
    const node = {
      target: { subjectId: comment },
      space: null,
      changeRequest: null,
      comment: null,
      reply: null,
    }
    expect(data).toEqual({ organization: { events: { nodes: [node] } } })
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code])).toEqual([
      ['space', 'FORBIDDEN'],
      ['changeRequest', 'FORBIDDEN'],
      ['comment', 'FORBIDDEN'],
      ['reply', 'FORBIDDEN'],
    ])
  })
})

describe('the REST list', () => {
  it('takes its own cursor as page too, and not both', async () => {
    const { organizationId, open, admin } = await found()
    for (const comment of ['cmt_1', 'cmt_2']) await log(organizationId, 'comment.posted', { comment }, open)
    const path = `/orgs/${organizationId}/events`
    const first = await callRest(t, admin, 'GET', path, { query: { limit: 1 } })
    const { next, items } = first.body as { next: { page: string }; items: { space: string }[] }
    expect(items[0]).toMatchObject({
      object: 'event',
      organization: organizationId,
      space: open,
      actor: null,
    })
    const second = await callRest(t, admin, 'GET', path, { query: { page: next.page } })
    expect(second.body).toMatchObject({ count: 1, items: [{ subject: { comment: 'cmt_2' } }] })
    const both = await callRest(t, admin, 'GET', path, { query: { page: next.page, after: next.page } })
    expect(both.status).toBe(400)
  })
})
