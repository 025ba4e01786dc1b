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
import { redirectById } from './redirects/redirects.loaders.ts'
import { redirectRoutes } from './redirects/redirects.rest.ts'
import * as redirects from './redirects/redirects.service.ts'
import { shareLinkById } from './share-links/share-links.loaders.ts'
import { shareLinkRoutes } from './share-links/share-links.rest.ts'
import * as shareLinks from './share-links/share-links.service.ts'
import { facts } from './sites.facts.ts'
import { siteById } from './sites.loaders.ts'
import { siteRoutes } from './sites.rest.ts'
import { createSite, deleteSite, getSite, listSites, listSpaceSites, updateSite } from './sites.service.ts'
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
import './publication/auth.graphql.ts'
import './publication/publications.ts'
import './publication/preview.graphql.ts'
import './share-links/share-links.graphql.ts'
import './adaptive/adaptive.graphql.ts'
import './structure/spaces.life.ts'
import './structure/structure.graphql.ts'
import './structure/structure.mutations.graphql.ts'
import './customization/customization.graphql.ts'
import './images/images.graphql.ts'
import './redirects/redirects.graphql.ts'
import './visitors/published.graphql.ts'
import './visitors/resolving.graphql.ts'
import { previewRoutes } from './publication/preview.rest.ts'
import { getPreview } from './publication/preview.service.ts'
import { publishedReaderRoutes, publishedRoutes } from './visitors/published.rest.ts'
import { getPublishedSite } from './visitors/published.service.ts'
import { readerTokens } from './visitors/reader-token.ts'
import { resolvingRoutes } from './visitors/resolving.rest.ts'
import { resolvePublishedUrl } from './visitors/resolving.service.ts'

export const sites = defineModule({
  name: 'sites',
  personalData: [keptTable('Site', 'createdById'), keptTable('ShareLink', 'createdById')],
  downloads: ({ database }) => imageDownloads(database),
  readers: ({ now, tools }) => readerTokens({ now, tools }),
  facts,
  operations: [
    getSite,
    createSite,
    updateSite,
    deleteSite,
    publishSite,
    unpublishSite,
    siteSpaces.getSiteSpace,
    siteSpaces.addSiteSpace,
    siteSpaces.updateSiteSpace,
    siteSpaces.deleteSiteSpace,
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
    getPublishedSite,
    resolvePublishedUrl,
    getPreview,
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
    images.getSiteImage,
    images.createSiteImage,
    images.uploadSiteImage,
    images.deleteSiteImage,
    redirects.getRedirect,
    redirects.findRedirect,
    redirects.createRedirect,
    redirects.updateRedirect,
    redirects.deleteRedirect,
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
    redirects.listRedirects,
    images.listSiteImages,
  ],
  routes: [
    ...siteRoutes,
    ...structureRoutes,
    ...adaptiveRoutes,
    ...shareLinkRoutes,
    ...customizationRoutes,
    ...imageRoutes,
    ...redirectRoutes,
    ...authRoutes,
    ...publishedRoutes,
    ...resolvingRoutes,
    ...previewRoutes,
  ],
  readerRoutes: publishedReaderRoutes,
  nodes: {
    Site: siteById,
    SiteSpace: siteSpaceById,
    SiteSection: sectionById,
    SiteSectionGroup: groupById,
    SiteRedirect: redirectById,
    SiteImage: imageById,
    ShareLink: shareLinkById,
  },
})

export { type Claims, conditionsMetBy } from './adaptive/claims.ts'
export {
  type Customizations,
  customizationsOf,
  type SizedImages,
} from './customization/customization.loaders.ts'
export type { Customization, Target } from './customization/customization.schema.ts'
export { defaultCustomization } from './customization/defaults.ts'
export { isImageId } from './images/image-references.ts'
export { findSiteImage } from './images/images.downloads.ts'
export { externalTarget, redirectAt } from './redirects/redirects.loaders.ts'
export { ShareKey } from './share-links/share-links.model.ts'
export { SiteType } from './sites.graphql.ts'
export { getSiteRow, requiredSite, type SiteRow } from './sites.loaders.ts'
export { siteAt } from './sites.model.ts'
export { sitePath } from './sites.paths.ts'
export { RestSite, toRestSites } from './sites.rest.ts'
export { publishedUrl, type SiteAddresses, siteUrl } from './sites.urls.ts'
export { emitAbout, findDeletablePart } from './structure/changes.ts'
export { joinMember, type SectionRow, type SiteSpaceRow } from './structure/rows.ts'
export { getInSite, siteSpaceById } from './structure/structure.loaders.ts'
export { segmentsOfSiteSpace } from './structure/structure.urls.ts'
export {
  admit,
  type Credentials,
  findSiteAt,
  findVisited,
  findVisitedAt,
  type Visited,
  type VisitedSite,
  type VisitorReads,
} from './visitors/admission.ts'
export { type Candidate, candidatesAmong } from './visitors/candidates.ts'
export { ScriptLoadingType, SiteScriptType } from './visitors/published.graphql.ts'
export { VisitorToken } from './visitors/published.model.ts'
export {
  RestScriptLoading,
  RestSiteScript,
  toRestScript,
  toRestScriptLoading,
  visitedSpace,
} from './visitors/published.rest.ts'
export { activeKey, audienceOf } from './visitors/published.service.ts'
export { siteOfReader } from './visitors/reader-token.ts'
export { scriptLoadingOf } from './visitors/script-loading.ts'
export { declareSiteScripts, type SiteScript } from './visitors/site-scripts.ts'
export { visibleCustomizations } from './visitors/visible-customization.ts'
export {
  claimsOf,
  firstSiteSpace,
  readStructure,
  type ShownSection,
  type ShownStructure,
  type StructureRows,
  shownOf,
  siteSpacesIn,
} from './visitors/visible-structure.ts'
