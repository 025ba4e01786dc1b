import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { integrationName } from '../integrations.model.ts'

/** The number of events of an integration that are kept. */
export const MAX_EVENTS = 500

export const EventStatus = z.enum(['success', 'failed'])
export const LogLevel = z.enum(['debug', 'info', 'warn', 'error'])

/** An entry of the log of an event. */
export interface EventLog {
  level: z.output<typeof LogLevel>
  message: string
  timestamp: string
}

export const SetDevelopment = z.object({
  ...integrationName,
  tunnelUrl: z
    .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
    .max(256)
    .meta({
      scalar: 'URL',
      description: 'The URL of the tunnel that events are sent to, at most 256 characters.',
    }),
  all: z.boolean().default(false).meta({
    description:
      'Whether events of all organizations are sent. By default, those of the organization that owns it.',
  }),
})
export const EndDevelopment = z.object(integrationName)

export const ListIntegrationEvents = z.object(integrationName)
export const GetIntegrationEvent = z.object({
  integrationName: integrationName.integrationName.optional(),
  eventId: idField('IntegrationEvent', 'The ID of the event.'),
})

/** The most characters of a task, and of what is rendered. */
const MAX_JSON = 64 * 1024
const MAX_DELAY_S = 86_400

const Json = z
  .record(z.string().max(256), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_JSON, {
    error: `must have at most ${MAX_JSON} characters as JSON`,
  })

export const QueueTask = z.object({
  ...integrationName,
  task: Json.meta({ scalar: 'JSON', description: 'The task, at most 64 KiB of JSON.' }),
  schedule: z
    .int()
    .min(0)
    .max(MAX_DELAY_S)
    .default(0)
    .meta({ description: 'The number of seconds to wait before it is sent, at most a day.' }),
})

export const RenderIntegration = z.object({
  ...integrationName,
  componentId: z.string().min(1).max(256).meta({ description: 'The ID of the component.' }),
  props: Json.meta({ scalar: 'JSON', description: 'The properties of the component.' }),
  state: Json.optional().meta({ scalar: 'JSON', description: 'The state of the component.' }),
  context: Json.meta({ scalar: 'JSON', description: 'Where it is rendered.' }),
  action: Json.optional().meta({ scalar: 'JSON', description: 'What the user did.' }),
})
