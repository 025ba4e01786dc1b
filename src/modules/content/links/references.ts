import { type Reads, readOf } from '../../../core/lists/loaders.ts'
import type { Space } from '../../../generated/prisma/client.ts'
import type { ReusableRecord } from '../../revisions/index.ts'
import { spaceById } from '../../spaces/index.ts'
import { type FileInRevision, findFile, type PageRow, placedIn, reusablesIn } from '../content.loaders.ts'
import type { Content } from '../content.places.ts'
import { anchorOf } from './aims.ts'
import { contentOfLink, type LinkInContent } from './links.loaders.ts'

/** What a reference leads to, looked up: for both APIs to show. */
export type ContentReference =
  | { kind: 'page'; page: PageRow; anchor?: string | undefined; node?: string | undefined }
  | { kind: 'file'; file: FileInRevision }
  | { kind: 'reusable-content'; content: Content; id: string; reusable: ReusableRecord }
  | { kind: 'space'; space: Space }
  | { kind: 'url'; url: string }

export type PageReference = Extract<ContentReference, { kind: 'page' }>

/** What a link leads to; of one that is broken, or leads to what the viewer may not see, only its address is told. */
export async function targetOf(reads: Reads, link: LinkInContent): Promise<ContentReference> {
  const content = await contentOfLink(reads, link)
  const { href, targetKind } = link
  const url: ContentReference = { kind: 'url', url: href }
  const id = targetKind === 'anchor' ? link.pageId : link.targetId
  if (link.status === 'broken' || id === null) return url
  switch (targetKind) {
    case 'page':
    case 'anchor': {
      const page = await reads.load(placedIn, { content, id })
      return page ? { kind: 'page', page, anchor: anchorOf(href) } : url
    }
    case 'file': {
      const file = await findFile(reads, content, id)
      return file ? { kind: 'file', file } : url
    }
    case 'reusable-content': {
      const reusable = await reads.load(reusablesIn, { content, id })
      return reusable ? { kind: 'reusable-content', content, id, reusable } : url
    }
    case 'space': {
      const space = await reads.load(spaceById, id)
      return space ? { kind: 'space', space } : url
    }
    default:
      return url
  }
}

/** Where a link stands; null when its page went while we looked. */
export async function locationOf(reads: Reads, link: LinkInContent): Promise<PageReference | null> {
  const content = await contentOfLink(reads, link)
  const page = await reads.load(placedIn, { content, id: link.pageId })
  return page && { kind: 'page', page, node: link.nodeKey || undefined }
}

/** The same for API layers. */
export const linkTarget = readOf('space:read', targetOf)
export const linkLocation = readOf('space:read', locationOf)
