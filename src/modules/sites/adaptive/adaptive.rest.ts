import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { route } from '../../../rest/route.ts'
import { sitePath } from '../sites.paths.ts'
import {
  type AdaptiveSchemaRow,
  getAdaptiveSchema,
  listTemplateConditions,
  updateAdaptiveSchema,
} from './adaptive.service.ts'

const RestAdaptiveSchema = z
  .object({
    object: z.literal('site-adaptive-schema'),
    jsonSchema: z.record(z.string(), z.unknown()),
    updatedAt: Timestamp,
  })
  .meta({ id: 'SiteAdaptiveSchema' })

const RestTemplateConditions = z.object({
  items: z.array(
    z.object({ description: z.string(), condition: z.string() }).meta({ id: 'SiteTemplateCondition' }),
  ),
})

const schema = {
  response: RestAdaptiveSchema,
  present: ({ jsonSchema, updatedAt }: AdaptiveSchemaRow): z.input<typeof RestAdaptiveSchema> => ({
    object: 'site-adaptive-schema',
    jsonSchema: { ...jsonSchema },
    updatedAt: updatedAt.toISOString(),
  }),
}

const path = `${sitePath}/adaptive-schema`

export const adaptiveRoutes = [
  route('GET', path, getAdaptiveSchema, { ...schema, summary: 'Get the adaptive schema of a site' }),
  route('PUT', path, updateAdaptiveSchema, { ...schema, summary: 'Replace the adaptive schema of a site' }),
  route('GET', `${path}/template-conditions`, listTemplateConditions, {
    summary: 'List conditions to begin with, by the adaptive schema of a site',
    response: RestTemplateConditions,
    present: (items) => ({ items }),
  }),
]
