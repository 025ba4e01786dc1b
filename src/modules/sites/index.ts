import { defineModule } from '../../core/operations/module.ts'
import { keptTable } from '../../core/personal-data.ts'
import { adaptiveRoutes } from './adaptive/adaptive.rest.ts'
import {
  getAdaptiveSchema,
  listTemplateConditions,
  updateAdaptiveSchema,
} from './adaptive/adaptive.service.ts'
import { customizationRoutes } from './customization/customization.rest.ts'
import * as customization from './customization/customization.service.ts'
import './hostnames/hostnames.graphql.ts'
import { hostnameRoutes } from './hostnames/hostnames.rest.ts'
import { getSiteByHostname, removeHostname } from './hostnames/hostnames.service.ts'
import { imageDownloads } from './images/images.downloads.ts'
import { imageById } from './images/images.loaders.ts'
import { imageRoutes } from './images/images.rest.ts'
import * as images from './images/images.service.ts'
import { authRoutes } from './publication/auth.rest.ts'
import {
  getPublishingAuth,
  regeneratePublishingAuth,
  updatePublishingAuth,
} from './publication/auth.service.ts'
import { publishSite, unpublishSite } from './publication/publication.service.ts'
import { shareLinkById } from './share-links/share-links.loaders.ts'
import { shareLinkRoutes } from './share-links/share-links.rest.ts'
import * as shareLinks from './share-links/share-links.service.ts'
import { facts } from './sites.facts.ts'
import { siteById } from './sites.loaders.ts'
import { siteRoutes } from './sites.rest.ts'
import { createSite, deleteSite, getSite, listSites, listSpaceSites, updateSite } from './sites.service.ts'
import { duplicateSiteSpace } from './structure/duplicate-site-space.ts'
import * as groups from './structure/groups.service.ts'
import * as sections from './structure/sections.service.ts'
import * as siteSpaces from './structure/site-spaces.service.ts'
import {
  getStructure,
  moveGroup,
  moveSection,
  moveSiteSpace,
  sortStructure,
} from './structure/sorting.service.ts'
import { groupById, sectionById, siteSpaceById } from './structure/structure.loaders.ts'
import { structureRoutes } from './structure/structure.rest.ts'
import './sites.graphql.ts'
import './permissions/permissions.graphql.ts'
import { sitePermissionRoutes } from './permissions/permissions.rest.ts'
import * as permissions from './permissions/permissions.service.ts'
import './publication/auth.graphql.ts'
import './publication/publications.ts'
import './share-links/share-links.graphql.ts'
import './adaptive/adaptive.graphql.ts'
import './structure/spaces.life.ts'
import './structure/structure.graphql.ts'
import './structure/structure.mutations.graphql.ts'
import { applySiteTemplate } from './apply-site-template.ts'
import './customization/customization.graphql.ts'
import './images/images.graphql.ts'

export const sites = defineModule({
  name: 'sites',
  personalData: [keptTable('Site', 'createdById'), keptTable('ShareLink', 'createdById')],
  downloads: ({ database }) => imageDownloads(database),
  facts,
  operations: [
    getSite,
    createSite,
    updateSite,
    deleteSite,
    publishSite,
    unpublishSite,
    applySiteTemplate,
    siteSpaces.getSiteSpace,
    siteSpaces.addSiteSpace,
    siteSpaces.updateSiteSpace,
    siteSpaces.deleteSiteSpace,
    duplicateSiteSpace,
    moveSiteSpace,
    sections.getSection,
    sections.addSection,
    sections.updateSection,
    sections.deleteSection,
    moveSection,
    groups.getGroup,
    groups.addGroup,
    groups.updateGroup,
    groups.deleteGroup,
    groups.addSectionToGroup,
    groups.removeSectionFromGroup,
    moveGroup,
    getStructure,
    sortStructure,
    getAdaptiveSchema,
    listTemplateConditions,
    updateAdaptiveSchema,
    getPublishingAuth,
    updatePublishingAuth,
    regeneratePublishingAuth,
    shareLinks.getShareLink,
    shareLinks.createShareLink,
    shareLinks.updateShareLink,
    shareLinks.deleteShareLink,
    customization.getCustomization,
    customization.updateCustomization,
    customization.replaceCustomization,
    customization.getSiteSpaceCustomization,
    customization.overrideCustomization,
    customization.deleteSiteSpaceCustomization,
    getSiteByHostname,
    removeHostname,
    images.getSiteImage,
    images.createSiteImage,
    images.uploadSiteImage,
    images.deleteSiteImage,
    permissions.grantSitePermissions,
    permissions.updateSiteUser,
    permissions.updateSiteTeam,
    permissions.removeSiteUser,
    permissions.removeSiteTeam,
  ],
  lists: [
    listSites,
    listSpaceSites,
    siteSpaces.listSiteSpaces,
    siteSpaces.listSectionSiteSpaces,
    sections.listSections,
    sections.listGroupSections,
    groups.listGroups,
    shareLinks.listShareLinks,
    images.listSiteImages,
    permissions.listSiteUsers,
    permissions.listSiteTeams,
    permissions.listSitePeople,
  ],
  routes: [
    ...siteRoutes,
    ...structureRoutes,
    ...adaptiveRoutes,
    ...shareLinkRoutes,
    ...customizationRoutes,
    ...imageRoutes,
    ...hostnameRoutes,
    ...sitePermissionRoutes,
    ...authRoutes,
  ],
  nodes: {
    Site: siteById,
    SiteSpace: siteSpaceById,
    SiteSection: sectionById,
    SiteSectionGroup: groupById,
    SiteImage: imageById,
    ShareLink: shareLinkById,
  },
})

