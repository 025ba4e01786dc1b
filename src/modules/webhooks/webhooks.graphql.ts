import { notFound } from '../../core/errors.ts'
import { type EventType, EventTypeSchema } from '../../core/events/events.ts'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { EventTypeEnum, eventId } from '../events/index.ts'
import { OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { SpaceType, spaceById } from '../spaces/index.ts'
import { knownUserById, LocationUrls, UserType } from '../users/index.ts'
import { pingWebhook, redeliverWebhookDelivery } from './deliveries.service.ts'
import { type DeliveryRow, lastDeliveryOf, type WebhookRow, webhookById } from './webhooks.loaders.ts'
import { DeliveryStatus, PING } from './webhooks.model.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
} from './webhooks.service.ts'
import { webhookUrl } from './webhooks.urls.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Webhook: WebhookRow
    WebhookDelivery: DeliveryRow
  }
}

const StatusEnum = graphqlEnum('WebhookDeliveryStatus', DeliveryStatus, 'The status of a delivery.', {
  pending: 'Waiting for the next attempt.',
  succeeded: 'The receiver accepted the delivery.',
  failed: 'All attempts failed.',
})

const DeliveryType = builder.prismaNode('WebhookDelivery', {
  description: 'The delivery of one event to one webhook.',
  id: {
    field: 'id',
    description: 'The ID. The header `X-Quire-Delivery` of every attempt contains it.',
  },
  fields: (t) => ({
    type: t.field({
      type: EventTypeEnum,
      nullable: true,
      description: 'The type of the event. Null for a test delivery.',
      resolve: ({ type }) => (type === PING ? null : type) as EventType | null,
    }),
    eventId: t.id({
      nullable: true,
      description: 'The ID of the event. Null for a test delivery.',
      resolve: ({ position }) => (BigInt(position) === 0n ? null : eventId(BigInt(position))),
    }),
    status: t.field({
      type: StatusEnum,
      description: 'The status of the delivery.',
      resolve: ({ status }) => status,
    }),
    attempts: t.exposeInt('attempts', { description: 'The number of attempts.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the delivery was created.' }),
    lastAttemptAt: t.expose('lastAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last attempt was made.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt will be made. Null if there is none.',
    }),
    body: t.exposeString('body', {
      description: 'The JSON body that every attempt sends, as it is signed.',
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The HTTP status of the last response.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'The first 2 kB of the last response.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'The duration of the last attempt in milliseconds.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the last attempt got no response. Null if it got one.',
    }),
  }),
})

const WebhookType = builder.prismaNode('Webhook', {
  description: 'A webhook, which delivers events of an organization to a URL.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    url: t.expose('url', { type: 'URL', description: 'The URL that events are sent to.' }),
    events: t.field({
      type: [EventTypeEnum],
      description: 'The event types to deliver. Empty for all types.',
      // A type that a later version no longer has is left out.
      resolve: ({ events }) => events.flatMap((type) => EventTypeSchema.safeParse(type).data ?? []),
    }),
    active: t.exposeBoolean('active', { description: 'Whether events are delivered.' }),
    pausedAt: t.expose('pausedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the webhook was paused. Null if it is not.',
    }),
    pausedReason: t.exposeString('pausedReason', {
      nullable: true,
      description: 'Why the webhook was paused. Null if it is not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the resource was last updated.',
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The space whose events are delivered. Null for the whole organization.',
      resolve: ({ spaceId }, _args, { caller }) =>
        spaceId === null ? null : caller.load(spaceById, spaceId),
    }),
    createdBy: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who created it. Null for the system, or if the account was deleted.',
      resolve: ({ createdById }, _args, { caller }) =>
        createdById === null ? null : caller.load(knownUserById, createdById),
    }),
    lastDelivery: t.field({
      type: DeliveryType,
      nullable: true,
      description: 'The most recently attempted delivery.',
      resolve: ({ id }, _args, { caller }) => caller.load(lastDeliveryOf, id),
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'The URLs of the webhook.',
      resolve: ({ id, organizationId }, _args, { urls }) => ({
        location: webhookUrl(urls, organizationId, id),
      }),
    }),
  }),
})

builder.objectField(DeliveryType, 'webhook', (t) =>
  t.field({
    type: WebhookType,
    description: 'The webhook.',
    resolve: async ({ webhookId }, _args, { caller }) => {
      const row = await caller.load(webhookById, webhookId)
      if (!row) throw notFound('This webhook')
      return row
    },
  }),
)
connection(OrganizationType, 'webhooks', listWebhooks, {
  type: connectionType('Webhook', WebhookType),
  nullable: true,
  description: 'The webhooks, newest first. Requires the role admin.',
})
connection(WebhookType, 'deliveries', listDeliveries, {
  type: connectionType('WebhookDelivery', DeliveryType),
  description: 'The deliveries of the last 30 days, newest first.',
})
queryField('webhook', getWebhook, {
  type: WebhookType,
  rename: { webhookId: 'id' },
  omit: ['organizationId'],
  description: 'A webhook. Requires the role admin in its organization.',
})

const omit = ['organizationId']
const webhook = { type: WebhookType, description: 'The webhook.' }
const delivery = {
  type: DeliveryType,
  description: 'The delivery.',
  from: (row: DeliveryRow) => row,
}

mutation('createWebhook', createWebhook, {
  description: 'Creates a webhook, which delivers the events of an organization to a URL.',
  payload: {
    webhook: { ...webhook, from: ({ webhook: row }) => row },
    secret: {
      type: 'String',
      description: 'The secret that deliveries are signed with. It is returned only once.',
      from: ({ secret }) => secret,
    },
  },
})
mutation('updateWebhook', updateWebhook, {
  description: 'Changes, pauses or resumes a webhook.',
  omit,
  payload: { webhook: { ...webhook, from: (row) => row } },
})
mutation('deleteWebhook', deleteWebhook, {
  description: 'Deletes a webhook and its deliveries. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})
mutation('pingWebhook', pingWebhook, {
  description: 'Sends a test delivery.',
  omit,
  payload: { delivery },
})
mutation('redeliverWebhookDelivery', redeliverWebhookDelivery, {
  description: 'Sends a finished delivery again, with the same body and the same ID.',
  omit: ['organizationId', 'webhookId'],
  payload: { delivery },
})
