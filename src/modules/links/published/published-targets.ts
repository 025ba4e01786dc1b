import type { Queryable } from '../../../platform/database.ts'
import type { Snapshot } from '../../revisions/index.ts'
import { anchorOf, type LinkSource, type LinkTarget, linkTargetOf } from '../link-targets.ts'
import { Lookup, type Target } from '../lookup.ts'
import { findRepositoryPlace, outsideUrl } from '../repository-places.ts'
import { findLinksOf } from '../rows.ts'

/** The target of a URL on a page. */
export type PublishedTarget =
  | { kind: 'page'; id: string; anchor: string | undefined }
  | { kind: 'file'; id: string }
  | { kind: 'space'; id: string }
  | { kind: 'anchor'; anchor: string }
  /** A file of the repository that is no content. */
  | { kind: 'url'; url: string }

/** A page whose links are shown to readers. */
export interface LinkedPage {
  origin: LinkSource
  /** Null if it is not in main content, whose links are stored. */
  mainPageId: string | null
  hrefs: readonly string[]
}

const isIn = (target: Target | undefined, anchor: string | undefined): PublishedTarget | null => {
  if (target?.kind === 'page') return { kind: 'page', id: target.id, anchor }
  return target?.kind === 'file' ? { kind: 'file', id: target.id } : null
}

/** The targets of URLs on a page, by URL. */
export type PublishedTargets = ReadonlyMap<string, PublishedTarget>

type PathTarget = Extract<LinkTarget, { kind: 'path' }>

/** The URLs of a page, and what is found for them. */
interface Resolving {
  page: LinkedPage
  paths: Map<string, PathTarget>
  found: Map<string, PublishedTarget>
}

/**
 * The targets of URLs on pages of one revision, in a few statements for any number of pages and URLs. External URLs, and
 * URLs without a target, are left out. Whether the reader can see a target is checked after.
 */
export async function publishedTargets(
  db: Queryable,
  snapshot: Snapshot,
  pages: readonly LinkedPage[],
): Promise<PublishedTargets[]> {
  const all = pages.map(targetsWithoutPaths)
  const left = all.filter(({ paths }) => paths.size > 0)
  await findStored(db, snapshot, left)
  await lookUp(db, snapshot, left)
  return all.map(({ found }) => found)
}

/** What a URL says by itself. */
function targetsWithoutPaths(page: LinkedPage): Resolving {
  const found = new Map<string, PublishedTarget>()
  const paths = new Map<string, PathTarget>()
  for (const href of page.hrefs) {
    const target = linkTargetOf(href, page.origin)
    if (target.kind === 'path') paths.set(href, target)
    else if (target.kind === 'anchor') found.set(href, target)
    else if (target.kind === 'space') found.set(href, { kind: 'space', id: target.spaceId })
    else if (target.kind === 'id') {
      const known = isIn({ kind: target.of, id: target.id }, anchorOf(href))
      if (known) found.set(href, known)
    }
  }
  return { page, paths, found }
}

/** The targets that are stored with the links of main content. */
async function findStored(db: Queryable, snapshot: Snapshot, left: readonly Resolving[]): Promise<void> {
  const { spaceId } = snapshot.roots
  const ofMain = new Map(
    left.flatMap((each) => (each.page.mainPageId === null ? [] : [[each.page.mainPageId, each] as const])),
  )
  if (ofMain.size === 0) return
  const stored = await findLinksOf(
    db,
    [...ofMain.keys()].map((pageId) => ({ spaceId, pageId })),
  )
  const isOutside = stored.some(({ status }) => status === 'outside')
  const place = isOutside ? await findRepositoryPlace(db, spaceId) : null
  for (const { pageId, href, status, targetKind, targetId, wantedAnchor } of stored) {
    const resolving = ofMain.get(pageId)
    if (!resolving) continue
    const { page, paths, found } = resolving
    const url = status === 'outside' && place ? outsideUrl(place, page.origin.gitPath, href) : null
    if (url !== null) found.set(href, { kind: 'url', url })
    if (!paths.has(href) || !targetId || (targetKind !== 'page' && targetKind !== 'file')) continue
    const anchor = status === 'ok' ? (wantedAnchor ?? undefined) : anchorOf(href)
    const known = isIn({ kind: targetKind, id: targetId }, anchor)
    if (known) found.set(href, known)
  }
}

/** Looks up URLs that are not stored, such as those of included texts and of change requests. */
async function lookUp(db: Queryable, snapshot: Snapshot, pages: readonly Resolving[]): Promise<void> {
  const left = pages.flatMap(({ paths, found }) =>
    [...paths].flatMap(([href, target]) => (found.has(href) ? [] : [{ href, target, found }])),
  )
  if (left.length === 0) return
  const lookup = new Lookup(db, snapshot, { gone: [], added: [] }, { of: async () => new Map() })
  const named = await lookup.named([...new Set(left.flatMap(({ target }) => target.name ?? []))])
  const nameless = left.filter(({ target: { name } }) => name === null || !named.has(name))
  const placed = await lookup.pagesAt(new Set(nameless.flatMap(({ target }) => target.path ?? [])))
  for (const { href, target, found } of left) {
    const page = target.path === null ? undefined : placed.get(target.path)
    const known = isIn(
      (target.name === null ? undefined : named.get(target.name)) ??
        (page ? { kind: 'page' as const, id: page } : undefined),
      anchorOf(href),
    )
    if (known) found.set(href, known)
  }
}
