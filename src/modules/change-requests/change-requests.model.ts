import { z } from 'zod'
import { idField } from '../../core/fields.ts'

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const
export const ChangeRequestStatus = z.enum(changeRequestStatuses)
export type ChangeRequestStatus = z.infer<typeof ChangeRequestStatus>

/** What a change request may be moved to. Only a merge makes it merged. */
export const SettableStatus = ChangeRequestStatus.exclude(['merged'])

export const Subject = z.string().trim().max(100).meta({ description: 'At most 100 characters.' })

const spaceId = idField('Space', 'The space that the change request proposes edits to.')

/** Paths name a change request by its id or by its number within the space. */
export const ChangeRequestRef = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'Send the id or the number of a change request.')
  .meta({ scalar: 'ID', description: 'The id of a change request, or its number within the space.' })

const people = {
  contributor: idField('User', 'Only change requests that this user took part in.').optional(),
  creator: idField('User', 'Only change requests that this user opened.').optional(),
  requestedReviewer: idField('User', 'Only change requests that this user was asked to review.').optional(),
}

export const ListChangeRequestsFilters = z.object({
  status: ChangeRequestStatus.nullable()
    .default('open')
    .meta({ description: 'Only change requests in this status; null lists all of them.' }),
  ...people,
})
export type ChangeRequestFilters = z.output<typeof ListChangeRequestsFilters>

export const ListOrganizationChangeRequestsFilters = z.object({
  status: z
    .array(ChangeRequestStatus)
    .min(1)
    .max(changeRequestStatuses.length)
    .nullable()
    .default(['open'])
    .meta({
      description: 'Only change requests in one of these statuses; null lists all of them.',
    }),
  ...people,
  space: idField('Space', 'Only change requests of this space.').optional(),
})
export type OrganizationChangeRequestFilters = z.output<typeof ListOrganizationChangeRequestsFilters>

export const ListOrganizationChangeRequests = ListOrganizationChangeRequestsFilters.extend({
  organizationId: idField('Organization', 'The organization.'),
})

export const ListChangeRequests = ListChangeRequestsFilters.extend({ spaceId })

export const GetChangeRequest = z.object({ spaceId, changeRequestId: ChangeRequestRef })

export const CreateChangeRequest = z.object({ spaceId, subject: Subject.optional() })

export const UpdateChangeRequest = z.object({
  spaceId,
  changeRequestId: ChangeRequestRef,
  subject: Subject.optional(),
  status: SettableStatus.optional().meta({
    description: 'Where to move it: between draft, open and archived, in any direction.',
  }),
})

export const ListContributors = z.object({ spaceId, changeRequestId: ChangeRequestRef })
