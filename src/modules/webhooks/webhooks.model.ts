import { z } from 'zod'
import { EventTypeSchema } from '../../core/events/events.ts'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { anyOf } from '../../core/lists/filters.ts'
import { DeliveryStatus as Status } from '../../generated/prisma/enums.ts'

/** The number of webhooks in an organization. */
export const MAX_WEBHOOKS = 50
/** The number of consecutive failed deliveries after which a webhook is paused. */
export const FAILURES_BEFORE_PAUSE = 20
/** The number of attempts to deliver one event to one webhook. */
export const MAX_ATTEMPTS = 8
export const TIMEOUT_MS = 10_000
/** The retention of deliveries. */
export const DELIVERY_RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** The type of a test delivery. */
export const PING = 'ping'

const organizationId = idField('Organization', 'The ID of the organization.')
/** More than there are types of events. */
const MAX_EVENT_TYPES = 200

const webhookId = idField('Webhook', 'The ID of the webhook.')

const isWithoutCredentials = ({ username, password }: URL) => username === '' && password === ''

const url = z
  .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
  .max(2_000)
  // This check also runs after an earlier one has failed, so the text may not be a URL.
  .refine((text) => !URL.canParse(text) || isWithoutCredentials(new URL(text)), {
    message: 'must not contain credentials: deliveries are signed instead',
  })
  .meta({ scalar: 'URL', description: 'The URL that events are sent to by POST.' })

const events = z
  .array(EventTypeSchema)
  .max(MAX_EVENT_TYPES)
  .optional()
  .meta({ description: 'The event types to deliver. All types if omitted or empty.' })

const secret = z.string().min(16).max(256).optional()

/** Paths contain the organization as well, which must match. */
const at = { organizationId: organizationId.optional(), webhookId }

export const ListWebhooks = z.object({ organizationId })
export const GetWebhook = z.object(at)
export const DeleteWebhook = z.object(at)
export const PingWebhook = z.object(at)

export const CreateWebhook = z.object({
  organizationId,
  url,
  events,
  space: idField('Space', 'Deliver only events of this space.').optional(),
  active: z.boolean().default(true).meta({ description: 'Whether events are delivered.' }),
  secret: secret.meta({
    description: 'The secret that deliveries are signed with. If omitted, one is generated.',
  }),
})

export const UpdateWebhook = z.object({
  ...at,
  url: url.optional(),
  events,
  space: idField(
    'Space',
    'Deliver only events of this space. Null delivers the events of the whole organization.',
  )
    .nullable()
    .optional(),
  active: z.boolean().optional().meta({
    description: '`false` pauses the webhook. `true` resumes it with pending deliveries and new events.',
  }),
  secret: secret.meta({ description: 'The new secret that deliveries are signed with.' }),
})

export const DeliveryStatus = z.enum(Object.values(Status) as [Status, ...Status[]])

export const DeliveryFilters = z.object({
  status: anyOf(DeliveryStatus)
    .optional()
    .meta({ description: 'Only deliveries with one of these statuses.' }),
})
export type DeliveryFilters = z.output<typeof DeliveryFilters>

export const ListDeliveries = DeliveryFilters.extend({ organizationId: organizationId.optional(), webhookId })

export const RedeliverWebhookDelivery = z.object({
  organizationId: organizationId.optional(),
  webhookId: webhookId.optional(),
  deliveryId: idField('WebhookDelivery', 'The ID of the delivery.'),
})
