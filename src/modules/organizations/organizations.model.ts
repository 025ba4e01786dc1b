import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { WebAddress } from '../users/index.ts'

export const OrganizationTitle = z
  .string()
  .trim()
  .min(2)
  .max(255)
  .meta({ description: 'From 2 to 255 characters.' })

export const EmailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, {
    error: mustBe('a domain such as example.com'),
  })

const EmailDomains = z
  .array(EmailDomain)
  .max(50)
  .meta({ description: 'E-mail domains whose users can join. Duplicates are removed.' })

const organizationId = (description: string) => idField('Organization', description)

export const ListOrganizations = z.object({})

export const GetOrganization = z.object({ organizationId: organizationId('The organization to read.') })

export const ListOrganizationsByEmailDomain = z.object({
  emailDomain: EmailDomain.meta({ description: 'The domain of an e-mail address, e.g. example.com.' }),
})

export const CreateOrganization = z.object({
  title: OrganizationTitle,
  emailDomains: EmailDomains.optional(),
})

const DefaultContent = z
  .object({
    type: z.literal('site').meta({ description: 'The kind of content: `site`.' }),
    site: z.string().max(64).meta({ scalar: 'ID', description: 'The id of a site of this organization.' }),
  })
  .meta({ title: 'DefaultContent', description: 'The content that opens first.' })

export const UpdateOrganization = z.object({
  organizationId: organizationId('The organization to change.'),
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
    .meta({
      description: 'The default host name of public content, 3 to 32 characters, unique on this server.',
    }),
  defaultRole: Role.nullable()
    .optional()
    .meta({ description: 'The role of new members; null makes them guests.' }),
  defaultContent: DefaultContent.nullable()
    .optional()
    .meta({ description: 'The content that opens first; null clears it.' }),
  logo: WebAddress.nullable().optional().meta({ description: 'The URL of its logo; null removes it.' }),
  sso: z.boolean().optional().meta({ description: 'Whether all members must sign in through SSO.' }),
  ai: z.boolean().optional().meta({ description: 'Whether AI features are enabled.' }),
  inviteLinks: z.boolean().optional().meta({ description: 'Whether people can join by an invite link.' }),
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
