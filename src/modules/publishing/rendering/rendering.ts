/** What the rest of the module uses to render sites. Everything here is pure: no database, no request, no rule. */
export { refKey } from './document/refs.ts'
export { renderNav, renderPage } from './layout/page.ts'
export { renderProblem } from './layout/problem.ts'
export { renderSearch } from './layout/search.ts'
export { type Look, type LookInput, lookOf } from './theme/look.ts'
export { closeRendering, parseText, renderText, specPartsOf } from './threads/rendering-pool.ts'
