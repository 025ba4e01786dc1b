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

/** A page whose links are shown to readers. Null if it is not in main content, whose links are stored. */
interface LinkedPage {
  origin: LinkSource
  mainPageId: string | null
}

const isIn = (target: Target | undefined, anchor: string | undefined): PublishedTarget | null => {
  if (target?.kind === 'page') return { kind: 'page', id: target.id, anchor }
  return target?.kind === 'file' ? { kind: 'file', id: target.id } : null
}

/**
 * The targets of URLs on a page, in a few statements for any number of them. External URLs, and URLs without a target,
 * are left out. Whether the reader can see a target is checked after.
 */
export async function publishedTargets(
  db: Queryable,
  snapshot: Snapshot,
  { origin, mainPageId }: LinkedPage,
  hrefs: readonly string[],
): Promise<Map<string, PublishedTarget>> {
  const found = new Map<string, PublishedTarget>()
  const paths = new Map<string, Extract<LinkTarget, { kind: 'path' }>>()
  for (const href of hrefs) {
    const target = linkTargetOf(href, origin)
    if (target.kind === 'path') paths.set(href, target)
    else if (target.kind === 'anchor') found.set(href, target)
    else if (target.kind === 'space') found.set(href, { kind: 'space', id: target.spaceId })
    else if (target.kind === 'id') {
      const known = isIn({ kind: target.of, id: target.id }, anchorOf(href))
      if (known) found.set(href, known)
    }
  }
  if (paths.size === 0) return found
  const { spaceId } = snapshot.roots
  const stored = mainPageId === null ? [] : await findLinksOf(db, [{ spaceId, pageId: mainPageId }])
  const isOutside = stored.some(({ status }) => status === 'outside')
  const place = isOutside ? await findRepositoryPlace(db, spaceId) : null
  for (const { href, status, targetKind, targetId, wantedAnchor } of stored) {
    const url = status === 'outside' && place ? outsideUrl(place, origin.gitPath, href) : null
    if (url !== null) found.set(href, { kind: 'url', url })
    if (!paths.has(href) || !targetId || (targetKind !== 'page' && targetKind !== 'file')) continue
    const anchor = status === 'ok' ? (wantedAnchor ?? undefined) : anchorOf(href)
    const known = isIn({ kind: targetKind, id: targetId }, anchor)
    if (known) found.set(href, known)
  }
  await lookUp(db, snapshot, paths, found)
  return found
}

/** Looks up URLs that are not stored, such as those of included texts and of change requests. */
async function lookUp(
  db: Queryable,
  snapshot: Snapshot,
  paths: ReadonlyMap<string, Extract<LinkTarget, { kind: 'path' }>>,
  found: Map<string, PublishedTarget>,
): Promise<void> {
  const left = [...paths].filter(([href]) => !found.has(href))
  if (left.length === 0) return
  const lookup = new Lookup(db, snapshot, { gone: [], added: [] }, { of: async () => new Map() })
  const named = await lookup.named([...new Set(left.flatMap(([, { name }]) => name ?? []))])
  const nameless = left.filter(([, { name }]) => name === null || !named.has(name))
  const placed = await lookup.pagesAt(new Set(nameless.flatMap(([, { path }]) => path ?? [])))
  for (const [href, { path, name }] of left) {
    const page = path === null ? undefined : placed.get(path)
    const target =
      (name === null ? undefined : named.get(name)) ??
      (page ? { kind: 'page' as const, id: page } : undefined)
    const known = isIn(target, anchorOf(href))
    if (known) found.set(href, known)
  }
}
