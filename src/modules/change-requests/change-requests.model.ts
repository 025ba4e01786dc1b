import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { ALL, anyOf } from '../../core/lists/filters.ts'
import { Description } from './description.ts'

const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const
export const ChangeRequestStatus = z.enum(changeRequestStatuses)
export type ChangeRequestStatus = z.infer<typeof ChangeRequestStatus>

/** The statuses that a caller can set. Only a merge sets `merged`. */
export const SettableStatus = ChangeRequestStatus.exclude(['merged'])

export const Subject = z
  .string()
  .trim()
  .max(100)
  .meta({ description: 'The subject, at most 100 characters.' })

const spaceId = idField('Space', 'The ID of the space.')

/** Paths name a change request by its id or by its number within the space. */
const ChangeRequestRef = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, { error: mustBe('the id or the number of a change request') })
  .meta({ scalar: 'ID', description: 'The ID of the change request, or its number within the space.' })

/**
 * How operations identify a change request: by its id, or by its number within a space. A space that is given with an
 * id must be that of the change request.
 */
export const changeRequestPlace = {
  spaceId: idField(
    'Space',
    'The ID of the space. Required if the change request is identified by its number.',
  ).optional(),
  changeRequestId: ChangeRequestRef,
}

/** The same for resources of a space or, if one is given, of a change request. */
export const contentPlace = {
  spaceId: idField(
    'Space',
    'The ID of the space. Optional if a change request is identified by its ID.',
  ).optional(),
  changeRequestId: ChangeRequestRef.optional(),
}
export const namesPlace = ({ spaceId, changeRequestId }: ContentPlace) =>
  spaceId !== undefined || changeRequestId !== undefined
export const NAME_PLACE = { message: 'Send spaceId or changeRequestId.', path: ['spaceId'] }
export interface ContentPlace {
  spaceId?: string | undefined
  changeRequestId?: string | undefined
}

export const ChangeRequestStatusFilter = z.enum([ALL, ...changeRequestStatuses])

const status = anyOf(ChangeRequestStatusFilter)
  .default(['open'])
  .meta({ description: 'Only change requests with one of these statuses.' })

const people = {
  contributor: idField('User', 'Only change requests that this user contributed to.').optional(),
  creator: idField('User', 'Only change requests created by this user.').optional(),
  requestedReviewer: idField(
    'User',
    'Only change requests that this user is requested to review.',
  ).optional(),
}

const search = z.string().trim().max(255).optional().meta({
  description:
    'Only change requests whose subject contains this text, ignoring case and accents, and the one with this number.',
})

export const ListChangeRequestsFilters = z.object({
  status,
  ...people,
  search,
})
export type ChangeRequestFilters = z.output<typeof ListChangeRequestsFilters>

export const ListOrganizationChangeRequestsFilters = z.object({
  status,
  ...people,
  search,
  space: idField('Space', 'Only change requests of this space.').optional(),
})
export type OrganizationChangeRequestFilters = z.output<typeof ListOrganizationChangeRequestsFilters>

export const ListOrganizationChangeRequests = ListOrganizationChangeRequestsFilters.extend({
  organizationId: idField('Organization', 'The ID of the organization.'),
})

/** What the viewer has to do with a change request. */
export const Involvement = z.enum(['created', 'review-requested'])

export const ListViewerChangeRequests = z.object({
  involvement: Involvement.default('created').meta({
    description: 'The change requests that you created, or those that wait for your review.',
  }),
  status: anyOf(ChangeRequestStatusFilter)
    .default(['draft', 'open'])
    .meta({ description: 'Only change requests with one of these statuses.' }),
  search,
})
export type ViewerChangeRequestFilters = z.output<typeof ListViewerChangeRequests>

export const ListChangeRequests = ListChangeRequestsFilters.extend({ spaceId })

export const GetChangeRequest = z.object(changeRequestPlace)

export const CreateChangeRequest = z.object({
  spaceId,
  subject: Subject.optional(),
  description: Description.optional(),
})

export const UpdateChangeRequest = z.object({
  ...changeRequestPlace,
  subject: Subject.optional(),
  description: Description.optional(),
  status: SettableStatus.optional().meta({
    description: 'The new status.',
  }),
})

export const ListContributors = z.object(changeRequestPlace)
