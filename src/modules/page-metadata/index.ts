import { defineModule } from '../../core/operations/module.ts'

/**
 * Reads and writes the metadata in the source of a page, which is its front matter and first heading, and finds the
 * addresses in it. It does not access the database.
 */
export const pageMetadata = defineModule({ name: 'page-metadata', operations: [], lists: [], routes: [] })

export { isKeyed, type Keyed } from './keyed.ts'
export { type LinkPlace, linkPlaces } from './link-places.ts'
export { recordFieldOf } from './metadata.ts'
export { FrontMatterError, patchFrontMatter, patchFrontMatterText } from './patch-front-matter.ts'
export { type StatedMetadata, statedMetadata } from './stated-metadata.ts'
export { patchTitle, titleHeading } from './title.ts'
