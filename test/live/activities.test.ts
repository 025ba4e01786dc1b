import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendEvents, type NewEvent } from '../../src/core/events/events.ts'
import { newId } from '../../src/core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import {
  ask,
  failuresOf,
  follow,
  type LiveClient,
  open,
  post,
  type Transport,
  transports,
  untilServing,
} from '../support/live.ts'

interface ActivityEvent {
  cursor: string
  type: string
  space?: { id: string } | null
  [field: string]: unknown
}

let t: TestApp
let second: TestApp
let organizationId: string
let spaceId: string
let admin: Person
let editor: Person
let reader: Person

beforeAll(async () => {
  t = await startApp()
  second = await startApp({ sharing: t })
  organizationId = (await t.build.buildOrganization()).id
  admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  editor = await t.build.buildPerson({ organizationId, role: 'edit' })
  reader = await t.build.buildPerson({ organizationId, role: 'read' })
})
afterAll(async () => {
  await second.close()
  await t.close()
})

const COMMON = 'cursor type occurredAt actor { id }'
const ACTIVITIES = {
  commentActivity: `${COMMON} commentId space { id }`,
  changeRequestActivity: `${COMMON} space { id } changeRequestId changeRequest { id status subject } reviewId
    review { id status reviewer { id } comment { body { markdown } } } userId user { id } revisionId fromStatus toStatus`,
  mergeActivity: `${COMMON} space { id } changeRequestId changeRequest { id subject } revisionId`,
  spaceActivity: `${COMMON} spaceId space { id } changeRequestId commentId replyId reviewId userId
    comment { id } changeRequest { id }`,
  organizationActivity: `${COMMON} organization { id } spaceId space { id } collectionId collection { id } teamId
    memberId member { id } userId commentId comment { id body { markdown } }`,
}
type Name = keyof typeof ACTIVITIES

const ofOrganization = (name: Name) => name === 'organizationActivity'
const payload = (name: Name, place: string, after?: string) => ({
  query: `subscription ($place: ID!, $after: String) {
    ${name}(${ofOrganization(name) ? 'organizationId' : 'spaceId'}: $place, after: $after) { ${ACTIVITIES[name]} } }`,
  variables: { place, after },
})
const start = (transport: Transport, name: Name, who: Person, place = spaceId, after?: string) =>
  follow(transport, t, who.token, payload(name, place, after))

async function next(client: LiveClient): Promise<ActivityEvent> {
  const { data, errors } = await client.results.next()
  if (!data) throw new Error(JSON.stringify(errors))
  return Object.values(data)[0] as unknown as ActivityEvent
}

async function mutate<Payload>(
  who: Person,
  name: string,
  input: object,
  selection: string,
): Promise<Payload> {
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const data = await ask<Record<string, Payload>>(t, who.token, {
    query: `mutation ($input: ${title}Input!) { ${name}(input: $input) { ${selection} } }`,
    variables: { input },
  })
  return data[name] as Payload
}

const openChangeRequest = async (who = editor) =>
  (
    await mutate<{ changeRequest: { id: string } }>(
      who,
      'createChangeRequest',
      { spaceId, subject: 'New' },
      'changeRequest { id }',
    )
  ).changeRequest.id

/** Emits events of other modules, as they do. */
const emit = (event: Omit<NewEvent, 'organizationId'>) =>
  t.db.database.transaction((tx) =>
    appendEvents(tx, [{ organizationId, ...event }], editor.user.id, new Date()),
  )

