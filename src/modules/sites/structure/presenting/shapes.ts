import { z } from 'zod'
import type { Urls } from '../../../../http/urls.ts'
import { RestSpace } from '../../../spaces/index.ts'
import type { Addressed } from '../../sites.urls.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from '../rows.ts'
import { opensFirst, publishedSectionUrl, publishedSiteSpaceUrl } from '../structure.urls.ts'

const Published = z.object({ published: z.string().optional() })

const Draft = z.literal(false).meta({ description: 'Always false: everything is live when the site is.' })

export const RestSiteSpace = z
  .object({
    object: z.literal('site-space'),
    id: z.string(),
    path: z.string(),
    section: z.string().optional(),
    title: z.string(),
    default: z.boolean(),
    draft: Draft,
    condition: z.string().optional(),
    space: RestSpace.optional().meta({
      description: 'The space. Absent for a token without the scope space:read.',
    }),
    urls: Published,
  })
  .meta({ id: 'SiteSpace' })

export const RestSection = z
  .object({
    object: z.literal('site-section'),
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    default: z.boolean(),
    draft: Draft,
    path: z.string(),
    condition: z.string().optional(),
    sectionGroup: z.string().optional(),
    siteSpaces: z.array(RestSiteSpace),
    defaultSiteSpace: z.string().optional(),
    urls: Published,
    icon: z.string().optional(),
  })
  .meta({ id: 'SiteSection' })

export const RestGroup = z
  .object({
    object: z.literal('site-section-group'),
    id: z.string(),
    title: z.string(),
    icon: z.string().optional(),
    draft: Draft,
    sections: z.array(RestSection),
    children: z.array(RestSection).meta({ description: 'The same sections: groups contain nothing else.' }),
  })
  .meta({ id: 'SiteSectionGroup' })

export const RestStructure = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('sections'), structure: z.array(z.union([RestSection, RestGroup])) }),
    z.object({ type: z.literal('siteSpaces'), structure: z.array(RestSiteSpace) }),
  ])
  .meta({ id: 'SiteStructure' })

export type SiteSpaceShape = z.input<typeof RestSiteSpace>
export type SectionShape = z.input<typeof RestSection>
export type GroupShape = z.input<typeof RestGroup>
export type StructureShape = z.input<typeof RestStructure>

/** Where and for whom parts of a site are shown. */
export interface Showing {
  site: Addressed
  urls: Urls
  /** The key of a share link, which addresses then contain. */
  shareKey?: string | undefined
  /** Visitors do not see conditions. */
  hasConditions: boolean
}

export const siteSpaceShape = <Space>(
  { site, urls, shareKey, hasConditions }: Showing,
  row: SiteSpaceRow,
  space: Space,
  published = publishedSiteSpaceUrl(urls, site, row, shareKey),
) => ({
  object: 'site-space' as const,
  id: row.id,
  path: row.path,
  section: row.sectionId ?? undefined,
  title: row.space.title,
  default: opensFirst(row),
  draft: false as const,
  condition: hasConditions ? (row.condition ?? undefined) : undefined,
  space,
  urls: { published },
})

export const sectionShape = <SiteSpace>(
  { site, urls, shareKey, hasConditions }: Showing,
  row: SectionRow,
  siteSpaces: SiteSpace[],
  defaultSiteSpace: string | undefined,
) => ({
  object: 'site-section' as const,
  id: row.id,
  title: row.title,
  description: row.description ?? undefined,
  default: row.isDefault,
  draft: false as const,
  path: row.path,
  condition: hasConditions ? (row.condition ?? undefined) : undefined,
  sectionGroup: row.groupId ?? undefined,
  siteSpaces,
  defaultSiteSpace,
  urls: { published: publishedSectionUrl(urls, site, row, shareKey) },
  icon: row.icon ?? undefined,
})

export const groupShape = <Section>(row: GroupRow, sections: Section[]) => ({
  object: 'site-section-group' as const,
  id: row.id,
  title: row.title,
  icon: row.icon ?? undefined,
  draft: false as const,
  sections,
  children: sections,
})
