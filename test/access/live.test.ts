import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { positionIn } from '../../src/core/events/event-cursor.ts'
import { appendEvents, type EventType, type NewEvent } from '../../src/core/events/events.ts'
import { kindOf } from '../../src/core/ids.ts'
import { eventId } from '../../src/modules/events/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { failuresOf, type LiveClient, open, untilServing } from '../support/live.ts'
import { buildCrawlData, crawlerNames, differentCrawlers } from './crawl-data.ts'
import { inCursors, tokensOf } from './crawling.ts'
import { type Crawler, type MarkedData, sight } from './marked-data.ts'
import { subscriptionsOf } from './queries.ts'

/** Many large documents for each crawler. */
const PATIENCE = 120_000

let t: TestApp
let marked: MarkedData
let organizationId: string
let spaces: string[]
let emitted: ExpectedEvent[]

/** An event, and who receives it. */
interface ExpectedEvent extends NewEvent {
  sees: (who: Crawler) => boolean
}

/** These do not follow the log of a space or an organization, and have tests of their own. */
const OTHERS = ['notificationActivity', 'presenceActivity']
const activities = subscriptionsOf(buildSchema(readFileSync('schema.graphql', 'utf8'))).filter(
  ({ name }) => !OTHERS.includes(name),
)
/** Fields of an organization that only admins read. Others get null and an error. */
const FOR_ADMINS = ['usage', 'auditEventActions']
const followsSpace = ({ follows }: (typeof activities)[number]) => follows.includes('spaceId')
const includesType: Record<string, (type: EventType) => boolean> = {
  commentActivity: (type) => /^(comment|reply)\./.test(type),
  changeRequestActivity: (type) => type.startsWith('change_request.'),
  mergeActivity: (type) => type === 'change_request.merged',
  spaceActivity: () => true,
  organizationActivity: () => true,
  accessActivity: (type) => type.startsWith('permission.'),
}

beforeAll(async () => {
  t = await startApp({
    environment: {
      MAX_QUERY_COST: '10000000',
      MAX_QUERY_DEPTH: '40',
      MAX_SOCKETS_PER_TOKEN: '1000',
      MAX_SOCKETS_PER_USER: '1000',
    },
  })
  marked = await buildCrawlData(t)
  const { prisma } = t.db.database
  const admin = marked.crawlers.find(({ name }) => name === 'admin')
  organizationId = [...(admin?.memberships.keys() ?? [])][0] ?? ''
  const found = await prisma.space.findMany({ where: { organizationId, deletedAt: null } })
  spaces = found.map(({ id }) => id)
  emitted = []
  for (const spaceId of spaces) emitted.push(...(await everyEventIn(spaceId)))
  const team = await prisma.team.findFirstOrThrow({ where: { organizationId } })
  const collections = await prisma.collection.findMany({ where: { organizationId } })
  emitted.push(
    { organizationId, type: 'team.created', subject: { team: team.id }, sees: isAdmin },
    ...collections.map(({ id }) => ({
      organizationId,
      type: 'collection.updated' as const,
      subject: { collection: id },
      sees: sightOf(id),
    })),
    // The last event is visible to all members: a client that receives it has received all before it.
    {
      organizationId,
      type: 'organization.updated',
      subject: { organization: organizationId },
      sees: sight.isIn(organizationId),
    },
  )
}, PATIENCE)
afterAll(() => t?.close())

const isAdmin = (who: Crawler) => sight.hasRole(who, organizationId, 'admin')
const sightOf = (id: string) => marked.readersOf(id)

/** Every type of event in a space, about resources that exist. The last one of each activity is visible to all. */
async function everyEventIn(spaceId: string): Promise<ExpectedEvent[]> {
  const { prisma } = t.db.database
  const changeRequest = await prisma.changeRequest.findFirstOrThrow({ where: { spaceId } })
  const review = await prisma.review.findFirstOrThrow({ where: { spaceId } })
  const [comment, other] = await prisma.comment.findMany({ where: { spaceId }, include: { replies: true } })
  const user = changeRequest.createdById
  const elsewhere = [...marked.ids.keys()].find((id) => kindOf(id) === 'Space' && id !== spaceId) ?? ''
  const proposal = { spaceId, changeRequestId: changeRequest.id }
  const about = { changeRequest: changeRequest.id }
  const revision = changeRequest.revisionId
  const event = (type: EventType, subject: NewEvent['subject'], place: Partial<NewEvent> = { spaceId }) => ({
    organizationId,
    ...place,
    type,
    subject,
    sees: sightOf(spaceId),
  })
  return [
    event('change_request.opened', about, proposal),
    event('change_request.review_requested', { ...about, user }, proposal),
    event('change_request.reviewed', { ...about, review: review.id }, proposal),
    event(
      'comment.posted',
      { comment: comment?.id ?? '' },
      comment?.changeRequestId ? proposal : { spaceId },
    ),
    { ...event('permission.granted', { space: spaceId, user }), sees: isAdmin },
    event('reply.posted', { comment: other?.id ?? '', reply: other?.replies[0]?.id ?? '' }),
    event('space.duplicated', { space: spaceId, original: elsewhere }),
    event('change_request.merged', { ...about, revision }, proposal),
    event('space.content_updated', { revision }),
  ]
}

