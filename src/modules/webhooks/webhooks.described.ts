import { z } from 'zod'
import { eventTypes } from '../../core/events/events.ts'
import { Timestamp } from '../../core/fields.ts'
import type { DescribedMessage } from '../../core/operations/downloads.ts'

/** The body of a delivery, as the fan-out writes it. */
export const WebhookMessage = z
  .object({
    id: z.string().meta({ description: 'The ID of the event.' }),
    type: z.string().meta({ description: 'The type of the event.' }),
    organization: z.string(),
    space: z.string().optional(),
    changeRequest: z.string().optional(),
    actor: z.string().nullable().meta({ description: 'The ID of the user. Null for the system.' }),
    occurredAt: Timestamp,
    subject: z
      .record(z.string(), z.string())
      .meta({ description: 'The IDs of the resources that the event is about, by their kinds.' }),
    tags: z
      .array(z.string())
      .meta({ description: 'The tags of cached answers that have changed, as in `X-Quire-Cache-Tag`.' }),
  })
  .meta({ id: 'WebhookMessage', description: 'An event, as webhooks deliver it.' })

/** One webhook for each type of event. */
export const describedMessages = (): DescribedMessage[] =>
  eventTypes
    .entries()
    .map(([name, { description }]) => ({ name, summary: description, body: WebhookMessage }))
