import { z } from 'zod'
import { mustBe } from '../../core/input-errors.ts'

/** What the manifest of an integration declares: its blocks, content sources, links and configurations. */

const MAX_BLOCKS = 100
const MAX_UNFURLS = 50
const MAX_PROPERTIES = 100
const MAX_ENUM = 100
const MAX_KEY = 100
const MAX_URL = 2048

const Key = z
  .string()
  .min(1)
  .max(MAX_KEY)
  .regex(/^[a-zA-Z0-9_.-]+$/, { error: mustBe('letters, digits, hyphens, underscores and dots') })
const keyField = (description: string) => Key.meta({ description })
const HttpUrl = z.url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') }).max(MAX_URL)
const urlField = (description: string) => HttpUrl.meta({ scalar: 'URL', description })

const described = {
  id: keyField('The ID, unique in the integration.'),
  title: z.string().trim().min(2).max(40).meta({ description: 'The title (2–40 characters).' }),
  description: z.string().max(150).optional().meta({ description: 'The description, up to 150 characters.' }),
  icon: z.string().max(MAX_URL).optional().meta({ description: 'The name or the URL of the icon.' }),
}

/** A URL with `*` for parts of it, such as `https://*.example.com/file/*`. */
const UnfurlPattern = z
  .string()
  .max(MAX_URL)
  .refine((pattern) => hostOfPattern(pattern) !== null, {
    error: mustBe('a pattern that begins with http:// or https:// and a host'),
  })

/** The host of a pattern in lower case, without a leading `*.`; null if it has none. */
export function hostOfPattern(pattern: string): string | null {
  const [, host] = /^https?:\/\/(?:\*\.)?([a-zA-Z0-9._-]{1,253})(?::\d{1,5})?(?:[/?#]|$)/.exec(pattern) ?? []
  return host?.toLowerCase() ?? null
}

export const Block = z
  .object({
    ...described,
    urlUnfurl: z
      .array(UnfurlPattern)
      .max(MAX_UNFURLS)
      .optional()
      .meta({ description: 'Patterns of the URLs that the block shows.' }),
    markdown: z
      .object({
        codeblock: z.string().min(1).max(MAX_KEY).meta({ description: 'The language of the code block.' }),
        body: z.string().min(1).max(MAX_KEY).meta({ description: 'The property that has the text.' }),
      })
      .optional()
      .meta({
        title: 'IntegrationBlockMarkdown',
        description: 'How the block is written in markdown: as a code block of this language.',
      }),
  })
  .meta({ title: 'IntegrationBlock', description: 'A block that the integration adds to the editor.' })
export type Block = z.output<typeof Block>

export const ContentSource = z
  .object({
    ...described,
    configuration: z
      .object({ componentId: keyField('The component that configures it.') })
      .meta({ title: 'IntegrationContentSourceConfiguration', description: 'How it is configured.' }),
  })
  .meta({ title: 'IntegrationContentSource', description: 'A source of content.' })
export type ContentSource = z.output<typeof ContentSource>

export const ExternalLink = z
  .object({
    url: urlField('The URL.'),
    label: z.string().trim().min(1).max(100).meta({ description: 'The text of the link.' }),
  })
  .meta({ title: 'IntegrationExternalLink', description: 'A link to another site.' })
export type ExternalLink = z.output<typeof ExternalLink>

const once = <Item>(keyOf: (item: Item) => string, what: string) =>
  [
    (items: Item[]) => new Set(items.map(keyOf)).size === items.length,
    { error: `must have each ${what} once` },
  ] as const

export const Blocks = z
  .array(Block)
  .max(MAX_BLOCKS)
  .refine(...once<Block>(({ id }) => id, 'ID'))
export const ContentSources = z
  .array(ContentSource)
  .max(MAX_BLOCKS)
  .refine(...once<ContentSource>(({ id }) => id, 'ID'))
export const ExternalLinks = z.array(ExternalLink).max(5)

const shown = {
  title: z.string().max(30).optional(),
  description: z.string().max(100).optional(),
}
export const Property = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('string'),
    ...shown,
    default: z.string().max(MAX_URL).optional(),
    completion_url: HttpUrl.optional(),
    enum: z
      .array(z.string().max(MAX_URL))
      .min(1)
      .max(MAX_ENUM)
      .refine(...once<string>((value) => value, 'value'))
      .optional(),
  }),
  z.object({ type: z.literal('number'), ...shown, default: z.number().optional() }),
  z.object({ type: z.literal('boolean'), ...shown, default: z.boolean().optional() }),
  z.object({
    type: z.literal('button'),
    ...shown,
    callback_url: HttpUrl,
    button_text: z.string().min(1).max(100),
  }),
])
export type Property = z.output<typeof Property>

const Properties = z
  .record(Key, Property)
  .refine((properties) => Object.keys(properties).length <= MAX_PROPERTIES, {
    error: `must have at most ${MAX_PROPERTIES} properties`,
  })

/** What can be configured at one level: properties, or a component of the integration. */
export const Declaration = z
  .union([
    z.strictObject({ properties: Properties, required: z.array(Key).max(MAX_PROPERTIES).optional() }),
    z.strictObject({ componentId: Key }),
  ])
  .superRefine((declaration, ctx) => {
    if (!('properties' in declaration)) return
    const { properties, required = [] } = declaration
    for (const [index, name] of required.entries()) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property !== undefined && property.type !== 'button') continue
      ctx.addIssue({
        code: 'custom',
        path: ['required', index],
        message: `must be a property other than a button (got ${JSON.stringify(name)})`,
      })
    }
    for (const [name, property] of Object.entries(properties)) {
      if (property.type !== 'string' || property.enum === undefined || property.default === undefined)
        continue
      if (property.enum.includes(property.default)) continue
      ctx.addIssue({
        code: 'custom',
        path: ['properties', name, 'default'],
        message: 'must be one of the values of enum',
      })
    }
  })
export type Declaration = z.output<typeof Declaration>

export const levels = ['account', 'space', 'site'] as const
export type Level = (typeof levels)[number]

export const Configurations = z
  .strictObject({
    account: Declaration.optional(),
    space: Declaration.optional(),
    site: Declaration.optional(),
  })
  .meta({
    scalar: 'JSON',
    description:
      'What can be configured: `account` for the organization, `space` and `site`. Each has `properties` by name and `required`, or a `componentId`. A property has a `type` (`string`, `number`, `boolean` or `button`), `title`, `description` and, by its type, `default`, `enum`, `completion_url`, `callback_url`, `button_text`.',
  })
export type Configurations = z.output<typeof Configurations>