export { type Claims, claimsBySchema, conditionsMetBy } from './adaptive/claims.ts'
export { CustomizationType } from './customization/customization.graphql.ts'
export {
  type Customizations,
  customizationsOf,
  type SizedImages,
} from './customization/customization.loaders.ts'
export { RestCustomization, toRestCustomization } from './customization/customization.rest.ts'
export type { Customization, Target } from './customization/customization.schema.ts'
export { defaultCustomization } from './customization/defaults.ts'
export { Hostname, siteAtHostname } from './hostnames/hostnames.service.ts'
export { isImageId } from './images/image-references.ts'
export { findSiteImage, readSiteImage } from './images/images.downloads.ts'
export { digestOfShareKey, ShareKey, WRONG_KEY_POINTS } from './share-links/share-links.model.ts'
export { siteRole } from './site-role.ts'
export { getWritable, lockSite } from './sites.changes.ts'
export { IconType, SiteType, VisibilityEnum } from './sites.graphql.ts'
export { getSiteRow, reachOfSite, requiredSite, type SiteRow, siteById } from './sites.loaders.ts'
export { SiteVisibility, siteAt, WebAddress } from './sites.model.ts'
export { sitePath } from './sites.paths.ts'
export { mayPublishSite, sitePermissions } from './sites.policy.ts'
export { permissionsOn, RestSite, siteShape, toRestSites } from './sites.rest.ts'
export {
  type Addressed,
  addressOnSite,
  iconOf,
  publishedUrl,
  type SiteAddresses,
  siteUrl,
} from './sites.urls.ts'
export { emitAbout, findDeletablePart, getWritablePart, lockedRow } from './structure/changes.ts'
export { toRestStructure } from './structure/presenting/presenters.rest.ts'
export {
  groupShape,
  RestStructure,
  type Showing,
  type StructureShape,
  sectionShape,
  siteSpaceShape,
} from './structure/presenting/shapes.ts'
export {
  GROUP_COLUMNS,
  type GroupRow,
  joinMember,
  joinSiteSpaces,
  PLACED_COLUMNS,
  type PlacedRow,
  SECTION_COLUMNS,
  SECTIONS,
  type SectionRow,
  type SiteSpaceRow,
  SPACE_OF_SITE,
  visibleTo,
  withSpace,
} from './structure/rows.ts'
export type { Placed } from './structure/site-spaces.service.ts'
export { SectionType, SiteSpaceType } from './structure/structure.graphql.ts'
export {
  getInSite,
  inOrderOfTop,
  type Structure,
  sectionById,
  siteSpaceById,
  siteSpacesIn,
  structureOf,
} from './structure/structure.loaders.ts'
export {
  opensFirst,
  previewUrl,
  publishedSectionUrl,
  publishedSiteSpaceUrl,
  segment,
  segmentsOfSiteSpace,
} from './structure/structure.urls.ts'