interface Following {
  who: Crawler
  name: string
  client: LiveClient
  expected: ExpectedEvent[]
}

/** Their own access is followed by everybody, and by admins as by others. */
const isFor = ({ subject, sees }: ExpectedEvent, name: string, who: Crawler): boolean =>
  name === 'accessActivity' ? subject.user === sight.userOf(who) : sees(who)

/** Everything that a user can subscribe to: each activity of each place. */
function followingOf(who: Crawler): Following[] {
  return activities.flatMap((activity) => {
    const places = followsSpace(activity) ? spaces : [organizationId]
    return places
      .filter((place) => sightOf(place)(who) && sight.isIn(organizationId)(who))
      .map((place) => ({
        who,
        name: activity.name,
        client: subscribe(activity, who, place),
        expected: emitted.filter(
          (event) =>
            isFor(event, activity.name, who) &&
            includesType[activity.name]?.(event.type) &&
            (place === organizationId || event.spaceId === place),
        ),
      }))
  })
}

const subscribe = ({ name, follows, selection }: (typeof activities)[number], who: Crawler, place: string) =>
  open('WebSocket', t, who.person?.token ?? '', {
    query: `subscription ($place: ID!) { ${name}(${follows[0]}: $place) ${selection} }`,
    variables: { place },
  })

describe('users who subscribe to every activity that they can see', () => {
  it(
    'get all events that they can see, in order, and no id or text of anything else',
    async () => {
      // A user whom hardly any other user can see.
      const actor = marked.crawlers.find(({ name }) => name === 'secret')
      const followers = marked.crawlers.filter(({ name }) => differentCrawlers.includes(name))
      const all = followers.flatMap(followingOf)
      await untilServing(t, all.length)
      await t.db.database.transaction((tx) =>
        appendEvents(
          tx,
          emitted.map(({ sees: _sees, ...event }) => event),
          actor ? sight.userOf(actor) : null,
          new Date(),
        ),
      )
      const log = await t.db.database.prisma.event.findMany({
        where: { organizationId },
        orderBy: { position: 'desc' },
        take: emitted.length,
      })
      const positions = new Map(log.reverse().map(({ position }, index) => [position, emitted[index]]))
      const leaks: string[] = []
      for (const { who, name, client, expected } of all) {
        const allowed = new Set([...marked.visible(marked.ids, who), ...marked.visible(marked.marks, who)])
        const received: (ExpectedEvent | undefined)[] = []
        for (const { data, errors } of await client.results.take(expected.length)) {
          const unexpected = (errors ?? []).filter(
            ({ extensions, path }) =>
              extensions.code !== 'FORBIDDEN' || isAdmin(who) || !FOR_ADMINS.includes(String(path?.at(-1))),
          )
          expect(unexpected, `${who.name} ${name}`).toEqual([])
          const text = JSON.stringify(data)
          const [payload] = Object.values(data ?? {})
          const position = positionIn(organizationId, payload?.cursor ?? '')
          received.push(positions.get(position))
          // The response may contain only the event that was sent.
          const leaked = tokensOf(`${text} ${inCursors(text)}`).filter(
            (token) => !allowed.has(token) && token !== eventId(position),
          )
          if (leaked.length > 0) leaks.push(`${who.name} ${name}: ${leaked.join(' ')} in ${text}`)
        }
        expect([who.name, name, received]).toEqual([who.name, name, expected])
        await client.close()
      }
      expect(leaks.slice(0, 3).join('\n\n')).toBe('')
      expect(failuresOf(t)).toEqual([])
    },
    PATIENCE,
  )
})

describe.each(crawlerNames.filter((name) => name !== 'anonymous'))('%s', (name) => {
  it('is refused each activity of a place without access', async () => {
    const who = marked.crawlers.find((each) => each.name === name)
    if (!who) throw new Error(`There is no ${name}`)
    for (const activity of activities) {
      const places = followsSpace(activity) ? spaces : [organizationId]
      const isHidden = (place: string) => !sightOf(place)(who) || !sight.isIn(organizationId)(who)
      for (const place of places.filter(isHidden)) {
        const client = subscribe(activity, who, place)
        const { data, errors } = await client.results.next()
        expect([data ?? null, errors?.map(({ extensions }) => extensions.code)]).toEqual([
          null,
          ['NOT_FOUND'],
        ])
        await client.ended
      }
    }
    await untilServing(t, 0)
  })
})
