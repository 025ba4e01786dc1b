import { z } from 'zod'
import { idField } from '../../core/fields.ts'

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const
export const ChangeRequestStatus = z.enum(changeRequestStatuses)

export const Subject = z.string().trim().max(100).meta({ description: 'At most 100 characters.' })

const spaceId = idField('Space', 'The space that the change request proposes edits to.')

/** Paths name a change request by its id or by its number within the space. */
export const ChangeRequestRef = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'Send the id or the number of a change request.')
  .meta({ scalar: 'ID', description: 'The id of a change request, or its number within the space.' })

export const ListChangeRequestsFilters = z.object({
  status: ChangeRequestStatus.nullable()
    .default('open')
    .meta({ description: 'Only change requests in this status; null lists all of them.' }),
  contributor: idField('User', 'Only change requests that this user took part in.').optional(),
})
export type ChangeRequestFilters = z.output<typeof ListChangeRequestsFilters>

export const ListChangeRequests = ListChangeRequestsFilters.extend({ spaceId })

export const GetChangeRequest = z.object({ spaceId, changeRequestId: ChangeRequestRef })

export const CreateChangeRequest = z.object({ spaceId, subject: Subject.optional() })
