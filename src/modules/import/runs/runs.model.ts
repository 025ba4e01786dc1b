import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { ImportState } from '../import.model.ts'

const organizationId = idField('Organization', 'The ID of the organization.')

/** How far an import is, as clients of the public API know it. */
export const RunStatus = z.enum(['pending', 'in-progress', 'completed', 'failed', 'cancelled'])
export type RunStatus = z.output<typeof RunStatus>

/** SQL of the status of an import `i`. */
export const RUN_STATUS = `(CASE WHEN i."state" = 'success' THEN 'completed' WHEN i."state" = 'failure' THEN 'failed'
  WHEN i."state" = 'cancelled' THEN 'cancelled' WHEN i."startedAt" IS NULL THEN 'pending' ELSE 'in-progress' END)`

const ENDED = { success: 'completed', failure: 'failed', cancelled: 'cancelled' } as const

/** The same for a row. */
export function runStatusOf({ state, startedAt }: { state: string; startedAt: Date | null }): RunStatus {
  const known = ImportState.parse(state)
  if (known !== 'running') return ENDED[known]
  return startedAt === null ? 'pending' : 'in-progress'
}

export const RunFilter = z.enum([...RunStatus.options, 'active'])
export const RunFilters = z.object({
  space: idField('Space', 'Only imports into this space.').optional(),
  changeRequest: idField('ChangeRequest', 'Only imports into this change request.').optional(),
  status: RunFilter.optional().meta({
    description: 'Only imports with this status. `active` stands for `pending` and `in-progress`.',
  }),
})
export type RunFilters = z.output<typeof RunFilters>
export const ListRuns = RunFilters.extend({ organizationId })

const website = z
  .object({
    type: z.literal('website'),
    url: z
      .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
      .max(2048)
      .meta({ scalar: 'URL', description: 'The address of the page.' }),
  })
  .meta({ description: 'A page of a website, with its images.' })

export const StartRun = z.object({
  organizationId,
  source: z
    .discriminatedUnion('type', [website])
    .meta({ title: 'ImportRunSource', description: 'What is imported.' }),
  target: z
    .object({
      space: idField('Space', 'The ID of the space.'),
      changeRequest: idField('ChangeRequest', 'The ID of a change request of the space.'),
    })
    .meta({ title: 'ImportRunTarget', description: 'Where it is imported: always into a change request.' }),
})

export const CancelRun = z.object({
  organizationId: organizationId.optional(),
  importId: idField('Import', 'The ID of the import.'),
})
