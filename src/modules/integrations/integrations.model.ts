import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { Blocks, Configurations, ContentSources, ExternalLinks } from './declaration.model.ts'

/** The maximum size of the body that publishes an integration, and of its script. */
export const MAX_PUBLISH_BYTES = 16 * 1024 * 1024
export const MAX_IMAGE_BYTES = 1024 * 1024
const MAX_NAME = 100
const MAX_POLICY = 8_192
const MAX_SECRETS = 100
const MAX_SECRET = 8_192

export const Runtime = z.enum(['v1', 'v2'])
export const IntegrationVisibility = z.enum(['public', 'private', 'unlisted'])
export type IntegrationVisibility = z.output<typeof IntegrationVisibility>
export const IntegrationTarget = z.enum(['all', 'site', 'space', 'organization'])
export type IntegrationTarget = z.output<typeof IntegrationTarget>
export const IntegrationCategory = z.enum([
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
])
export const IntegrationScope = z.enum([
  'space:views:read',
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:script:inject',
  'space:script:cookies',
  'space:git:sync',
  'space:visitor:auth',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'site:ai:ask',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
])
export type IntegrationScope = z.output<typeof IntegrationScope>

const NAME = /^[a-zA-Z0-9_.-]+$/
const named = mustBe('letters, digits, hyphens, underscores and dots')

export const IntegrationName = z
  .string()
  .min(1)
  .max(MAX_NAME)
  .regex(NAME, { error: named })
  .refine((name) => !/^\.+$/.test(name), { error: named })
  .meta({ description: `The name: letters, digits, \`-\`, \`_\` and \`.\`, up to ${MAX_NAME} characters.` })
export const integrationName = { integrationName: IntegrationName }

// Standard and URL-safe Base64, with line breaks. Invalid characters would otherwise be skipped silently.
const BASE64 = /^[A-Za-z0-9+/_\-\s]*(?:={1,2}\s*)?$/

const image = (description: string) =>
  z
    .string()
    .min(1)
    // A third more than the bytes, and room for line breaks.
    .max(Math.ceil(MAX_IMAGE_BYTES * 1.4))
    .regex(BASE64, { error: 'must be base64' })
    .meta({ description })

const uniqueOf = <Value extends z.ZodType>(value: Value, most: number) =>
  z
    .array(value)
    .max(most)
    .refine((values) => new Set(values).size === values.length, { error: 'must have each value once' })

// Printable ASCII: other characters cannot be part of a header.
const POLICY = /^[\x20-\x7e]*$/
const DIRECTIVE = /^[a-zA-Z-]{1,100}$/

const Directives = z.record(z.string().regex(DIRECTIVE), z.string())
type Directives = z.output<typeof Directives>

const policyText = (policy: string | Directives): string =>
  typeof policy === 'string'
    ? policy
    : Object.entries(policy)
        .map(([name, sources]) => `${name} ${sources}`.trim())
        .join('; ')

const Policy = z
  .union([z.string(), Directives], { error: 'must be a text, or an object with a text for each directive' })
  .transform(policyText)
  .pipe(z.string().max(MAX_POLICY).regex(POLICY, { error: 'must have printable ASCII characters only' }))
  .meta({
    description:
      'The content security policy of the script, as text. The REST API also accepts an object with a text for each directive.',
  })

const Secrets = z
  .record(z.string().min(1).max(MAX_NAME), z.string().max(MAX_SECRET))
  .refine((secrets) => Object.keys(secrets).length <= MAX_SECRETS, {
    error: `must have at most ${MAX_SECRETS} secrets`,
  })
  .meta({ scalar: 'JSON', description: 'Secrets by name. They are encrypted, and never returned.' })

export const OrganizationName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, { error: mustBe('the id or the hostname of an organization') })
  .meta({ scalar: 'ID', description: 'The ID or the hostname of the organization.' })

export const PublishIntegration = z.object({
  ...integrationName,
  organization: OrganizationName.meta({
    scalar: 'ID',
    description: 'The ID or the hostname of the organization that owns the integration.',
  }),
  runtime: Runtime.default('v1').meta({ description: 'The runtime that the script is written for.' }),
  title: z.string().trim().min(2).max(30).meta({ description: 'The title (2–30 characters).' }),
  description: z.string().max(100).meta({ description: 'The description, up to 100 characters.' }),
  summary: z.string().max(2048).optional().meta({ description: 'A longer text in markdown.' }),
  script: z
    .string()
    .min(1)
    .refine((text) => text.length <= MAX_PUBLISH_BYTES && Buffer.byteLength(text) <= MAX_PUBLISH_BYTES, {
      error: `must have at most ${MAX_PUBLISH_BYTES} bytes`,
    })
    .meta({ description: 'The script. Browsers of readers run it; the server never does.' }),
  icon: image('The icon in base64: PNG, JPEG, WebP or GIF, up to 1 MiB.').optional(),
  previewImages: z
    .array(image('A preview image.'))
    .max(3)
    .default([])
    .meta({ description: 'Up to 3 preview images in base64: PNG, JPEG, WebP or GIF, up to 1 MiB each.' }),
  visibility: IntegrationVisibility.default('private').meta({ description: 'Who can see it.' }),
  target: IntegrationTarget.default('all').meta({ description: 'What it can be installed on.' }),
  scopes: uniqueOf(IntegrationScope, IntegrationScope.options.length)
    .default([])
    .meta({ description: 'What the integration is allowed to do where it is installed.' }),
  categories: uniqueOf(IntegrationCategory, IntegrationCategory.options.length)
    .default([])
    .meta({ description: 'The categories that it is listed in.' }),
  blocks: Blocks.default([]).meta({ description: 'The blocks that it adds to the editor.' }),
  contentSources: ContentSources.default([]).meta({ description: 'The sources of content that it adds.' }),
  externalLinks: ExternalLinks.default([]).meta({ description: 'Up to 5 links to other sites.' }),
  configurations: Configurations.optional(),
  secrets: Secrets.optional(),
  contentSecurityPolicy: Policy.optional(),
})
export type PublishIntegration = z.output<typeof PublishIntegration>

export const GetIntegration = z.object(integrationName)
export const UnpublishIntegration = z.object(integrationName)

export const Search = z.string().trim().max(255).optional().meta({
  description: 'Only integrations whose name or title contains this text, ignoring case and accents.',
})

export const ListIntegrations = z.object({
  search: Search,
  category: IntegrationCategory.optional().meta({ description: 'Only integrations of this category.' }),
  blockDomain: z
    .string()
    .max(100)
    .regex(NAME, { error: named })
    .optional()
    .meta({ description: 'Only integrations with a block that shows URLs of this host.' }),
  blocks: z
    .boolean()
    .optional()
    .meta({ description: 'Only integrations with blocks, or only those without.' }),
  contentSources: z
    .boolean()
    .optional()
    .meta({ description: 'Only integrations with content sources, or only those without.' }),
  owner: idField('Organization', 'Only integrations of this organization.').optional(),
  scope: IntegrationScope.optional().meta({ description: 'Only integrations with this scope.' }),
  target: IntegrationTarget.optional().meta({
    description: 'Only integrations that can be installed on this. Those with the target `all` are included.',
  }),
})
export type IntegrationFilters = z.output<typeof ListIntegrations>
