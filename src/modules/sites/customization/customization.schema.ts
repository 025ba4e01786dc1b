import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { fieldsByKind } from '../../../core/fields-by-kind.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { Condition } from '../conditions.ts'
import { IMAGE_SOURCES, ImageReference, SiteIcon, WebAddress } from '../sites.model.ts'
import { Values } from './values.ts'

const PREFIX = 'SiteCustomization'
const object = <Shape extends z.ZodRawShape>(title: string, description: string, shape: Shape) =>
  z.object(shape).meta({ title: `${PREFIX}${title}`, description })
const flag = (description: string) => z.boolean().meta({ description })
const text = (max: number, description: string) => z.string().trim().min(1).max(max).meta({ description })
const url = (description: string) => WebAddress.meta({ description })
const image = (description: string) => ImageReference.meta({ description: `${description} ${IMAGE_SOURCES}` })

const Colour = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, { error: mustBe('a colour such as #346ddb or #36d') })
const Colours = object('Colors', 'A colour for each theme.', {
  light: Colour.meta({
    description: 'The colour in the light theme: #rgb or #rrggbb.',
    examples: ['#346ddb'],
  }),
  dark: Colour.meta({
    description: 'The colour in the dark theme: #rgb or #rrggbb.',
    examples: ['#9ec1ff'],
  }),
})

const Images = object('Images', 'An image for each theme.', {
  light: image('The URL of the image in the light theme.'),
  dark: image('The URL of the image in the dark theme.'),
})

const Target = object('LinkTarget', 'The destination of a link.', {
  kind: Values.TargetKind,
  url: url('The URL, for the kind url.').optional(),
  space: idField('Space', 'The ID of the space, for the kinds space and page.').optional(),
  page: idField('Page', 'The ID of the page, for the kind page.').optional(),
}).superRefine(fieldsByKind({ url: ['url'], space: ['space'], page: ['space', 'page'] }))
export type Target = z.output<typeof Target>

const to = Target.nullable().meta({ description: 'The destination. Null for a title without a link.' })
const linkTitle = text(64, 'The title, at most 64 characters.')
const Link = object('Link', 'A link.', { title: linkTitle, to })
const links = z.array(Link).max(20).meta({ description: 'The links, at most 20.' })
const HeaderItem = object('HeaderItem', 'An entry of the header: a link, or a menu of links.', {
  title: linkTitle,
  style: Values.HeaderItemStyle.optional(),
  to,
  links,
  condition: Condition.optional(),
})
const FooterGroup = object('FooterGroup', 'A column of links in the footer.', { title: linkTitle, links })

const Sidebar = object('Sidebar', 'The style of the navigation.', {
  background: Values.SidebarBackground,
  list: Values.SidebarList,
})
const Tint = object('Tint', 'A tint of backgrounds.', { color: Colours })

