import { posix } from 'node:path'
import type { BatchDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { placedIn } from '../content/index.ts'
import { percentDecoded } from '../documents/index.ts'
import { contentOfLink, type LinkInContent } from './links.loaders.ts'

/** Where people can read the files of the repository that a space was imported from. */
export interface RepositoryPlace {
  /** The URL that paths of files are appended to. */
  treeUrl: string
  /** The folder with the content; empty for the whole repository. */
  top: string
}

let places: BatchDefinition<string, RepositoryPlace> | undefined

/** Declares how a higher module finds the repositories of spaces, by the ids of the spaces. */
export function declareRepositoryPlaces(definition: BatchDefinition<string, RepositoryPlace>): void {
  places = definition
}

const MARKDOWN = /\.(?:md|markdown)$/i

/**
 * The URL of a file of the repository that is no content, such as source code, which a link without a target refers to.
 * Null if it refers to something else, such as a page that does not exist.
 */
export async function outsideUrlOf(reads: RequestLoaders, link: LinkInContent): Promise<string | null> {
  if (places === undefined || link.targetKind !== null || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(link.href))
    return null
  const place = await reads.load(places, link.spaceId)
  if (!place) return null
  const content = await contentOfLink(reads, link)
  const from = (await reads.load(placedIn, { content, id: link.pageId }))?.page.git?.path
  if (from === undefined) return null
  const [, bare = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link.href) ?? []
  const path = posix.join(posix.dirname(from), percentDecoded(bare))
  if (bare === '' || path === '..' || path.startsWith('../')) return null
  const isInContent = place.top === '' || path.startsWith(`${place.top}/`)
  if (isInContent && MARKDOWN.test(path)) return null
  const base = place.treeUrl.endsWith('/') ? place.treeUrl : `${place.treeUrl}/`
  return `${base}${path.split('/').map(encodeURIComponent).join('/')}${rest}`
}
