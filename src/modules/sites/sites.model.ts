import { z } from 'zod'
import { Emoji } from '../../core/emoji.ts'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { anyOf } from '../../core/lists/filters.ts'
import { MAX_SLUG, SLUG_FORM } from '../../core/slugs.ts'

/** The number of spaces that a new site can be created with. */
const MAX_SPACES = 1_000
const MAX_ADDRESS = 512

const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const
export const SiteType = z.enum(siteTypes)
export type SiteType = z.output<typeof SiteType>
export const SiteVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth'])
export type SiteVisibility = z.output<typeof SiteVisibility>
export const AgentsContext = z.enum(['excluded', 'included'])
export const NewSpace = z.enum(['sample', 'empty'])

const organizationId = idField('Organization', 'The ID of the organization.')

/** Paths contain the organization as well, which must match. */
export const siteAt = {
  organizationId: organizationId.optional(),
  siteId: idField('Site', 'The ID of the site.'),
}

const Title = z.string().trim().min(2).max(128).meta({ description: 'From 2 to 128 characters.' })

/** One segment of an address. */
export const Segment = z
  .string()
  .min(1)
  .max(MAX_SLUG)
  .regex(SLUG_FORM, {
    error: mustBe('letters, digits, dots, hyphens and underscores, beginning with a letter or digit'),
  })

const Basename = Segment.refine((name) => !name.startsWith('sit_'), {
  error: mustBe('something else than the id of a site'),
}).meta({
  description:
    'The name of the site in its address. Unique in the organization; at most 100 characters. A new site that is not unlisted has one that is made from its title.',
})

const Hostname = z
  .string()
  .max(MAX_ADDRESS)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: mustBe('a hostname such as docs.example.com'),
  })
  .meta({ description: 'A hostname of your own, for example docs.example.com. Unique on this server.' })

const ProxyOrigin = z
  .string()
  .max(MAX_ADDRESS)
  .regex(/^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/, {
    error: mustBe('a hostname and a path such as example.com/docs'),
  })

/** An address that a browser of a visitor opens. */
export const WebAddress = z
  .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
  .max(2048)
  .meta({ scalar: 'URL' })

const IMAGE_ID = /^sim_[a-z0-9]{1,60}$/

/** An image of a site: its id, or an address from which it is fetched once. It is returned as an address. */
export const ImageReference = z
  .string()
  .max(2048)
  .refine((value) => IMAGE_ID.test(value) || WebAddress.safeParse(value).success, {
    error: mustBe('the id of an image of the site, or an absolute http or https URL'),
  })
  .meta({ scalar: 'URL', inputScalar: 'String' })

/** What callers can send for an image, besides its id. */
export const IMAGE_SOURCES = 'Send the ID of an image of the site, or a URL from which it is fetched once.'

export const SiteIcon = z
  .object({
    icon: z
      .object({
        light: ImageReference.meta({
          description: `The URL of the image on a light background. ${IMAGE_SOURCES}`,
        }),
        dark: ImageReference.meta({
          description: `The URL of the image on a dark background. ${IMAGE_SOURCES}`,
        }),
      })
      .optional()
      .meta({ title: 'SiteIconImages', description: 'Images, one for each theme.' }),
    emoji: Emoji.optional(),
  })
  .refine(({ icon, emoji }) => !icon || !emoji, 'must have images or an emoji, not both')
  .meta({ title: 'SiteIcon', description: 'The icon of a site: images or an emoji.' })
export type SiteIcon = z.output<typeof SiteIcon>

export const SiteFilters = z.object({
  space: idField('Space', 'Only sites with this space.').optional(),
  title: z.string().trim().max(128).optional().meta({
    description: 'Only sites whose title contains this text, ignoring case and accents.',
  }),
  published: z.boolean().optional().meta({
    description: '`true` for published sites only, `false` for those that are not published.',
  }),
  type: anyOf(SiteType).optional().meta({ description: 'Only sites of one of these types.' }),
})
export type SiteFilters = z.output<typeof SiteFilters>

export const ListSites = SiteFilters.extend({ organizationId })
export const ListSpaceSites = z.object({ spaceId: idField('Space', 'The ID of the space.') })
export const GetSite = z.object(siteAt)
export const DeleteSite = z.object(siteAt)
export const PublishSite = z.object(siteAt)

const spaces = z.array(idField('Space', 'The ID of a space.')).max(MAX_SPACES).optional().meta({
  description: 'The IDs of the spaces of the new site, in their order. You need the role create on them.',
})

export const CreateSite = z.object({
  organizationId,
  type: SiteType.default('basic').meta({ description: 'The type of the site.' }),
  title: Title.optional(),
  visibility: SiteVisibility.default('public').meta({ description: 'Who can read the published site.' }),
  spaces,
  newSpace: NewSpace.optional().meta({
    description: 'Creates a space for the site: empty, or with sample pages.',
  }),
})

/** The REST API also accepts the kind of a new space instead of a list. */
export const CreateSiteByKind = CreateSite.extend({
  spaces: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), spaces)
    .meta({
      alsoAccepts: {
        type: 'string',
        enum: [...NewSpace.options],
        description: 'The kind of a new space, the same as `newSpace`.',
      },
    }),
})

export const UpdateSite = z.object({
  ...siteAt,
  title: Title.optional(),
  visibility: SiteVisibility.optional().meta({ description: 'Who can read the published site.' }),
  basename: Basename.optional(),
  hostname: Hostname.nullable().optional().meta({
    description:
      'A hostname of your own, for example docs.example.com. Unique on this server. Null removes it. Requires the role admin.',
  }),
  proxy: ProxyOrigin.nullable().optional().meta({
    description:
      'The hostname and path at which a proxy of yours shows the site, for example example.com/docs. Null removes it.',
  }),
  icon: SiteIcon.nullable().optional().meta({ description: 'The icon. Null removes it.' }),
  adaptiveContent: z
    .object({ enabled: z.boolean().meta({ description: 'Whether content adapts to the visitor.' }) })
    .meta({ title: 'AdaptiveContent', description: 'The settings of adaptive content.' })
    .optional(),
  agentsContext: AgentsContext.optional().meta({ description: 'Whether agents can access the site.' }),
  defaultSiteSpace: idField('SiteSpace', 'The ID of the site space that opens first.').optional(),
  defaultSiteSection: idField('SiteSection', 'The ID of the section that opens first.').optional(),
})
export type UpdateSite = z.output<typeof UpdateSite>
