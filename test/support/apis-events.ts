import { eventTypes } from '../../src/core/events/events.ts'
import { enumName } from '../../src/graphql/enums.ts'
import { type Connection, connectionOf, listedGraphQL, listedRest, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface EventView {
  id: string
  cursor: string
  type: string
  actor: string | null
  occurredAt: string
  /** The ids of its subjects. */
  subject: string[]
}

export interface EventsQuery {
  after?: string
  limit?: number
  types?: string[]
  changeRequest?: string
  actor?: string
  since?: string
  until?: string
  /** Of organizations only. */
  space?: string
}

/** The log of an organization or of a space, with either API. */
export interface EventsApi {
  ofOrganization(organizationId: string, query?: EventsQuery): Attempt<Listed<EventView>>
  ofSpace(spaceId: string, query?: EventsQuery): Attempt<Listed<EventView>>
}

type Who = { token: string } | null
type RestEvent = Omit<EventView, 'subject'> & { subject: Record<string, string> }

function restEvents(t: TestApp, who: Who): EventsApi {
  const ask = restAsker(t, who)
  const view = listedRest(
    ({ id, cursor, type, actor, occurredAt, subject }: RestEvent): EventView => ({
      id,
      cursor,
      type,
      actor,
      occurredAt,
      subject: Object.values(subject).sort(),
    }),
  )
  const list = (path: string, query: EventsQuery = {}) => ask('GET', path, view, { query: { ...query } })
  return {
    ofOrganization: (id, query) => list(`/orgs/${id}/events`, query),
    ofSpace: (id, query) => list(`/spaces/${id}/events`, query),
  }
}

interface EventNode {
  id: string
  cursor: string
  type: string
  occurredAt: string
  actor: { userId: string | null }
  target: { subjectId: string }
  related: { subjectId: string }[]
}

function graphqlEvents(t: TestApp, who: Who): EventsApi {
  const { ask } = graphqlAsker(t, who)
  const view = ({ id, cursor, type, occurredAt, actor, target, related }: EventNode): EventView => ({
    id,
    cursor,
    type: eventTypes.names().find((each) => enumName(each) === type) ?? type,
    actor: actor.userId,
    occurredAt,
    subject: [target, ...related].map(({ subjectId }) => subjectId).sort(),
  })
  const list = (
    parent: 'organization' | 'space',
    id: string,
    { after, limit: first, ...query }: EventsQuery = {},
  ) =>
    ask(
      `query($id: ID!, $first: Int, $after: String, $types: [EventType!], $changeRequest: ID, $actor: ID,
        $since: DateTime, $until: DateTime${parent === 'space' ? '' : ', $space: ID'}) { parent: ${parent}(id: $id) {
        ${connectionOf(
          `events(first: $first, after: $after, types: $types, changeRequest: $changeRequest, actor: $actor,
            since: $since, until: $until${parent === 'space' ? '' : ', space: $space'})`,
          'id cursor type occurredAt actor { userId } target { subjectId } related { subjectId }',
        )} } }`,
      { ...query, id, first, after, types: query.types?.map(enumName) },
      (data: { parent: { events: Connection<EventNode> } | null }) =>
        listedGraphQL(data.parent?.events, view),
    )
  return {
    ofOrganization: (id, query) => list('organization', id, query),
    ofSpace: (id, query) => list('space', id, query),
  }
}

/** For `describe.each(eventApis)`: one scenario, with both APIs. */
export const eventApis = [
  { name: 'rest', enter: restEvents },
  { name: 'graphql', enter: graphqlEvents },
]
