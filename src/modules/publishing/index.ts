import { defineModule } from '../../core/operations/module.ts'
import type { WebContent } from '../../core/operations/web.ts'
import './cover-logos.ts'
import './headless/seen-content.ts'
import { PublishedSites } from './publishing.service.ts'
import { bindSites } from './publishing.web.ts'
import './searching/search.graphql.ts'
import { searchRoutes } from './searching/search.rest.ts'
import { searchPublishedSite } from './searching/search.service.ts'

/** Shows published sites to their readers. */
export const publishing = defineModule({
  name: 'publishing',
  operations: [searchPublishedSite],
  lists: [],
  routes: searchRoutes,
  // The web layer passes each reader to the routes of the module that admitted them.
  web: (options) => bindSites(new PublishedSites(options)) as unknown as WebContent,
})

export { assetHeaders } from './assets/asset-headers.ts'
export { siteAssets } from './assets/assets.ts'
export { drawingFile } from './assets/drawing-file.ts'
export { partsOfFiles, partsOfSpecs } from './pages/spec-parts.ts'
export { adviceOn, SHARED_ORIGINS, type SharedOrigins } from './reading/shared-origins.ts'
