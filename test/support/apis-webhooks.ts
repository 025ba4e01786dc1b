import { eventTypes } from '../../src/core/events/events.ts'
import { enumName } from '../../src/graphql/enums.ts'
import { type Connection, connectionOf, listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface DeliveryView {
  id: string
  type: string
  event?: string
  status: string
  attempts: number
  nextAttemptAt?: string
  /** What every attempt sends. */
  body: string
  responseStatus?: number
  responseBody?: string
  error?: string
}

export interface WebhookView {
  id: string
  url: string
  events: string[]
  space?: string
  active: boolean
  pausedAt?: string
  pausedReason?: string
  lastDelivery?: DeliveryView
}

export interface WebhookInput {
  url?: string
  events?: string[]
  space?: string | null
  active?: boolean
  secret?: string
}

export interface WebhooksApi {
  create(organizationId: string, input: WebhookInput): Attempt<{ webhook: WebhookView; secret: string }>
  list(organizationId: string, page?: PageOf): Attempt<Listed<WebhookView>>
  get(organizationId: string, webhookId: string): Attempt<WebhookView>
  update(organizationId: string, webhookId: string, input: WebhookInput): Attempt<WebhookView>
  delete(organizationId: string, webhookId: string): Attempt<void>
  ping(organizationId: string, webhookId: string): Attempt<DeliveryView>
  deliveries(
    organizationId: string,
    webhookId: string,
    query?: { status?: string } & PageOf,
  ): Attempt<Listed<DeliveryView>>
  redeliver(organizationId: string, webhookId: string, deliveryId: string): Attempt<DeliveryView>
}

type Who = { token: string } | null

const deliveryView = (row: DeliveryView): DeliveryView =>
  plain({
    id: row.id,
    type: row.type,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt,
    body: row.body,
    responseStatus: row.responseStatus,
    responseBody: row.responseBody,
    error: row.error,
  })

const webhookView = (row: WebhookView): WebhookView =>
  plain({
    id: row.id,
    url: row.url,
    events: row.events,
    space: row.space,
    active: row.active,
    pausedAt: row.pausedAt,
    pausedReason: row.pausedReason,
    lastDelivery: row.lastDelivery && deliveryView(row.lastDelivery),
  })

function restWebhooks(t: TestApp, who: Who): WebhooksApi {
  const ask = restAsker(t, who)
  const hooks = (organizationId: string) => `/orgs/${organizationId}/webhooks`
  return {
    create: (organizationId, body) =>
      ask(
        'POST',
        hooks(organizationId),
        ({ secret, ...row }: WebhookView & { secret: string }) => ({ webhook: webhookView(row), secret }),
        { body },
      ),
    list: (organizationId, { limit, cursor } = {}) =>
      ask('GET', hooks(organizationId), listedRest(webhookView), { query: { limit, page: cursor } }),
    get: (organizationId, id) => ask('GET', `${hooks(organizationId)}/${id}`, webhookView),
    update: (organizationId, id, body) =>
      ask('PATCH', `${hooks(organizationId)}/${id}`, webhookView, { body }),
    delete: (organizationId, id) => ask('DELETE', `${hooks(organizationId)}/${id}`, () => {}),
    ping: (organizationId, id) => ask('POST', `${hooks(organizationId)}/${id}/ping`, deliveryView),
    deliveries: (organizationId, id, { limit, cursor, status } = {}) =>
      ask('GET', `${hooks(organizationId)}/${id}/deliveries`, listedRest(deliveryView), {
        query: { limit, page: cursor, status },
      }),
    redeliver: (organizationId, id, deliveryId) =>
      ask('POST', `${hooks(organizationId)}/${id}/deliveries/${deliveryId}/redeliver`, deliveryView),
  }
}

const DELIVERY = 'id type event: eventId status attempts nextAttemptAt body responseStatus responseBody error'
const WEBHOOK = `id url events space { id } active pausedAt pausedReason lastDelivery { ${DELIVERY} }`

type WebhookNode = Omit<WebhookView, 'space'> & { space: { id: string } | null }

const storedName = (name: string) => eventTypes.names().find((type) => enumName(type) === name) ?? name
const deliveryNode = (row: Omit<DeliveryView, 'type'> & { type: string | null }) =>
  deliveryView({
    ...row,
    type: row.type === null ? 'ping' : storedName(row.type),
    status: row.status.toLowerCase(),
  })
const webhookNode = ({ space, lastDelivery, ...row }: WebhookNode) =>
  webhookView({
    ...row,
    events: row.events.map(storedName),
    ...(space ? { space: space.id } : {}),
    ...(lastDelivery ? { lastDelivery: deliveryNode(lastDelivery) } : {}),
  })
const inputOf = ({ events, ...input }: WebhookInput) => ({
  ...input,
  ...(events ? { events: events.map(enumName) } : {}),
})

function graphqlWebhooks(t: TestApp, who: Who): WebhooksApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const takeDelivery = ({ delivery }: { delivery: DeliveryView }) => deliveryNode(delivery)
  const page = 'first: $first, after: $after'
  return {
    create: (organizationId, input) =>
      mutate(
        'createWebhook',
        { organizationId, ...inputOf(input) },
        `webhook { ${WEBHOOK} } secret`,
        ({ webhook, secret }: { webhook: WebhookNode; secret: string }) => ({
          webhook: webhookNode(webhook),
          secret,
        }),
      ),
    list: (id, { limit: first, cursor: after } = {}) =>
      ask(
        `query($id: ID!, $first: Int, $after: String) { organization(id: $id) {
          ${connectionOf(`webhooks(${page})`, WEBHOOK)} } }`,
        { id, first, after },
        ({ organization }: { organization: { webhooks: Connection<WebhookNode> } | null }) =>
          listedGraphQL(organization?.webhooks, webhookNode),
      ),
    get: (_organizationId, id) =>
      ask(
        `query($id: ID!) { webhook(id: $id) { ${WEBHOOK} } }`,
        { id },
        ({ webhook }: { webhook: WebhookNode | null }) => webhook && webhookNode(webhook),
      ),
    update: (_organizationId, webhookId, input) =>
      mutate(
        'updateWebhook',
        { webhookId, ...inputOf(input) },
        `webhook { ${WEBHOOK} }`,
        ({ webhook }: { webhook: WebhookNode }) => webhookNode(webhook),
      ),
    delete: (_organizationId, webhookId) => mutate('deleteWebhook', { webhookId }, 'deletedId', () => {}),
    ping: (_organizationId, webhookId) =>
      mutate('pingWebhook', { webhookId }, `delivery { ${DELIVERY} }`, takeDelivery),
    deliveries: (_organizationId, id, { limit: first, cursor: after, status } = {}) =>
      ask(
        `query($id: ID!, $first: Int, $after: String, $status: [WebhookDeliveryStatus!]) { webhook(id: $id) {
          ${connectionOf(`deliveries(${page}, status: $status)`, DELIVERY)} } }`,
        { id, first, after, status: status?.toUpperCase() },
        ({ webhook }: { webhook: { deliveries: Connection<DeliveryView> } | null }) =>
          listedGraphQL(webhook?.deliveries, deliveryNode),
      ),
    redeliver: (_organizationId, _webhookId, deliveryId) =>
      mutate('redeliverWebhookDelivery', { deliveryId }, `delivery { ${DELIVERY} }`, takeDelivery),
  }
}

/** For `describe.each(webhookApis)`: one scenario, with both APIs. */
export const webhookApis = [
  { name: 'rest', enter: restWebhooks },
  { name: 'graphql', enter: graphqlWebhooks },
]
