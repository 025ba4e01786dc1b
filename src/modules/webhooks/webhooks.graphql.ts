import type { ObjectRef } from '@pothos/core'
import { notFound } from '../../core/errors.ts'
import { EventTypeSchema } from '../../core/events/events.ts'
import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { EventTypeEnum, eventId } from '../events/index.ts'
import { OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { SpaceType, spaceById } from '../spaces/index.ts'
import { knownUserById, LocationUrls, UserType } from '../users/index.ts'
import { pingWebhook, redeliverWebhookDelivery } from './deliveries.service.ts'
import { lastDeliveryOf, type WebhookRow, webhookById } from './webhooks.loaders.ts'
import { DeliveryStatus } from './webhooks.model.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
} from './webhooks.service.ts'
import { webhookUrl } from './webhooks.urls.ts'

const StatusEnum = graphqlEnum('WebhookDeliveryStatus', DeliveryStatus, 'How a delivery stands.', {
  pending: 'It waits for its next attempt.',
  succeeded: 'The receiver accepted it.',
  failed: 'Every attempt failed, and no other will be made.',
})

const DeliveryNode = builder.prismaNode('WebhookDelivery', {
  description: 'One event on its way to one webhook, and how that went.',
  id: {
    field: 'id',
    description: 'The id, which is also in the header `X-Quire-Delivery` of every attempt.',
  },
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What happened, or `ping`.' }),
    eventId: t.id({
      nullable: true,
      description: 'The id of the event; null for a ping.',
      resolve: ({ position }) => (BigInt(position) === 0n ? null : eventId(BigInt(position))),
    }),
    status: t.field({
      type: StatusEnum,
      description: 'How it stands.',
      resolve: ({ status }) => status,
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was sent.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was to be sent first.' }),
    lastAttemptAt: t.expose('lastAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was sent last.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it will be sent next, while it waits.',
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The status of the last answer.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'The first 2 kB of the last answer.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'How many milliseconds the last attempt took.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last attempt had no answer.' }),
  }),
})
const DeliveryType = DeliveryNode as unknown as ObjectRef<Types, WebhookDelivery>

const WebhookNode = builder.prismaNode('Webhook', {
  description: 'An address that is told what happens in an organization.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    url: t.expose('url', { type: 'URL', description: 'Where events are sent.' }),
    events: t.field({
      type: [EventTypeEnum],
      description: 'What it is told of; empty for everything.',
      // A type that a later version no longer has is left out.
      resolve: ({ events }) => events.flatMap((type) => EventTypeSchema.safeParse(type).data ?? []),
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is told of anything now.' }),
    pausedAt: t.expose('pausedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is paused.',
    }),
    pausedReason: t.exposeString('pausedReason', { nullable: true, description: 'Why it is paused.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The only space that it is told of; null for the whole organization.',
      resolve: ({ spaceId }, _args, { caller }) =>
        spaceId === null ? null : caller.load(spaceById, spaceId),
    }),
    createdBy: t.field({
      type: UserType,
      nullable: true,
      description: 'Who made it.',
      resolve: ({ createdById }, _args, { caller }) =>
        createdById === null ? null : caller.load(knownUserById, createdById),
    }),
    lastDelivery: t.field({
      type: DeliveryType,
      nullable: true,
      description: 'The delivery that was attempted last.',
      resolve: ({ id }, _args, { caller }) => caller.load(lastDeliveryOf, id),
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'Where the webhook is found.',
      resolve: ({ id, organizationId }, _args, { urls }) => ({
        location: webhookUrl(urls, organizationId, id),
      }),
    }),
  }),
})
// Rows of this type always come from the module's loaders, which never read the secret.
const WebhookType = WebhookNode as unknown as ObjectRef<Types, WebhookRow>

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
  description: 'Addresses that are told what happens here. For admins.',
})
connection(WebhookType, 'deliveries', listDeliveries, {
  type: connectionType('WebhookDelivery', DeliveryType),
  description: 'What was sent, or is still to be, the newest first. Kept for 30 days.',
})
queryField('webhook', getWebhook, {
  type: WebhookType,
  rename: { webhookId: 'id' },
  omit: ['organizationId'],
  description: 'A webhook by its id. For admins of its organization.',
})

const omit = ['organizationId']
const webhook = { type: WebhookType, description: 'The webhook as it is now.' }
const delivery = {
  type: DeliveryType,
  description: 'The delivery, which is on its way.',
  from: (row: WebhookDelivery) => row,
}

mutation('createWebhook', createWebhook, {
  description: 'Makes an address known that is told what happens in an organization.',
  payload: {
    webhook: { ...webhook, from: ({ webhook: row }) => row },
    secret: {
      type: 'String',
      description: 'What deliveries are signed with. It is shown only here.',
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
  description: 'Deletes a webhook and its deliveries. Deleting one that is gone succeeds as well.',
  omit,
  payload: deletedPayload(),
})
mutation('pingWebhook', pingWebhook, {
  description: 'Sends something that means nothing, to see whether anybody is there.',
  omit,
  payload: { delivery },
})
mutation('redeliverWebhookDelivery', redeliverWebhookDelivery, {
  description: 'Sends a delivery that came to its end once more: the same bytes under the same id.',
  omit: ['organizationId', 'webhookId'],
  payload: { delivery },
})
