import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, route } from '../../rest/route.ts'
import type { Failure } from './monitoring.loaders.ts'
import { FailureKind, UsageItem } from './monitoring.model.ts'
import { getUsage, listFailures, retryJob } from './monitoring.service.ts'

const RestFailure = z
  .object({
    object: z.literal('failure'),
    kind: FailureKind,
    subjectId: z.string().meta({
      description:
        'The ID of the import, the Git operation, the change request, the delivery, the spec or the job.',
    }),
    failedAt: Timestamp,
    about: z.string(),
    message: z.string().meta({ description: 'What was wrong. Empty for a job.' }),
    spaceId: z.string().optional(),
    webhookId: z.string().optional(),
  })
  .meta({ id: 'Failure' })

const toRestFailure = (failure: Failure): z.input<typeof RestFailure> => ({
  object: 'failure',
  kind: failure.kind,
  subjectId: failure.subjectId,
  failedAt: failure.failedAt.toISOString(),
  about: failure.about,
  message: failure.message,
  spaceId: failure.spaceId ?? undefined,
  webhookId: failure.webhookId ?? undefined,
})

const RestUsage = z
  .object({
    object: z.literal('usage'),
    items: z.array(
      z.object({
        item: UsageItem,
        used: z
          .number()
          .optional()
          .meta({ description: 'Absent where the limit is about single requests or users.' }),
        limit: z.number().optional().meta({ description: 'Absent without a limit.' }),
      }),
    ),
  })
  .meta({ id: 'Usage' })

const failures = '/orgs/:organizationId/failures'

export const routes = [
  listRoute(failures, listFailures, {
    summary: 'List merges and background work of an organization that have failed, newest first',
    item: RestFailure,
    present: (rows) => rows.map(toRestFailure),
  }),
  route('POST', `${failures}/:jobId/retry`, retryJob, {
    summary: 'Start failed background work again',
    response: z.object({ jobId: z.string(), name: z.string() }),
    present: (result) => result,
  }),
  route('GET', '/orgs/:organizationId/usage', getUsage, {
    summary: 'Get what an organization has, with the limits of the server',
    response: RestUsage,
    present: (items) => ({
      object: 'usage' as const,
      items: items.map(({ item, used, limit }) => ({
        item,
        used: used ?? undefined,
        limit: limit ?? undefined,
      })),
    }),
  }),
]
