import { defineModule } from '../../core/operations/module.ts'

/** Renders pages of published sites as HTML, from views that are complete. It reads nothing. */
export const siteRendering = defineModule({
  name: 'site-rendering',
  operations: [],
  lists: [],
  routes: [],
})

export { isForeign } from './addresses.ts'
export { refKey } from './document/refs.ts'
export { renderSpecPart } from './document/render-spec-part.ts'
export { titleLength } from './document/title-length.ts'
export { type ImageProxy, proxiedImage, urlOfProxied } from './image-proxy.ts'
export { renderNav, renderPage } from './layout/page.ts'
export { renderProblem } from './layout/problem.ts'
export { renderSearch } from './layout/search.ts'
export { extractSpecPart } from './openapi/extract-spec-part.ts'
export type { SpecPart } from './openapi/spec-part.ts'
export { isSignedServer, type RequestProxy } from './request-proxy.ts'
export { assetOf, type SiteAssets } from './theme/asset.ts'
export { fontFiles } from './theme/fonts.ts'
export { type Look, lookOf } from './theme/look.ts'
export {
  parseText,
  parseTextBlocks,
  renderText,
  renderTextBlocks,
  specPartsOf,
} from './threads/rendering-threads.ts'
export type * from './views.ts'
