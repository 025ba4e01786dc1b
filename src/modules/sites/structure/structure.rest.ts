import { z } from 'zod'
import { holdsScope } from '../../../core/access/viewer.ts'
import { deletion, listRoute, route, type View } from '../../../rest/route.ts'
import { RestSpace, toRestSpace } from '../../spaces/index.ts'
import { requiredSite, type SiteRow } from '../sites.loaders.ts'
import { sitePath } from '../sites.paths.ts'
import {
  addGroup,
  addSectionToGroup,
  deleteGroup,
  getGroup,
  listGroups,
  removeSectionFromGroup,
  updateGroup,
} from './groups.service.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from './rows.ts'
import {
  addSection,
  deleteSection,
  getSection,
  listGroupSections,
  listSections,
  updateSection,
} from './sections.service.ts'
import {
  addSiteSpace,
  deleteSiteSpace,
  getSiteSpace,
  listSectionSiteSpaces,
  listSiteSpaces,
  type Placed,
  updateSiteSpace,
} from './site-spaces.service.ts'
import {
  getStructure,
  type Moved,
  moveGroup,
  moveSection,
  moveSiteSpace,
  sortStructure,
} from './sorting.service.ts'
import { type Structure, sectionsOfGroups, siteSpacesIn } from './structure.loaders.ts'
import {
  groupUrl,
  opensFirst,
  publishedSectionUrl,
  publishedSiteSpaceUrl,
  sectionUrl,
  siteSpaceUrl,
  sortUrl,
} from './structure.urls.ts'

const Published = z.object({ published: z.string().optional() })

const RestSiteSpace = z
  .object({
    object: z.literal('site-space'),
    id: z.string(),
    path: z.string(),
    section: z.string().optional(),
    title: z.string(),
    default: z.boolean(),
    condition: z.string().optional(),
    space: RestSpace.optional().meta({
      description: 'The space. Absent for a token without the scope space:read.',
    }),
    urls: Published,
  })
  .meta({ id: 'SiteSpace' })

const RestSection = z
  .object({
    object: z.literal('site-section'),
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    default: z.boolean(),
    path: z.string(),
    condition: z.string().optional(),
    sectionGroup: z.string().optional(),
    siteSpaces: z.array(RestSiteSpace),
    defaultSiteSpace: z.string().optional(),
    urls: Published,
    icon: z.string().optional(),
  })
  .meta({ id: 'SiteSection' })

const RestGroup = z
  .object({
    object: z.literal('site-section-group'),
    id: z.string(),
    title: z.string(),
    icon: z.string().optional(),
    sections: z.array(RestSection),
  })
  .meta({ id: 'SiteSectionGroup' })

const RestStructure = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('sections'), structure: z.array(z.union([RestSection, RestGroup])) }),
    z.object({ type: z.literal('siteSpaces'), structure: z.array(RestSiteSpace) }),
  ])
  .meta({ id: 'SiteStructure' })

type SiteSpaceShape = z.input<typeof RestSiteSpace>
type SectionShape = z.input<typeof RestSection>
type GroupShape = z.input<typeof RestGroup>

async function toRestSiteSpace(site: SiteRow, row: SiteSpaceRow, view: View): Promise<SiteSpaceShape> {
  const { viewer } = view.caller
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    section: row.sectionId ?? undefined,
    title: row.space.title,
    default: opensFirst(row),
    condition: row.condition ?? undefined,
    space: viewer && holdsScope(viewer, 'space:read') ? await toRestSpace(row.space, view) : undefined,
    urls: { published: publishedSiteSpaceUrl(view.urls, site, row) },
  }
}

const toRestSiteSpaces = (site: SiteRow, rows: readonly SiteSpaceRow[], view: View) =>
  Promise.all(rows.map((row) => toRestSiteSpace(site, row, view)))

async function toRestSection(site: SiteRow, row: SectionRow, view: View): Promise<SectionShape> {
  const siteSpaces = (await view.caller.load(siteSpacesIn, row.id)) ?? []
  return {
    object: 'site-section',
    id: row.id,
    title: row.title,
    description: row.description ?? undefined,
    default: row.isDefault,
    path: row.path,
    condition: row.condition ?? undefined,
    sectionGroup: row.groupId ?? undefined,
    siteSpaces: await toRestSiteSpaces(site, siteSpaces, view),
    defaultSiteSpace: siteSpaces.find(({ isDefault }) => isDefault)?.id,
    urls: { published: publishedSectionUrl(view.urls, site, row) },
    icon: row.icon ?? undefined,
  }
}

const toRestSections = (site: SiteRow, rows: readonly SectionRow[], view: View) =>
  Promise.all(rows.map((row) => toRestSection(site, row, view)))

async function toRestGroup(
  site: SiteRow,
  row: GroupRow,
  view: View,
  known?: SectionRow[],
): Promise<GroupShape> {
  const sections = known ?? (await view.caller.load(sectionsOfGroups, row.id)) ?? []
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    icon: row.icon ?? undefined,
    sections: await toRestSections(site, sections, view),
  }
}

async function toRestStructure(structure: Structure, view: View): Promise<z.input<typeof RestStructure>> {
  const { site, type, top, inGroups } = structure
  if (type === 'siteSpaces') {
    const own = (await view.caller.load(siteSpacesIn, site.id)) ?? []
    return { type, structure: await toRestSiteSpaces(site, own, view) }
  }
  const items = top.map((item) =>
    'group' in item
      ? toRestGroup(site, item.group, view, inGroups.get(item.group.id))
      : toRestSection(site, item.section, view),
  )
  return { type, structure: await Promise.all(items) }
}