/** The groups of a customization. Each group is one object; its fields can be overridden one by one. */
const groups = {
  styling: object('Styling', 'Colours, fonts and shapes.', {
    theme: Values.Theme,
    primaryColor: Colours,
    infoColor: Colours,
    successColor: Colours,
    warningColor: Colours,
    dangerColor: Colours,
    tint: Tint.optional(),
    corners: Values.Corners,
    depth: Values.Depth,
    links: Values.LinkStyle,
    font: Values.Font,
    monospaceFont: Values.MonospaceFont,
    background: Values.Background,
    icons: Values.IconStyle,
    sidebar: Sidebar,
    search: Values.SearchStyle,
  }),
  internationalization: object('Internationalization', 'The language.', { locale: Values.Locale }),
  favicon: SiteIcon,
  header: object('Header', 'The header of every page.', {
    preset: Values.HeaderPreset,
    logo: Images.optional(),
    backgroundColor: Colours.optional(),
    linkColor: Colours.optional(),
    links: z.array(HeaderItem).max(20).meta({ description: 'The entries, at most 20.' }),
  }),
  footer: object('Footer', 'The footer of every page.', {
    logo: Images.optional(),
    groups: z.array(FooterGroup).max(10).meta({ description: 'The columns, at most 10.' }),
    copyright: text(300, 'The copyright, at most 300 characters.').optional(),
  }),
  announcement: object('Announcement', 'A message above every page.', {
    enabled: flag('Whether it is shown.'),
    message: text(300, 'The message, at most 300 characters.'),
    link: Link.optional(),
    style: Values.AnnouncementStyle,
  }),
  themes: object('Themes', 'The light and the dark theme.', {
    default: Values.ThemeMode,
    toggeable: flag('Whether readers can choose the theme.'),
  }),
  pdf: object('Pdf', 'PDF files for readers.', { enabled: flag('Whether readers can download PDF files.') }),
  feedback: object('Feedback', 'Ratings of pages.', { enabled: flag('Whether readers can rate pages.') }),
  ai: object('Ai', 'Assistance for readers.', {
    mode: Values.AIMode,
    integrationId: text(100, 'The integration, for the mode integration.').optional(),
  }),
  advancedCustomization: object('Advanced', 'Advanced settings.', { enabled: flag('Whether they apply.') }),
  git: object('Git', 'Links to the Git repository.', {
    showEditLink: flag('Whether pages link to their file in the repository.'),
  }),
  pageActions: object('PageActions', 'The actions of a page.', {
    externalAI: flag('Whether readers can open a page in an external assistant.'),
    markdown: flag('Whether readers can copy a page as markdown.'),
  }),
  externalLinks: object('ExternalLinks', 'Links to other sites, and images of them.', {
    target: Values.LinkWindow,
    images: Values.ExternalImages.optional(),
  }),
  pagination: object('Pagination', 'Links between pages.', {
    enabled: flag('Whether pages link to the previous and the next page.'),
  }),
  trademark: object('Trademark', 'The name of the software.', { enabled: flag('Whether it is shown.') }),
  privacyPolicy: object('PrivacyPolicy', 'The privacy policy.', {
    url: url('The URL of the privacy policy.').optional(),
  }),
  socialPreview: object('SocialPreview', 'The image that other services show for a link.', {
    url: image('The URL of the image.').optional(),
  }),
  apis: object('Apis', 'Operations of APIs on pages.', {
    proxy: flag(
      'Whether this server sends the requests that readers try, for APIs that do not allow requests from the site (CORS). Only to https servers of the documents. What readers type passes through this server.',
    ),
  }),
  insights: object('Insights', 'Statistics about visits.', {
    trackingCookie: flag('Always false: no cookie identifies visitors.'),
    enabled: flag('Whether views and searches are counted. If absent, they are.').optional(),
  }),
}
type GroupName = keyof typeof groups

const title = text(128, 'The title, at most 128 characters. If absent, that of the site.')

/** The fields of a whole customization. */
export const customizationShape = {
  title: title.optional(),
  ...groups,
  announcement: groups.announcement.optional(),
  apis: groups.apis.optional(),
}
export const Customization = z.object(customizationShape)
export type Customization = z.output<typeof Customization>

/** The parts of a customization to change. Each is replaced as a whole, and null restores its default. */
export const partsShape = {
  title: title.nullable().optional(),
  ...(Object.fromEntries(
    Object.entries<z.ZodType>(groups).map(([name, group]) => [name, group.nullable().optional()]),
  ) as unknown as { [Name in GroupName]: z.ZodOptional<z.ZodNullable<(typeof groups)[Name]>> }),
}

/** Each field of a group can be set, or cleared by null. So can the whole group. */
function overridesOf(name: GroupName) {
  // An icon is either images or an emoji, so it is replaced as a whole.
  if (name === 'favicon') return SiteIcon.nullable().optional()
  const { title: groupTitle = '', description } = groups[name].meta() ?? {}
  const fields = Object.entries<z.ZodType>(groups[name].shape).map(([field, schema]) => {
    const inner = (schema instanceof z.ZodOptional ? schema.unwrap() : schema) as z.ZodType
    return [field, inner.nullable().optional()]
  })
  const overrides = z.object(Object.fromEntries(fields) as Record<string, z.ZodType>).meta({
    title: groupTitle.replace(PREFIX, 'SiteSpaceCustomization'),
    description: `${description} Omitted fields do not change; null clears a field.`,
  })
  return overrides.nullable().optional()
}

type Override = z.ZodOptional<z.ZodNullable<z.ZodType<Record<string, unknown>>>>

/** The fields of the overrides of a site space. */
export const overridesShape = {
  title: title.nullable().optional(),
  ...(Object.fromEntries(
    Object.keys(groups).map((name) => [name, overridesOf(name as GroupName)]),
  ) as unknown as Record<GroupName, Override>),
}
