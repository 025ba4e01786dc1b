import { defineModule } from '../../core/operations/module.ts'

/** What the source of a page states about it, in its front matter and its first heading. It reads and writes no row. */
export const pageMetadata = defineModule({ name: 'page-metadata', operations: [], lists: [], routes: [] })

export { isKeyed, type Keyed } from './keyed.ts'
export { recordFieldOf } from './metadata.ts'
export { FrontMatterError, patchFrontMatter, patchFrontMatterText } from './patch-front-matter.ts'
export { type StatedMetadata, statedMetadata } from './stated-metadata.ts'
export { patchTitle, titleHeading } from './title.ts'
