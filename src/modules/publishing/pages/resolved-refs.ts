import { isExternal, type Ref } from '../../documents/index.ts'
import { type PublishedTarget, type PublishedTargets, publishedTargets } from '../../links/index.ts'
import {
  type FileRecord,
  findPlaced,
  type PlacedPage,
  pathOf,
  type Reference,
} from '../../revisions/index.ts'
import { type ResolvedRef, refKey } from '../../site-rendering/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { Addresses } from './addresses.ts'
import { SpacePages } from './space-pages.ts'

/** A reference on a page of a site space. */
export interface Referring {
  pages: SpacePages
  page: PlacedPage
  /** Whether the page has pages below it, which relative links are resolved against. */
  isFolder: boolean
}

/** Where a reference leads, before it is looked up. */
type Wanted =
  | { kind: 'page'; row: SiteSpaceRow; id: string; anchor: string | undefined }
  | { kind: 'file'; id: string }
  | { kind: 'done'; ref: ResolvedRef }

/** The key of a reference, also of one to another space, which texts do not have. */
export const keyOfRef = (ref: Ref | Reference): string =>
  'space' in ref && ref.space !== undefined ? JSON.stringify(ref) : refKey(ref as Ref)

/** What the references of a page lead to for a reader, by key. Those that they cannot follow are left out. */
export async function resolvedRefs(
  visit: SiteVisit,
  referring: Referring,
  refs: readonly (Ref | Reference)[],
): Promise<Record<string, ResolvedRef>> {
  const { pages, page } = referring
  const hrefs = refs.flatMap((ref) => (ref.kind === 'url' && !isExternal(ref.url) ? [ref.url] : []))
  const isMain = page.page.computedSeed === undefined && !isProposed(visit, pages.row)
  const [targets = new Map()] = await publishedTargets(visit.ctx.db, pages.snapshot, [
    {
      origin: { path: pathOf(page), isFolder: referring.isFolder, gitPath: page.page.git?.path },
      mainPageId: isMain ? page.id : null,
      hrefs,
    },
  ])
  const wanted = new Map<string, Wanted>()
  for (const ref of refs) {
    const each = wantedBy(visit, pages.row, ref, targets)
    if (each) wanted.set(keyOfRef(ref), each)
  }
  const [placed, files] = await Promise.all([
    placedOf(visit, [...wanted.values()]),
    filesOf(visit, pages, [...wanted.values()]),
  ])
  const found: Record<string, ResolvedRef> = {}
  for (const [key, each] of wanted) {
    const resolved =
      each.kind === 'done' ? each.ref : each.kind === 'page' ? placed.get(each) : files.get(each.id)
    if (resolved) found[key] = resolved
  }
  return found
}

/** The content of a change request, whose links are not stored. */
const isProposed = ({ known }: SiteVisit, { spaceId, space }: SiteSpaceRow): boolean =>
  known.contents.get(spaceId)?.id !== space.revisionId

/** The site space of this site that shows a space; that of the page itself if it shows it. */
export const rowOfSpace = (
  { shown }: SiteVisit,
  spaceId: string | undefined,
  from: SiteSpaceRow | null,
): SiteSpaceRow | undefined =>
  spaceId === undefined || spaceId === from?.spaceId
    ? (from ?? undefined)
    : shown.siteSpaces.find((row) => row.spaceId === spaceId)

function wantedBy(
  visit: SiteVisit,
  from: SiteSpaceRow,
  ref: Ref | Reference,
  targets: PublishedTargets,
): Wanted | null {
  switch (ref.kind) {
    case 'url': {
      if (isExternal(ref.url)) return { kind: 'done', ref: { href: ref.url } }
      const target = targets.get(ref.url)
      return target ? wantedTarget(visit, from, target) : null
    }
    case 'file':
      return { kind: 'file', id: ref.file }
    case 'page':
    case 'anchor': {
      const row = rowOfSpace(visit, 'space' in ref ? ref.space : undefined, from)
      const anchor = ref.kind === 'anchor' ? ref.anchor : undefined
      if (ref.page === undefined)
        return { kind: 'done', ref: { href: `#${encodeURIComponent(anchor ?? '')}` } }
      return row ? { kind: 'page', row, id: ref.page, anchor } : null
    }
    case 'space':
      return wantedTarget(visit, from, { kind: 'space', id: ref.space })
    default:
      return null
  }
}

function wantedTarget(visit: SiteVisit, from: SiteSpaceRow, target: PublishedTarget): Wanted | null {
  switch (target.kind) {
    case 'page':
      return { kind: 'page', row: from, id: target.id, anchor: target.anchor }
    case 'file':
      return target
    case 'url':
      return { kind: 'done', ref: { href: target.url } }
    case 'anchor':
      return { kind: 'done', ref: { href: `#${encodeURIComponent(target.anchor)}` } }
    case 'space': {
      const row = rowOfSpace(visit, target.id, from)
      if (!row) return null
      const { title, emoji } = row.space
      return {
        kind: 'done',
        ref: { href: new Addresses(visit).page(row, ''), title, ...(emoji ? { emoji } : {}) },
      }
    }
  }
}

/** The key of a page of a site space, for `findPlaced`. */
export const placeIn = ({ known }: SiteVisit, { spaceId }: SiteSpaceRow, id: string) => ({
  spaceId,
  root: known.contents.get(spaceId)?.pagesRoot ?? null,
  id,
})

/** Pages of any site spaces, in one statement. Those that the reader does not see are left out. */
async function placedOf(visit: SiteVisit, wanted: readonly Wanted[]): Promise<Map<Wanted, ResolvedRef>> {
  const keys = wanted.flatMap((each) => (each.kind === 'page' ? [each] : []))
  const found = new Map<Wanted, ResolvedRef>()
  if (keys.length === 0) return found
  const placed = await findPlaced(
    visit.ctx.db,
    keys.map(({ row, id }) => placeIn(visit, row, id)),
  )
  const addresses = new Addresses(visit)
  for (const [index, key] of keys.entries()) {
    const page = placed[index]
    const [visible] = page ? await new SpacePages(visit, key.row).visible([page]) : []
    if (!visible || visible.page.type === 'link') continue
    const { title, description, icon, emoji } = visible.page
    found.set(key, {
      href: addresses.page(key.row, pathOf(visible), key.anchor),
      title,
      ...(description === undefined ? {} : { description }),
      ...(icon === undefined ? {} : { icon }),
      ...(emoji === undefined ? {} : { emoji }),
    })
  }
  return found
}

async function filesOf(
  visit: SiteVisit,
  { row, snapshot }: SpacePages,
  wanted: readonly Wanted[],
): Promise<Map<string, ResolvedRef>> {
  const ids = [...new Set(wanted.flatMap((each) => (each.kind === 'file' ? [each.id] : [])))]
  const records = ids.length === 0 ? new Map<string, FileRecord>() : await snapshot.files(ids)
  const addresses = new Addresses(visit)
  return new Map(
    [...records].map(([id, file]) => {
      const { name, blob, contentType, size, width, height } = file
      const dimensions = width === undefined || height === undefined ? {} : { width, height }
      return [
        id,
        {
          href: addresses.file(row, id, file),
          title: name,
          file: { name, blob, contentType, size, ...dimensions },
        },
      ]
    }),
  )
}
