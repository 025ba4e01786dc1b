import { z } from 'zod'
import { idField } from '../../core/fields.ts'

export const OrganizationTitle = z
  .string()
  .trim()
  .min(2)
  .max(255)
  .meta({ description: 'From 2 to 255 characters.' })

export const ListOrganizations = z.object({})

export const GetOrganization = z.object({
  organizationId: idField('Organization', 'The organization to read.'),
})

export const CreateOrganization = z.object({
  title: OrganizationTitle,
  emailDomains: z
    .array(z.string().trim().toLowerCase().min(3).max(253))
    .max(50)
    .optional()
    .meta({ description: 'E-mail domains whose users belong here.' }),
})
