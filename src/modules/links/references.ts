import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import type { Space } from '../../generated/prisma/client.ts'
import {
  type Content,
  type FileInRevision,
  findFile,
  findReusable,
  type PageRow,
  placedIn,
  type ReusableRow,
} from '../content/index.ts'
import { spaceById } from '../spaces/index.ts'
import { contentOfLink, type LinkInContent } from './links.loaders.ts'
import { outsideUrl, repositoryPlaces } from './repository-places.ts'

/** The resolved target of a reference, for both APIs. */
export type ContentReference =
  | { kind: 'page'; page: PageRow; anchor?: string | undefined; node?: string | undefined }
  | { kind: 'file'; file: FileInRevision }
  | ({ kind: 'reusable-content' } & ReusableRow)
  | { kind: 'space'; space: Space }
  | { kind: 'url'; url: string }

type PageReference = Extract<ContentReference, { kind: 'page' }>

/**
 * The target of a link. For a broken link, or a target that the viewer cannot see, only the URL. A link to a file of the
 * repository that is no content has the URL of that file.
 */
async function targetOf(reads: RequestLoaders, link: LinkInContent): Promise<ContentReference> {
  const content = await contentOfLink(reads, link)
  const { href, targetKind } = link
  const url: ContentReference = { kind: 'url', url: href }
  const id = targetKind === 'anchor' ? link.pageId : link.targetId
  if (link.status === 'outside') {
    const outside = await outsideUrlOf(reads, link)
    return outside === null ? url : { kind: 'url', url: outside }
  }
  if (link.status === 'broken' || id === null) return url
  const found = await find(reads, content, targetKind === 'anchor' ? 'page' : targetKind, id)
  return found?.kind === 'page' ? { ...found, anchor: link.wantedAnchor ?? undefined } : (found ?? url)
}

/** The URL of the file of the repository that a link was resolved to. */
async function outsideUrlOf(reads: RequestLoaders, link: LinkInContent): Promise<string | null> {
  const place = await reads.load(repositoryPlaces, link.spaceId)
  if (!place) return null
  const content = await contentOfLink(reads, link)
  const page = await reads.load(placedIn, { content, id: link.pageId })
  return outsideUrl(place, page?.page.git?.path, link.href)
}

async function find(
  reads: RequestLoaders,
  content: Content,
  kind: string | null,
  id: string,
): Promise<ContentReference | null> {
  switch (kind) {
    case 'page': {
      const page = await reads.load(placedIn, { content, id })
      return page && { kind, page }
    }
    case 'file': {
      const file = await findFile(reads, content, id)
      return file && { kind, file }
    }
    case 'reusable-content': {
      const row = await findReusable(reads, content, id)
      return row && { kind, ...row }
    }
    case 'space': {
      const space = await reads.load(spaceById, id)
      return space && { kind, space }
    }
    default:
      return null
  }
}

/** The target of a link page. Null if it was deleted or the viewer cannot see it. */
async function targetOfLinkPage(
  reads: RequestLoaders,
  { page: { target }, content }: PageRow,
): Promise<ContentReference | null> {
  if (!target) return null
  if (target.kind === 'url') return { kind: 'url', url: target.url }
  if (target.kind === 'file') return find(reads, content, 'file', target.file)
  if (target.kind === 'space') return find(reads, content, 'space', target.space)
  return target.page === undefined ? null : find(reads, content, 'page', target.page)
}

/** The page that contains a link. Null if the page was deleted in the meantime. */
async function locationOf(reads: RequestLoaders, link: LinkInContent): Promise<PageReference | null> {
  const content = await contentOfLink(reads, link)
  const page = await reads.load(placedIn, { content, id: link.pageId })
  return page && { kind: 'page', page, node: link.nodeKey || undefined }
}

/** The same for API layers. */
export const linkTarget = readOf('space:read', targetOf)
export const linkPageTarget = readOf('space:read', targetOfLinkPage)
export const linkLocation = readOf('space:read', locationOf)
