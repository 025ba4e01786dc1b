import type { Queryable } from '../../platform/database.ts'
import { eachInTurns, Turns } from '../../platform/turns/turns.ts'
import { isComputedSource } from '../content/index.ts'
import type { PageAnchors, ParsedPages, WrittenLinks } from '../documents/index.ts'
import {
  canonicalJson,
  type PageRecord,
  type PlacedPage,
  pathOf,
  type Reference,
  type RevisionDiff,
  type Snapshot,
} from '../revisions/index.ts'
import { AnchorsIn, anchorsOf } from './anchors.ts'
import { Lookup } from './lookup.ts'
import { type NameChanges, nameChanges } from './names.ts'
import { meaningsOf, resolveLinks, rowsOf } from './resolve-links.ts'
import { findLinksOf, findLinksToReconsider, type LinkRow, type Reconsidering } from './rows.ts'

/** How the links of a revision differ from those of main content. */
export interface LinkChanges {
  /** Pages whose links are replaced by the new ones. A deleted page has none. */
  replaced: Set<string>
  fresh: LinkRow[]
  /** Links on other pages whose target changes. */
  settled: LinkRow[]
  /** The same links with their target in main content. */
  unsettled: LinkRow[]
  names: NameChanges
  /** The anchors of the pages that have new links, and the OpenAPI specs that their blocks show. */
  anchors: Map<string, PageAnchors>
  specs: Map<string, readonly string[]>
}

interface Change {
  spaceId: string
  after: Snapshot
  diff: RevisionDiff
  parsedPages: ParsedPages
  wasEmpty?: boolean
  isAgain?: boolean
}

/**
 * Computes how links change when main content becomes another revision. Only differences are processed: changed
 * pages are parsed again, and other links are resolved again only if their target was deleted, added or moved.
 */
export async function linkChanges(
  db: Queryable,
  change: Change,
  only?: ReadonlySet<string>,
): Promise<LinkChanges> {
  const { spaceId, after, diff } = change
  const names = await nameChanges(diff)
  const replaced = new Set<string>()
  const written: { id: string; page: PageRecord }[] = []
  await eachInTurns(diff.pages, ([id, { before, after }]) => {
    if (!(only?.has(id) ?? true) || !linksDiffer(before, after)) return
    replaced.add(id)
    if (after) written.push({ id, page: after })
  })
  const { drafts, anchors, specs } = await draftsOf(db, change, written)
  const others = change.wasEmpty
    ? []
    : await findLinksToReconsider(db, spaceId, await reconsidering(after, diff, names))
  const reconsidered = others.filter(({ pageId }) => !replaced.has(pageId) && (only?.has(pageId) ?? true))

  const settled = await resolveLinks(new Lookup(db, after, names, new AnchorsIn(db, change, anchors)), [
    ...drafts,
    ...reconsidered,
  ])
  const fresh = settled.slice(0, drafts.length)
  const changes: LinkChanges = { replaced, names, anchors, specs, fresh, settled: [], unsettled: [] }
  await eachInTurns(reconsidered.entries(), ([index, was]) => {
    const is = settled[drafts.length + index] as LinkRow
    if (!meansOther(is, was)) return
    changes.settled.push(is)
    changes.unsettled.push(was)
  })
  return changes
}

/** Whether a row has another target than before. */
export const meansOther = (row: LinkRow, before: LinkRow | undefined): boolean =>
  row.status !== before?.status || row.targetKind !== before.targetKind || row.targetId !== before.targetId

const linksDiffer = (before: PageRecord | null, after: PageRecord | null): boolean =>
  before === null ||
  after === null ||
  before.document !== after.document ||
  canonicalJson(before.target ?? null) !== canonicalJson(after.target ?? null)

/** Texts are parsed in batches: an import can have thousands of them. */
const CHUNK = 200

