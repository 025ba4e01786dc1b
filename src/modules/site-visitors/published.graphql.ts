import type { Caller } from '../../core/operations/caller.ts'
import { builder } from '../../graphql/builder.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { queryField } from '../../graphql/field.ts'
import type { SiteSpaceRow } from '../sites/index.ts'
import {
  CustomizationType,
  IconType,
  iconOf,
  opensFirst,
  publishedSectionUrl,
  publishedSiteSpaceUrl,
  publishedUrl,
  SiteVisibility,
  siteSpacesIn,
  VisibilityEnum,
} from '../sites/index.ts'
import { getPublishedSite, type PublishedSite, placedScripts } from './published.service.ts'
import { type ScriptLoading, scriptLoadingOf } from './script-loading.ts'
import type { PlacedScript } from './site-scripts.ts'
import type { ShownGroup, ShownSection, ShownStructure } from './visible-structure.ts'

/** A part of a published site, with the site for its address. */
interface Part<Row> {
  of: PublishedSite
  row: Row
}
const partsOf = <Row>(of: PublishedSite, rows: readonly Row[]): Part<Row>[] =>
  rows.map((row) => ({ of, row }))

/** Conditions are for those who write them. */
const conditionOf = ({ of, condition }: { of: PublishedSite; condition: string | null }) =>
  of.audience === 'member' ? condition : null

const texts = {
  path: 'The path: one segment of the address. Defaults have no segment.',
  condition: 'The expression that decides whether a visitor sees it. Visitors do not see it.',
  url: 'The URL on the published site.',
}
/** Lists are part of the whole, so they are not paged. Their usual lengths are counted in the cost. */
const listOf = (multiplier: number) => () => ({ field: 1, multiplier })

const SpaceType = builder.objectRef<SiteSpaceRow>('PublishedSpace').implement({
  description: 'A space as visitors see it.',
  fields: (t) => ({
    spaceId: t.id({ description: 'The ID of the space.', resolve: ({ space }) => space.id }),
    title: t.string({ description: 'The name.', resolve: ({ space }) => space.title }),
    emoji: t.string({ description: 'The emoji.', resolve: ({ space }) => space.emoji }),
    language: t.string({
      nullable: true,
      description: 'The language of the content.',
      resolve: ({ space }) => space.language,
    }),
  }),
})

const SiteSpaceType = builder.objectRef<Part<SiteSpaceRow>>('PublishedSiteSpace').implement({
  description: 'A space on a published site.',
  fields: (t) => ({
    siteSpaceId: t.id({ description: 'The ID of the site space.', resolve: ({ row }) => row.id }),
    title: t.string({ description: 'The title of the space.', resolve: ({ row }) => row.space.title }),
    path: t.string({ description: texts.path, resolve: ({ row }) => row.path }),
    default: t.boolean({
      description: 'Whether it opens first on the site.',
      resolve: ({ row }) => opensFirst(row),
    }),
    condition: t.string({
      nullable: true,
      description: texts.condition,
      resolve: ({ of, row }) => conditionOf({ of, condition: row.condition }),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: texts.url,
      resolve: ({ of, row }, _args, { urls }) =>
        publishedSiteSpaceUrl(urls, of.site, row, of.shareKey) ?? null,
    }),
    customization: t.field({
      type: CustomizationType,
      description: 'How the site space looks.',
      resolve: ({ of: { customizations }, row }) => ({
        customization: customizations.siteSpaces[row.id] ?? customizations.site,
      }),
    }),
    space: t.field({ type: SpaceType, description: 'The space.', resolve: ({ row }) => row }),
  }),
})

const SectionType = builder.objectRef<Part<ShownSection>>('PublishedSection').implement({
  description: 'A section of a published site.',
  fields: (t) => ({
    siteSectionId: t.id({ description: 'The ID of the section.', resolve: ({ row }) => row.section.id }),
    title: t.string({ description: 'The name.', resolve: ({ row }) => row.section.title }),
    description: t.string({
      nullable: true,
      description: 'The description.',
      resolve: ({ row }) => row.section.description,
    }),
    icon: t.string({
      nullable: true,
      description: 'The name of the icon.',
      resolve: ({ row }) => row.section.icon,
    }),
    path: t.string({ description: texts.path, resolve: ({ row }) => row.section.path }),
    default: t.boolean({
      description: 'Whether the section opens first on the site.',
      resolve: ({ row }) => row.section.isDefault,
    }),
    condition: t.string({
      nullable: true,
      description: texts.condition,
      resolve: ({ of, row }) => conditionOf({ of, condition: row.section.condition }),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: texts.url,
      resolve: ({ of, row }, _args, { urls }) =>
        publishedSectionUrl(urls, of.site, row.section, of.shareKey) ?? null,
    }),
    siteSpaces: t.field({
      type: [SiteSpaceType],
      description: 'The site spaces, in their order.',
      complexity: listOf(4),
      resolve: ({ of, row }) => partsOf(of, row.siteSpaces),
    }),
  }),
})

