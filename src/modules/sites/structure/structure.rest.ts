import { z } from 'zod'
import { deletion, listRoute, route, type View } from '../../../rest/route.ts'
import { shareKeyFor } from '../share-links/share-links.loaders.ts'
import { requiredSite, type SiteRow } from '../sites.loaders.ts'
import { sitePath } from '../sites.paths.ts'
import { duplicateSiteSpace } from './duplicate-site-space.ts'
import {
  addGroup,
  addSectionToGroup,
  deleteGroup,
  getGroup,
  listGroups,
  removeSectionFromGroup,
  updateGroup,
} from './groups.service.ts'
import {
  toRestGroup,
  toRestMoved,
  toRestSection,
  toRestSections,
  toRestSiteSpace,
  toRestSiteSpaces,
  toRestStructure,
} from './presenting/presenters.rest.ts'
import { RestGroup, RestSection, RestSiteSpace, RestStructure } from './presenting/shapes.ts'
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
import { getStructure, moveGroup, moveSection, moveSiteSpace, sortStructure } from './sorting.service.ts'
import { groupUrl, sectionUrl, siteSpaceUrl, sortUrl } from './structure.urls.ts'

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
    present: async (rows, view, site, { shareKey }) =>
      toRestSiteSpaces(site, rows, view, await shareKeyFor(view.caller, site.id, shareKey)),
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
  route('POST', `${siteSpacePath}/duplicate`, duplicateSiteSpace, {
    ...siteSpace,
    summary: 'Copy the space of a site space, and add the copy beside it',
    status: 201,
    location: ({ site, row }, { urls }) => siteSpaceUrl(urls, site, row.id),
  }),
  route('POST', `${siteSpacePath}/move`, moveSiteSpace, {
    ...siteSpace,
    summary: 'Move a site space; use the sorting of the structure instead',
    deprecation,
  }),
  listRoute(sectionsPath, listSections, {
    summary: 'List the sections of a site, in the order of its structure',
    item: RestSection,
    present: async (rows, view, site, { shareKey }) =>
      toRestSections(site, rows, view, await shareKeyFor(view.caller, site.id, shareKey)),
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
    present: async (structure, view) =>
      toRestStructure(structure, view, await shareKeyFor(view.caller, structure.site.id, structure.shareKey)),
  }),
  route('PATCH', `${sitePath}/structure/sort`, sortStructure, {
    summary: 'Move a site space, a section or a section group',
    response: z.union([RestSiteSpace, RestSection, RestGroup]),
    present: toRestMoved,
  }),
]
