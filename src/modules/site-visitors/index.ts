import { defineModule } from '../../core/operations/module.ts'
import { redirectById } from './redirects/redirects.loaders.ts'
import { redirectRoutes } from './redirects/redirects.rest.ts'
import * as redirects from './redirects/redirects.service.ts'
import { upsertRedirects } from './redirects/upsert.service.ts'
import './preview/preview.graphql.ts'
import './redirects/redirects.graphql.ts'
import './published.graphql.ts'
import './resolving/resolving.graphql.ts'
import { previewRoutes } from './preview/preview.rest.ts'
import { getPreview } from './preview/preview.service.ts'
import { publishedReaderRoutes, publishedRoutes } from './published.rest.ts'
import { getPublishedSite } from './published.service.ts'
import { readerTokens } from './reader-token.ts'
import { resolvingRoutes } from './resolving/resolving.rest.ts'
import { resolvePublishedUrl } from './resolving/resolving.service.ts'
import { facts } from './site-visitors.facts.ts'

export const siteVisitors = defineModule({
  name: 'site-visitors',
  readers: ({ now, tools }) => readerTokens({ now, tools }),
  facts,
  operations: [
    getPublishedSite,
    resolvePublishedUrl,
    getPreview,
    redirects.getRedirect,
    redirects.findRedirect,
    redirects.createRedirect,
    redirects.updateRedirect,
    redirects.deleteRedirect,
    upsertRedirects,
  ],
  lists: [redirects.listRedirects],
  routes: [...redirectRoutes, ...publishedRoutes, ...resolvingRoutes, ...previewRoutes],
  readerRoutes: publishedReaderRoutes,
  nodes: { SiteRedirect: redirectById },
})

export {
  admit,
  type Credentials,
  findSiteAt,
  findVisited,
  findVisitedAt,
  type Visited,
  type VisitedSite,
  type VisitorReads,
} from './admission.ts'
export { type Candidate, candidatesAmong } from './candidates.ts'
export { ScriptLoadingType, SiteScriptType } from './published.graphql.ts'
export { VisitorToken } from './published.model.ts'
export {
  RestScriptLoading,
  RestSiteScript,
  toRestScript,
  toRestScriptLoading,
  visitedSpace,
} from './published.rest.ts'
export { activeKey, audienceOf } from './published.service.ts'
export { siteOfReader } from './reader-token.ts'
export { externalTarget, redirectAt } from './redirects/redirects.loaders.ts'
export { scriptLoadingOf } from './script-loading.ts'
export { declareSiteScripts, type SiteScript } from './site-scripts.ts'
export { visibleCustomizations } from './visible-customization.ts'
export {
  claimsOf,
  firstSiteSpace,
  readStructure,
  type ShownSection,
  type ShownStructure,
  type StructureRows,
  shownOf,
  siteSpacesIn,
} from './visible-structure.ts'
