import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { changeRequestPlace as where } from '../../change-requests/index.ts'
import { ContentChanges } from '../../content/index.ts'

export const ConflictFilters = z.object({
  resolved: z
    .boolean()
    .optional()
    .meta({ description: '`true` returns only resolved conflicts, `false` only unresolved ones.' }),
})
export type ConflictFilters = z.output<typeof ConflictFilters>
export const ListConflicts = ConflictFilters.extend(where)

export const Resolution = z.enum(['primary', 'changed', 'custom']).meta({
  description:
    'The resolution: the version of main content (primary), the version of the change request (changed), or other content (custom).',
})
export type Resolution = z.output<typeof Resolution>

export const ResolveConflict = z.object({
  ...where,
  conflictId: idField('Conflict', 'The ID of the conflict.'),
  resolution: Resolution,
  changes: ContentChanges.optional().meta({
    description: 'The changes for the resolution `CUSTOM`, unless the content was changed before.',
  }),
  expectedRevision: idField(
    'Revision',
    'The revision of the change request that you have read. If it has changed since, `changes` are merged with it as by ' +
      'a save, or fail with `CONFLICT`; a resolution without `changes` fails with `PRECONDITION_FAILED`.',
  ).optional(),
})
