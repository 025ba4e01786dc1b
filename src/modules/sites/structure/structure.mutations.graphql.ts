import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { deletedPayload, mutation, nestedField } from '../../../graphql/field.ts'
import { SiteType } from '../sites.graphql.ts'
import { duplicateSiteSpace } from './duplicate-site-space.ts'
import {
  addGroup,
  addSectionToGroup,
  deleteGroup,
  removeSectionFromGroup,
  updateGroup,
} from './groups.service.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from './rows.ts'
import { addSection, deleteSection, updateSection } from './sections.service.ts'
import { addSiteSpace, deleteSiteSpace, updateSiteSpace } from './site-spaces.service.ts'
import { getStructure, type Moved, sortStructure } from './sorting.service.ts'
import { GroupType, SectionType, SiteSpaceConnection, SiteSpaceType } from './structure.graphql.ts'
import { listOwnSiteSpaces, listTopItems, type TopRow } from './structure.lists.ts'
import type { Structure } from './structure.loaders.ts'

const isGroup = (row: TopRow): row is GroupRow => !('parentId' in row)

const TopItem = builder.unionType('SiteStructureItem', {
  description: 'A section without a group, or a section group.',
  types: [SectionType, GroupType],
  resolveType: (row) => (isGroup(row as TopRow) ? 'SiteSectionGroup' : 'SiteSection'),
})

const SectionsStructure = builder.objectRef<Structure>('SiteSectionsStructure').implement({
  description: 'The structure of a site that is divided into sections.',
})
const SiteSpacesStructure = builder.objectRef<Structure>('SiteSpacesStructure').implement({
  description: 'The structure of a site without sections.',
})
connection(SectionsStructure, 'items', listTopItems, {
  type: connectionType('SiteStructureItem', TopItem),
  description: 'The sections without a group and the section groups, in their order.',
})
connection(SiteSpacesStructure, 'siteSpaces', listOwnSiteSpaces, {
  type: SiteSpaceConnection,
  description: 'The site spaces whose space is visible to you, in their order.',
})

const StructureType = builder.unionType('SiteStructure', {
  description: 'How a site is arranged: by sections, or as a list of site spaces.',
  types: [SectionsStructure, SiteSpacesStructure],
  resolveType: (structure) =>
    (structure as Structure).type === 'sections' ? 'SiteSectionsStructure' : 'SiteSpacesStructure',
})

nestedField(SiteType, 'structure', getStructure, {
  type: StructureType,
  description: 'How the site is arranged.',
  given: ({ id: siteId }) => ({ siteId }),
  givenNames: ['siteId', 'organizationId'],
  // Each address in it takes the key as an argument.
  omit: ['shareKey'],
  subject: (site) => site,
})

const MovedItem = builder.unionType('SiteItem', {
  description: 'A site space, a section or a section group.',
  types: [SiteSpaceType, SectionType, GroupType],
  resolveType: (row) =>
    'spaceId' in (row as object) ? 'SiteSpace' : isGroup(row as TopRow) ? 'SiteSectionGroup' : 'SiteSection',
})

const inSite = ['organizationId']
const omit = ['organizationId', 'siteId']
const siteSpace = {
  type: SiteSpaceType,
  description: 'The site space.',
  from: ({ row }: { row: SiteSpaceRow }) => row,
}
const section = {
  type: SectionType,
  description: 'The section.',
  from: ({ row }: { row: SectionRow }) => row,
}
const group = {
  type: GroupType,
  description: 'The section group.',
  from: ({ row }: { row: GroupRow }) => row,
}

mutation('addSpaceToSite', addSiteSpace, {
  description: 'Adds a space to a site, as the last one of a section or of the site.',
  omit: inSite,
  payload: { siteSpace },
})
mutation('updateSiteSpace', updateSiteSpace, {
  description: 'Changes the path, the condition or the space of a site space.',
  omit,
  payload: { siteSpace },
})
mutation('duplicateSiteSpace', duplicateSiteSpace, {
  description: 'Copies the space of a site space, and adds the copy as the last one beside it.',
  omit,
  payload: { siteSpace },
})
mutation('deleteSiteSpace', deleteSiteSpace, {
  description: 'Removes a space from a site. The space remains. Succeeds if it was removed before.',
  omit,
  payload: deletedPayload(),
})
mutation('addSectionToSite', addSection, {
  description: 'Adds a section with a space. The first section of a site takes in its site spaces.',
  omit: inSite,
  payload: { section },
})
mutation('updateSiteSection', updateSection, {
  description: 'Changes a section. Omitted settings do not change.',
  omit,
  payload: { section },
})
mutation('deleteSiteSection', deleteSection, {
  description:
    'Deletes a section with its site spaces. The spaces remain. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})
mutation('addSectionGroupToSite', addGroup, {
  description: 'Creates a section group as the last item of a site, and moves sections into it.',
  omit: inSite,
  payload: { sectionGroup: group },
})
mutation('updateSiteSectionGroup', updateGroup, {
  description: 'Changes a section group. Omitted settings do not change.',
  omit,
  payload: { sectionGroup: group },
})
mutation('deleteSiteSectionGroup', deleteGroup, {
  description: 'Deletes a section group. Its sections take its place. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})
mutation('addSectionToGroup', addSectionToGroup, {
  description: 'Moves a section to the end of a group.',
  omit,
  payload: { sectionGroup: group },
})
mutation('removeSectionFromGroup', removeSectionFromGroup, {
  description: 'Moves a section out of a group, to directly after it. Succeeds if it is not in the group.',
  omit,
  payload: { sectionGroup: group },
})
mutation('sortSiteStructure', sortStructure, {
  description: 'Moves a site space, a section or a section group to another position.',
  omit: inSite,
  payload: {
    item: { type: MovedItem, description: 'The moved item.', from: ({ row }: Moved) => row },
  },
})
