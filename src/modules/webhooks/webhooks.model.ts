import { z } from 'zod'
import { EventTypeSchema } from '../../core/events/events.ts'
import { idField } from '../../core/fields.ts'
import { DeliveryStatus as Status } from '../../generated/prisma/enums.ts'

/** An organization has no more webhooks than this. */
export const MOST_WEBHOOKS = 50
/** Deliveries in a row that are given up before a webhook is paused. */
export const FAILURES_BEFORE_PAUSE = 20
/** How often one event is sent to one webhook at the most. */
export const MOST_ATTEMPTS = 8
export const TIMEOUT_MS = 10_000
/** How long deliveries can be looked at. */
export const DELIVERY_RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** The type of a delivery that was asked for to see whether anybody is there. */
export const PING = 'ping'

const organizationId = idField('Organization', 'The organization.')
/** More than there are types of events. */
const MAX_EVENT_TYPES = 200

const webhookId = idField('Webhook', 'The webhook.')

const isWithoutCredentials = ({ username, password }: URL) => username === '' && password === ''

const url = z
  .url({ protocol: /^https?$/, error: 'Send an address that begins with http:// or https://.' })
  .max(2_000)
  // Checks after the first failed one run too, so this one meets texts that are no address.
  .refine((text) => !URL.canParse(text) || isWithoutCredentials(new URL(text)), {
    message: 'Leave credentials out of the address: deliveries are signed.',
  })
  .meta({ scalar: 'URL', description: 'Where events are sent, by POST.' })

const events = z
  .array(EventTypeSchema)
  .max(MAX_EVENT_TYPES)
  .optional()
  .meta({ description: 'What it is told of; everything when left out or empty.' })

const active = z.boolean().optional()

const secret = z.string().min(16, 'Send at least 16 characters.').max(256).optional()

/** Paths name the organization too. When they do, the webhook must really be there. */
const at = { organizationId: organizationId.optional(), webhookId }

export const ListWebhooks = z.object({ organizationId })
export const GetWebhook = z.object(at)
export const DeleteWebhook = z.object(at)
export const PingWebhook = z.object(at)

export const CreateWebhook = z.object({
  organizationId,
  url,
  events,
  space: idField('Space', 'Only what happens in this space of the organization.').optional(),
  active: active.meta({ description: 'Whether it is told of anything; true when left out.' }),
  secret: secret.meta({ description: 'What deliveries are signed with; left out, one is made.' }),
})

export const UpdateWebhook = z.object({
  ...at,
  url: url.optional(),
  events,
  space: idField('Space', 'Only what happens in this space; null for the whole organization.')
    .nullable()
    .optional(),
  active: active.meta({
    description:
      'False pauses it. True resumes it: with what was still to be sent, and what happens from then on.',
  }),
  secret: secret.meta({ description: 'What deliveries are signed with from now on.' }),
})

export const DeliveryStatus = z.enum(Object.values(Status) as [Status, ...Status[]])

export const DeliveryFilters = z.object({
  status: DeliveryStatus.optional().meta({ description: 'Only those that stand like this.' }),
})
export type DeliveryFilters = z.output<typeof DeliveryFilters>

export const ListDeliveries = DeliveryFilters.extend({ organizationId: organizationId.optional(), webhookId })

export const RedeliverWebhookDelivery = z.object({
  organizationId: organizationId.optional(),
  webhookId: webhookId.optional(),
  deliveryId: idField('WebhookDelivery', 'The delivery.'),
})
