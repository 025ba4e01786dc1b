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
  updateSiteSpace,
} from './site-spaces.service.ts'
import { getStructure, moveGroup, moveSection, moveSiteSpace, sortStructure } from './sorting.service.ts'

export const structureOperations = [
  getSiteSpace,
  addSiteSpace,
  updateSiteSpace,
  deleteSiteSpace,
  moveSiteSpace,
  getSection,
  addSection,
  updateSection,
  deleteSection,
  moveSection,
  getGroup,
  addGroup,
  updateGroup,
  deleteGroup,
  addSectionToGroup,
  removeSectionFromGroup,
  moveGroup,
  getStructure,
  sortStructure,
]

export const structureLists = [
  listSiteSpaces,
  listSectionSiteSpaces,
  listSections,
  listGroupSections,
  listGroups,
]