const GroupType = builder.objectRef<Part<ShownGroup>>('PublishedSectionGroup').implement({
  description: 'A section group of a published site.',
  fields: (t) => ({
    siteSectionGroupId: t.id({
      description: 'The ID of the section group.',
      resolve: ({ row }) => row.group.id,
    }),
    title: t.string({ description: 'The name.', resolve: ({ row }) => row.group.title }),
    icon: t.string({
      nullable: true,
      description: 'The name of the icon.',
      resolve: ({ row }) => row.group.icon,
    }),
    sections: t.field({
      type: [SectionType],
      description: 'The sections, in their order.',
      complexity: listOf(5),
      resolve: ({ of, row }) => partsOf(of, row.sections),
    }),
  }),
})

type TopPart = Part<ShownGroup | ShownSection>

const TopType = builder.unionType('PublishedStructureItem', {
  description: 'A section without a group, or a section group.',
  types: [SectionType, GroupType],
  resolveType: (part) => ('group' in (part as TopPart).row ? 'PublishedSectionGroup' : 'PublishedSection'),
})

const StructureType = builder.objectRef<Part<ShownStructure>>('PublishedStructure').implement({
  description: 'What a caller sees of a published site: sections and groups, or site spaces.',
  fields: (t) => ({
    items: t.field({
      type: [TopType],
      description: 'The sections without a group and the section groups. Empty for a site without sections.',
      complexity: listOf(20),
      // The rows of a union, which differ by `resolveType`.
      resolve: ({ of, row }) => partsOf(of, row.top) as (Part<ShownGroup> | Part<ShownSection>)[],
    }),
    siteSpaces: t.field({
      type: [SiteSpaceType],
      description: 'The site spaces of a site without sections.',
      complexity: listOf(20),
      resolve: ({ of, row }) => partsOf(of, row.siteSpaces),
    }),
  }),
})

/** The structure of a member has rows without what is below them; it is read for all sections together. */
async function shownOf(published: PublishedSite, caller: Caller): Promise<ShownStructure> {
  if (published.audience === 'visitor') return published.structure
  const { site, structure } = published
  const below = async (id: string) => (await caller.load(siteSpacesIn, id)) ?? []
  if (structure.type === 'siteSpaces') {
    return { type: structure.type, siteSpaces: await below(site.id), top: [] }
  }
  const sectionOf = async (section: ShownSection['section']) => ({
    section,
    siteSpaces: await below(section.id),
  })
  const top = structure.top.map(async (item) => {
    if ('section' in item) return sectionOf(item.section)
    const sections = structure.inGroups.get(item.group.id) ?? []
    return { group: item.group, sections: await Promise.all(sections.map(sectionOf)) }
  })
  return { type: structure.type, siteSpaces: [], top: await Promise.all(top) }
}

export const ScriptLoadingType = builder.objectRef<ScriptLoading>('SiteScriptLoading').implement({
  description: 'Whether pages of a site load scripts of integrations at its published address.',
  fields: (t) => ({
    loaded: t.exposeBoolean('loaded', { description: 'Whether pages load them.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why pages do not load scripts. Null if they do.',
    }),
  }),
})

export const SiteScriptType = builder.objectRef<PlacedScript>('SiteScript').implement({
  description: 'A script of an integration that is installed on a site.',
  fields: (t) => ({
    script: t.field({
      type: 'URL',
      description: 'The URL of the script.',
      resolve: ({ path }, _args, { urls }) => urls.open(path),
    }),
    contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
      nullable: true,
      description: 'The content security policy that the script needs.',
    }),
    cookies: t.exposeBoolean('cookies', { description: 'Whether the script uses cookies.' }),
    loading: t.field({
      type: ScriptLoadingType,
      description: 'Whether pages of the site load the script.',
      resolve: ({ site }, _args, { urls }) => scriptLoadingOf(urls, site),
    }),
  }),
})

const PublishedSiteType = builder.objectRef<PublishedSite>('PublishedSite').implement({
  description:
    'A published site as the caller sees it: all of it for members, what they can see for visitors.',
  fields: (t) => ({
    siteId: t.id({ description: 'The ID of the site.', resolve: ({ site }) => site.id }),
    title: t.string({ description: 'The name.', resolve: ({ site }) => site.title }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Who can read the site.',
      resolve: ({ site }) => SiteVisibility.parse(site.visibility),
    }),
    icon: t.field({
      type: IconType,
      nullable: true,
      description: 'The icon.',
      resolve: ({ site }, _args, { urls }) => iconOf(site, urls) ?? null,
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL of the site.',
      resolve: ({ site, shareKey }, _args, { urls }) => publishedUrl(urls, site, [], shareKey) ?? null,
    }),
    customization: t.field({
      type: CustomizationType,
      description: 'How the site looks.',
      resolve: ({ customizations }) => ({ customization: customizations.site }),
    }),
    scripts: t.field({
      type: [SiteScriptType],
      description: 'The scripts of integrations that are installed on the site.',
      resolve: placedScripts,
    }),
    structure: t.field({
      type: StructureType,
      description: 'How the site is arranged.',
      complexity: 10,
      resolve: async (of, _args, { caller }: GraphQLContext) => ({ of, row: await shownOf(of, caller) }),
    }),
  }),
})

queryField('publishedSite', getPublishedSite, {
  type: PublishedSiteType,
  description:
    'A published site. Needs no API token where the visibility of the site, a share key or the token of a visitor opens it.',
  omit: ['organizationId'],
  complexity: 10,
})
