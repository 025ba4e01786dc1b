import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { WebAddress } from '../users/index.ts'
import { MergeRules } from './merge-rules.ts'

const OrganizationTitle = z.string().trim().min(2).max(255).meta({ description: 'From 2 to 255 characters.' })

const EmailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])$/, {
    error: mustBe('a domain such as example.com'),
  })

const EmailDomains = z
  .array(EmailDomain)
  .max(50)
  .meta({ description: 'Email domains whose users can join. Duplicates are removed.' })

const organizationId = (description: string) => idField('Organization', description)

export const ListOrganizations = z.object({})

export const GetOrganization = z.object({ organizationId: organizationId('The ID of the organization.') })

export const DeleteOrganization = GetOrganization
export const RestoreOrganization = GetOrganization
export const AppointAdmin = GetOrganization.extend({ userId: idField('User', 'The ID of the user.') })

export const ListOrganizationsByEmailDomain = z.object({
  emailDomain: EmailDomain.meta({ description: 'The domain of an email address, for example example.com.' }),
})

export const GetOrganizationBySubdomain = z.object({
  subdomain: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(253)
    .meta({ description: 'The hostname of the organization: the name in the addresses of its sites.' }),
})

export const CreateOrganization = z.object({
  title: OrganizationTitle,
  emailDomains: EmailDomains.optional(),
})

export const DefaultContentType = z.enum(['site']).meta({ description: 'The type of the content.' })

/** As it is stored; what is not known counts as no trial. */
export const TrialStatus = z.enum(['notapplicable', 'none', 'active', 'ended', 'expired']).catch('none')

const DefaultContent = z
  .object({
    type: DefaultContentType,
    site: z.string().max(64).meta({ scalar: 'ID', description: 'The ID of a site of this organization.' }),
  })
  .meta({ title: 'DefaultContent', description: 'The default content of the organization.' })

export const UpdateOrganization = z.object({
  organizationId: organizationId('The ID of the organization.'),
  title: OrganizationTitle.optional(),
  emailDomains: EmailDomains.optional(),
  hostname: z
    .string()
    .min(3)
    .max(32)
    .regex(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/, {
      error: mustBe('lower-case letters, digits and hyphens, without a hyphen at either end'),
    })
    .optional()
    .meta({ description: 'The default hostname of public content, 3 to 32 characters. It must be unique.' }),
  defaultRole: Role.nullable()
    .optional()
    .meta({ description: 'The role of new members. Null makes them guests.' }),
  defaultContent: DefaultContent.nullable()
    .optional()
    .meta({ description: 'The default content of the organization. Null removes it.' }),
  logo: WebAddress.nullable().optional().meta({ description: 'The URL of the logo. Null removes it.' }),
  sso: z.boolean().optional().meta({ description: 'Whether all members must sign in with SSO.' }),
  ai: z.boolean().optional().meta({ description: 'Whether AI features are enabled.' }),
  inviteLinks: z.boolean().optional().meta({ description: 'Whether people can join with an invite link.' }),
  mergeRules: MergeRules.optional().meta({
    description: 'What merges require in the spaces that inherit: the type `rules` or `none`.',
  }),
})

export const OrganizationKind = z.enum(['business', 'community'])

export const UseCase = z.enum([
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
])

export const CommunityType = z.enum(['nonProfit', 'openSource', 'education'])

/** A billing subscription as it is stored. */
export const Billing = z.object({
  interval: z.enum(['monthly', 'yearly']),
  endDate: z.string(),
  hasPaymentFailed: z.boolean(),
  isScheduledToCancel: z.boolean(),
  pricing: z
    .object({
      members: z.object({ plus_2024: z.number(), pro_2024: z.number() }),
      sites: z.object({ premium: z.number(), ultimate: z.number() }),
    })
    .optional(),
  usageAddons: z.record(z.string(), z.object({ enabled: z.boolean() })).optional(),
})
export type Billing = z.output<typeof Billing>

export const BillingMigration = z.object({
  deadline: z.string(),
  discountPercent: z.number(),
  discountEndDate: z.string(),
})