const toRestMoved = (moved: Moved, view: View) => {
  if (moved.type === 'site-space') return toRestSiteSpace(moved.site, moved.row, view)
  if (moved.type === 'site-section') return toRestSection(moved.site, moved.row, view)
  return toRestGroup(moved.site, moved.row, view)
}

const siteSpacesPath = `${sitePath}/site-spaces`
const siteSpacePath = `${siteSpacesPath}/:siteSpaceId`
const sectionsPath = `${sitePath}/sections`
const sectionPath = `${sectionsPath}/:siteSectionId`
const groupsPath = `${sitePath}/section-groups`
const groupPath = `${groupsPath}/:siteSectionGroupId`

const siteSpace = {
  response: RestSiteSpace,
  present: ({ site, row }: Placed<SiteSpaceRow>, view: View) => toRestSiteSpace(site, row, view),
}
const section = {
  response: RestSection,
  present: ({ site, row }: Placed<SectionRow>, view: View) => toRestSection(site, row, view),
}
const group = {
  response: RestGroup,
  present: ({ site, row }: Placed<GroupRow>, view: View) => toRestGroup(site, row, view),
}
const deprecation = {
  since: new Date('2026-01-01T00:00:00Z'),
  successor: ({ site }: { site: SiteRow }, { urls }: View) => sortUrl(urls, site),
}

export const structureRoutes = [
  listRoute(siteSpacesPath, listSiteSpaces, {
    summary: 'List the site spaces of a site, in the order of its structure',
    item: RestSiteSpace,
    present: (rows, view, site) => toRestSiteSpaces(site, rows, view),
  }),
  route('POST', siteSpacesPath, addSiteSpace, {
    ...siteSpace,
    summary: 'Add a space to a site',
    status: 201,
    location: ({ site, row }, { urls }) => siteSpaceUrl(urls, site, row.id),
  }),
  route('GET', siteSpacePath, getSiteSpace, { ...siteSpace, summary: 'Get a site space' }),
  route('PATCH', siteSpacePath, updateSiteSpace, { ...siteSpace, summary: 'Update a site space' }),
  deletion(siteSpacePath, deleteSiteSpace, { summary: 'Remove a space from a site' }),
  route('POST', `${siteSpacePath}/move`, moveSiteSpace, {
    ...siteSpace,
    summary: 'Move a site space; use the sorting of the structure instead',
    deprecation,
  }),
  listRoute(sectionsPath, listSections, {
    summary: 'List the sections of a site, in the order of its structure',
    item: RestSection,
    present: (rows, view, site) => toRestSections(site, rows, view),
  }),
  route('POST', sectionsPath, addSection, {
    ...section,
    summary: 'Add a section to a site',
    status: 201,
    location: ({ site, row }, { urls }) => sectionUrl(urls, site, row.id),
  }),
  route('GET', sectionPath, getSection, { ...section, summary: 'Get a section of a site' }),
  route('PATCH', sectionPath, updateSection, { ...section, summary: 'Update a section of a site' }),
  deletion(sectionPath, deleteSection, { summary: 'Delete a section of a site; its spaces stay' }),
  route('POST', `${sectionPath}/move`, moveSection, {
    ...section,
    summary: 'Move a section; use the sorting of the structure instead',
    deprecation,
  }),
  listRoute(`${sectionPath}/site-spaces`, listSectionSiteSpaces, {
    summary: 'List the site spaces of a section, in their order',
    item: RestSiteSpace,
    present: async (rows, view, { siteId }) =>
      toRestSiteSpaces(await view.caller.load(requiredSite, siteId), rows, view),
  }),
  listRoute(`${groupPath}/sections`, listGroupSections, {
    summary: 'List the sections of a group, in their order',
    item: RestSection,
    present: async (rows, view, { siteId }) =>
      toRestSections(await view.caller.load(requiredSite, siteId), rows, view),
  }),
  listRoute(groupsPath, listGroups, {
    summary: 'List the section groups of a site, in their order',
    item: RestGroup,
    present: (rows, view, site) => Promise.all(rows.map((row) => toRestGroup(site, row, view))),
  }),
  route('POST', groupsPath, addGroup, {
    ...group,
    summary: 'Create a section group',
    status: 201,
    location: ({ site, row }, { urls }) => groupUrl(urls, site, row.id),
  }),
  route('GET', groupPath, getGroup, { ...group, summary: 'Get a section group' }),
  route('PATCH', groupPath, updateGroup, { ...group, summary: 'Update a section group' }),
  deletion(groupPath, deleteGroup, { summary: 'Delete a section group; its sections take its place' }),
  route('POST', `${groupPath}/sections`, addSectionToGroup, {
    ...group,
    summary: 'Move a section into a group',
    status: 201,
    location: ({ site, row }, { urls }) => groupUrl(urls, site, row.id),
  }),
  deletion(`${groupPath}/sections/:siteSectionId`, removeSectionFromGroup, {
    summary: 'Move a section out of a group',
  }),
  route('POST', `${groupPath}/move`, moveGroup, {
    ...group,
    summary: 'Move a section group; use the sorting of the structure instead',
    deprecation,
  }),
  route('GET', `${sitePath}/structure`, getStructure, {
    summary: 'Get the structure of a site: its site spaces, or its sections and groups',
    response: RestStructure,
    present: toRestStructure,
  }),
  route('PATCH', `${sitePath}/structure/sort`, sortStructure, {
    summary: 'Move a site space, a section or a section group',
    response: z.union([RestSiteSpace, RestSection, RestGroup]),
    present: toRestMoved,
  }),
]