async function draftsOf(
  db: Queryable,
  { spaceId, after, diff, parsedPages, isAgain }: Change,
  pages: readonly { id: string; page: PageRecord }[],
): Promise<Pick<LinkChanges, 'anchors' | 'specs'> & { drafts: LinkRow[] }> {
  const drafts: LinkRow[] = []
  const anchors = new Map<string, PageAnchors>()
  const specs = new Map<string, readonly string[]>()
  const turns = new Turns()
  for (let at = 0; at < pages.length; at += CHUNK) {
    const part = pages.slice(at, at + CHUNK)
    const ids = part.map(({ id }) => id)
    await parsedPages.readStored(
      part.flatMap(({ page }) => page.document ?? []),
      (hashes) => after.documents(hashes),
    )
    const [placed, folders] = [await after.placed(ids), await after.folders(ids)]
    const known = await findLinksOf(
      db,
      ids.filter((id) => isAgain || diff.pages.get(id)?.before).map((pageId) => ({ spaceId, pageId })),
    )
    const knownOf = byPage(known)
    for (const { id, page } of part) {
      if (turns.isOver()) await turns.next()
      const own = placed.get(id)
      const links = page.target ? linksOfTarget(page.target) : parsedPages.ofStored(page.document).links
      anchors.set(id, anchorsOf(page, parsedPages))
      if (links.specs) specs.set(id, links.specs)
      const origin = {
        path: own ? pathOf(own) : '',
        isFolder: folders.has(id),
        gitPath: page.git?.path,
      }
      const place = { spaceId, pageId: id, origin }
      for (const row of await rowsOf(place, links, meaningsOf(knownOf.get(id) ?? []))) drafts.push(row)
    }
  }
  return { drafts, anchors, specs }
}

/** Rows by the page that contains the link. */
export function byPage(rows: readonly LinkRow[]): Map<string, LinkRow[]> {
  const pages = new Map<string, LinkRow[]>()
  for (const row of rows) {
    const page = pages.get(row.pageId)
    if (page) page.push(row)
    else pages.set(row.pageId, [row])
  }
  return pages
}

/** A link page has one link, its target. */
function linksOfTarget(target: Reference): WrittenLinks {
  const href = hrefOf(target)
  return {
    links: href === null ? [] : [{ href, relation: 'reference', nodeKey: '' }],
    anchors: [],
  }
}

function hrefOf(target: Reference): string | null {
  switch (target.kind) {
    case 'url':
      return target.url
    case 'file':
      return `/files/${target.file}`
    case 'page':
      return `/pages/${target.page}`
    case 'anchor':
      return target.page ? `/pages/${target.page}#${target.anchor}` : null
    case 'space':
      return `/spaces/${target.space}`
  }
}

/** The path of the folder of a page without a slug. */
export function folderPathOf(placed: PlacedPage | undefined): string | undefined {
  const path = placed && pathOf(placed)
  return path === undefined || path === '' ? path : `${path}/`
}

async function reconsidering(
  after: Snapshot,
  diff: RevisionDiff,
  names: NameChanges,
): Promise<Reconsidering> {
  const targetIds: string[] = []
  for (const map of [diff.pages, diff.files, diff.reusables]) {
    await eachInTurns<[string, { before: unknown; after: unknown }]>(map, ([id, { before, after }]) => {
      if (before === null || after === null) targetIds.push(id)
    })
  }
  const [came, moved, rewritten, sources]: [string[], string[], string[], string[]] = [[], [], [], []]
  await eachInTurns(diff.pages, ([id, { before, after }]) => {
    if ([before, after].some((page) => page && isComputedSource(page))) sources.push(id)
    if (after === null) return
    if (before !== null && linksDiffer(before, after)) rewritten.push(id)
    if (before === null) came.push(id)
    else if (before.parent !== after.parent || before.slug !== after.slug) moved.push(id)
  })
  const placed = await after.placed([...came, ...moved, ...sources])
  const pathsOf = async (ids: readonly string[]) => {
    const found: string[] = []
    await eachInTurns(ids, (id) => {
      const own = placed.get(id)
      if (own?.page.slug) found.push(pathOf(own))
    })
    return found
  }
  const movedPaths = await pathsOf(moved)
  const paths = [...(await pathsOf(came)), ...movedPaths]
  // The path of the root is its first page.
  if (paths.some((path) => !path.includes('/'))) paths.push('')
  return {
    targetIds,
    paths,
    movedPaths,
    names: names.added.map(({ name }) => name),
    rewritten,
    sources,
    sourceFolders: [...new Set(sources.flatMap((id) => folderPathOf(placed.get(id)) ?? []))],
  }
}