describe.each(transports)('activities over %s', (transport) => {
  beforeAll(async () => {
    spaceId = (await t.build.buildSpace({ organizationId })).id
  })

  test('changeRequestActivity delivers the whole life of a change request, with its subjects', async () => {
    const client = await start(transport, 'changeRequestActivity', reader)
    const changeRequestId = await openChangeRequest()
    const at = { spaceId, changeRequestId }
    expect(await next(client)).toMatchObject({
      type: 'CHANGE_REQUEST_OPENED',
      actor: { id: editor.user.id },
      space: { id: spaceId },
      changeRequestId,
      changeRequest: { id: changeRequestId, status: 'DRAFT', subject: 'New' },
      review: null,
      user: null,
      fromStatus: null,
    })
    await mutate(editor, 'updateChangeRequest', { ...at, subject: 'Newer' }, 'changeRequest { id }')
    expect(await next(client)).toMatchObject({
      type: 'CHANGE_REQUEST_UPDATED',
      changeRequest: { subject: 'Newer' },
    })
    await mutate(editor, 'updateChangeRequest', { ...at, status: 'OPEN' }, 'changeRequest { id }')
    expect(await next(client)).toMatchObject({
      type: 'CHANGE_REQUEST_STATUS_CHANGED',
      fromStatus: 'DRAFT',
      toStatus: 'OPEN',
      changeRequest: { status: 'OPEN' },
    })
    await mutate(editor, 'requestReviewers', { ...at, users: [reader.user.id] }, 'changeRequest { id }')
    expect(await next(client)).toMatchObject({
      type: 'CHANGE_REQUEST_REVIEW_REQUESTED',
      userId: reader.user.id,
      user: { id: reader.user.id },
    })
    const verdict = { ...at, status: 'APPROVED', comment: { markdown: 'Good.' } }
    const { review } = await mutate<{ review: { id: string } }>(
      reader,
      'submitReview',
      verdict,
      'review { id }',
    )
    expect(await next(client)).toMatchObject({
      type: 'CHANGE_REQUEST_REVIEWED',
      reviewId: review.id,
      review: {
        id: review.id,
        status: 'APPROVED',
        reviewer: { id: reader.user.id },
        comment: { body: { markdown: 'Good.' } },
      },
    })
    const revision = newId('Revision')
    const said = { spaceId, changeRequestId, subject: { changeRequest: changeRequestId, revision } }
    await emit({ ...said, type: 'change_request.content_changed' })
    expect(await next(client)).toMatchObject({
      type: 'CHANGE_REQUEST_CONTENT_CHANGED',
      revisionId: revision,
    })
    await emit({ ...said, type: 'change_request.merged' })
    expect(await next(client)).toMatchObject({ type: 'CHANGE_REQUEST_MERGED', revisionId: revision })
    await client.close()
  })

  test('mergeActivity delivers merges only; spaceActivity everything of the space', async () => {
    const merges = await start(transport, 'mergeActivity', reader)
    const all = await start(transport, 'spaceActivity', reader)
    const changeRequestId = await openChangeRequest()
    const commentId = await post(t, editor.token, { spaceId, changeRequestId })
    const neighbour = await t.build.buildSpace({ organizationId })
    await post(t, editor.token, { spaceId: neighbour.id })
    const revision = newId('Revision')
    await emit({
      spaceId,
      changeRequestId,
      type: 'change_request.merged',
      subject: { changeRequest: changeRequestId, revision },
    })
    expect(await next(merges)).toMatchObject({
      type: 'CHANGE_REQUEST_MERGED',
      changeRequest: { id: changeRequestId },
      revisionId: revision,
    })
    expect([await next(all), await next(all), await next(all)]).toMatchObject([
      { type: 'CHANGE_REQUEST_OPENED', changeRequestId, commentId: null },
      { type: 'COMMENT_POSTED', changeRequestId, commentId, comment: { id: commentId } },
      { type: 'CHANGE_REQUEST_MERGED', changeRequestId },
    ])
    expect([merges.results.all.length, all.results.all.length]).toEqual([1, 3])
    await merges.close()
    await all.close()
  })

  test('grants are delivered to admins only', async () => {
    const toReader = await start(transport, 'spaceActivity', reader)
    const toAdmin = await start(transport, 'spaceActivity', admin)
    const grant = { target: { spaceId }, users: [editor.user.id], role: 'REVIEW' }
    await mutate(admin, 'grantPermissions', grant, 'target { __typename }')
    const commentId = await post(t, editor.token, { spaceId })
    expect(await next(toAdmin)).toMatchObject({ type: 'PERMISSION_GRANTED', userId: editor.user.id })
    expect(await next(toAdmin)).toMatchObject({ commentId })
    expect(await next(toReader)).toMatchObject({ type: 'COMMENT_POSTED', commentId })
    await toReader.close()
    await toAdmin.close()
  })

  test('the deletion of a space ends its subscriptions with NOT_FOUND, and is an event of the organization', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    const clients = [
      await start(transport, 'commentActivity', reader, id),
      await start(transport, 'changeRequestActivity', reader, id),
      await start(transport, 'mergeActivity', admin, id),
      await start(transport, 'spaceActivity', reader, id),
    ]
    const everything = await start(transport, 'organizationActivity', reader, organizationId)
    await mutate(admin, 'deleteSpace', { spaceId: id }, 'deletedId')
    for (const client of clients) {
      const { errors } = await client.results.next()
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
      await client.ended
    }
    expect(await next(everything)).toMatchObject({ type: 'SPACE_DELETED', spaceId: id, space: null })
    await everything.close()
  })

  test('a subscription to a restored space resumes from before the deletion', async () => {
    const { id } = await t.build.buildSpace({ organizationId })
    const first = await start(transport, 'spaceActivity', reader, id)
    const commentId = await post(t, editor.token, { spaceId: id })
    const { cursor } = await next(first)
    await first.close()
    await mutate(admin, 'deleteSpace', { spaceId: id }, 'deletedId')
    await mutate(admin, 'restoreSpace', { spaceId: id }, 'space { id }')
    await post(t, editor.token, { spaceId: id })
    const resumed = await start(transport, 'spaceActivity', reader, id, cursor)
    expect(commentId).toBeTruthy()
    expect(await next(resumed)).toMatchObject({ type: 'SPACE_DELETED' })
    expect(await next(resumed)).toMatchObject({ type: 'SPACE_RESTORED', space: { id } })
    expect(await next(resumed)).toMatchObject({ type: 'COMMENT_POSTED' })
    await resumed.close()
  })

  test('a space that is transferred ends what follows it', async () => {
    const elsewhere = await t.build.buildOrganization()
    for (const { user } of [admin, reader]) {
      await t.build.buildMember({ organizationId: elsewhere.id, userId: user.id, role: 'create' })
    }
    const { id } = await t.build.buildSpace({ organizationId })
    const clients = [
      await start(transport, 'commentActivity', reader, id),
      await start(transport, 'spaceActivity', reader, id),
    ]
    await mutate(admin, 'transferSpace', { spaceId: id, organization: elsewhere.id }, 'space { id }')
    for (const client of clients) {
      const { errors } = await client.results.next()
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
      await client.ended
    }
  })

  test('organizationActivity omits events without access, and delivers everything to admins', async () => {
    const hidden = await t.build.buildSpace({ organizationId, defaultLevel: null })
    const guest = await t.build.buildPerson({ organizationId, role: null })
    await t.build.buildGrant('read', { userId: guest.user.id }, { spaceId: hidden.id }, organizationId)
    const [toAdmin, toReader, toGuest] = [
      await start(transport, 'organizationActivity', admin, organizationId),
      await start(transport, 'organizationActivity', reader, organizationId),
      await start(transport, 'organizationActivity', guest, organizationId),
    ]
    const secret = await post(t, admin.token, { spaceId: hidden.id, text: 'Secret' })
    await mutate(admin, 'createTeam', { organizationId, title: 'Writers' }, 'team { id }')
    await mutate(admin, 'createLinkInvite', { organizationId, role: 'READ' }, '__typename')
    await mutate(admin, 'createCollection', { organizationId, title: 'Shelf' }, 'collection { id }')
    await mutate(admin, 'updateMember', { organizationId, userId: guest.user.id, role: null }, '__typename')
    await mutate(
      admin,
      'updateMember',
      { organizationId, userId: editor.user.id, role: 'EDIT' },
      '__typename',
    )
    const plain = await post(t, admin.token, { spaceId, text: 'For all' })
    await mutate(admin, 'updateOrganization', { organizationId, title: `Acme ${transport}` }, '__typename')

    const receivedBy = async (client: LiveClient) => {
      const all: ActivityEvent[] = []
      do all.push(await next(client))
      while (all.at(-1)?.type !== 'ORGANIZATION_UPDATED')
      return all
    }
    const [ofAdmin, ofReader, ofGuest] = [
      await receivedBy(toAdmin),
      await receivedBy(toReader),
      await receivedBy(toGuest),
    ]
    const types = (all: ActivityEvent[]) => all.map(({ type }) => type)
    const kinds = new Set(types(ofAdmin))
    for (const kind of ['COMMENT_POSTED', 'TEAM_CREATED', 'INVITE_CREATED', 'COLLECTION_CREATED']) {
      expect(kinds).toContain(kind)
    }
    expect(ofReader.map(({ commentId }) => commentId).filter(Boolean)).toEqual([plain])
    expect(types(ofReader)).toEqual(
      types(
        ofAdmin.filter(({ commentId, type }) => commentId !== secret && !/INVITE|TEAM|MEMBER/.test(type)),
      ),
    )
    expect(ofGuest.map(({ commentId }) => commentId).filter(Boolean)).toEqual([secret])
    expect(types(ofGuest).filter((type) => /TEAM|INVITE|MEMBER|COLLECTION/.test(type))).toEqual([])
    expect(JSON.stringify(ofReader)).not.toContain('Secret')
    for (const client of [toAdmin, toReader, toGuest]) await client.close()
  })

  test('every activity resumes after its cursor, on another node, without a gap or a double', async () => {
    for (const name of Object.keys(ACTIVITIES) as Name[]) {
      const place = ofOrganization(name) ? organizationId : spaceId
      const live = await start(transport, name, editor, place)
      const changeRequestId = await openChangeRequest()
      const happen = async () => {
        await post(t, editor.token, { spaceId })
        const about = { changeRequest: changeRequestId, revision: newId('Revision') }
        await emit({ spaceId, changeRequestId, type: 'change_request.merged', subject: about })
      }
      await happen()
      const first = await next(live)
      await happen()
      await happen()
      const rest = [await next(live), await next(live)]
      const resumed = await follow(transport, second, editor.token, payload(name, place, first.cursor))
      expect([name, await next(resumed), await next(resumed)]).toEqual([name, ...rest])
      await live.close()
      await resumed.close()
    }
  })

  test('every activity refuses garbage in `after`, and what one may not see, and nothing is left behind', async () => {
    const hidden = await t.build.buildSpace()
    for (const name of Object.keys(ACTIVITIES) as Name[]) {
      const [seen, unseen] = ofOrganization(name)
        ? [organizationId, hidden.organizationId]
        : [spaceId, hidden.id]
      const refusals = [
        [payload(name, seen, 'garbage'), 'INVALID_CURSOR'],
        [payload(name, unseen), 'NOT_FOUND'],
        [payload(name, 'no id at all'), 'INVALID_INPUT'],
      ] as const
      for (const [document, code] of refusals) {
        const client = open(transport, t, reader.token, document)
        const { errors } = await client.results.next()
        expect([name, errors?.[0]?.extensions.code]).toEqual([name, code])
        await client.ended
      }
    }
    await untilServing(t, 0)
  })

  test('every activity ends with FORBIDDEN when access is lost', async () => {
    for (const name of Object.keys(ACTIVITIES) as Name[]) {
      const leaving = await t.build.buildPerson({ organizationId, role: 'read' })
      const client = await start(transport, name, leaving, ofOrganization(name) ? organizationId : spaceId)
      await t.db.database.prisma.member.deleteMany({ where: { userId: leaving.user.id } })
      const changeRequestId = await openChangeRequest()
      await post(t, editor.token, { spaceId })
      await emit({ spaceId, changeRequestId, type: 'change_request.merged', subject: {} })
      const { data, errors } = await client.results.next()
      expect([name, data ?? null, errors?.map(({ extensions }) => extensions.code)]).toEqual([
        name,
        null,
        ['FORBIDDEN'],
      ])
      await client.ended
    }
    await untilServing(t, 0)
  })

  test('a token whose scopes do not reach as far as the events is refused', async () => {
    const { token } = await t.build.buildToken({ userId: reader.user.id, scopes: ['organization:read'] })
    const client = open(transport, t, token, payload('organizationActivity', organizationId))
    expect((await client.results.next()).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    await client.ended
  })
})

test('nothing was reported as a fault', () => {
  expect([t, second].flatMap(failuresOf)).toEqual([])
})
