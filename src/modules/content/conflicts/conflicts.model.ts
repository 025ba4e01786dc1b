import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { changeRequestPlace as where } from '../../change-requests/index.ts'
import { ContentChanges } from '../pages/changes.model.ts'

export const ConflictFilters = z.object({
  resolved: z
    .boolean()
    .optional()
    .meta({ description: 'Only conflicts that are resolved, or only those that are not.' }),
})
export type ConflictFilters = z.output<typeof ConflictFilters>
export const ListConflicts = ConflictFilters.extend(where)

export const Resolution = z.enum(['primary', 'changed', 'custom']).meta({
  description:
    'Takes what main content says (primary), keeps what the change request says (changed), or settles it otherwise.',
})
export type Resolution = z.output<typeof Resolution>

export const ResolveConflict = z.object({
  ...where,
  conflictId: idField('Conflict', 'The conflict.'),
  resolution: Resolution,
  changes: ContentChanges.optional().meta({
    description: 'For custom: what to change, unless the content was changed already.',
  }),
})
