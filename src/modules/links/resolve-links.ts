import { mapInTurns, Turns } from '../../platform/turns/turns.ts'
import type { PageAnchors, WrittenLink, WrittenLinks } from '../documents/index.ts'
import { anchorMeant } from './anchors.ts'
import {
  anchorOf,
  includeTarget,
  type LinkSource,
  type LinkTarget,
  linkTargetOf,
  storable,
  type TargetKind,
} from './link-targets.ts'
import type { Lookup, Target } from './lookup.ts'
import type { LinkRow } from './rows.ts'

/** The position of a link. */
interface LinkedContent {
  spaceId: string
  pageId: string
  origin: LinkSource
}

/** The targets of the links of a page before it was changed, by URL. */
type Meanings = ReadonlyMap<string, Target>

/**
 * The links of a page as rows, before their targets are looked up. An existing link keeps its target, so it follows
 * a page that was moved.
 */
export function rowsOf(
  { spaceId, pageId, origin }: LinkedContent,
  { links, anchors }: WrittenLinks,
  before: Meanings = new Map(),
): Promise<LinkRow[]> {
  return mapInTurns(links, (link, ordinal) => {
    const aim = link.relation === 'dependsOn' ? includeTarget(link.href) : linkTargetOf(link.href, origin)
    return { spaceId, pageId, ordinal, ...link, ...meaningOf(aim, link, anchors, before) }
  })
}

type Meaning = Pick<
  LinkRow,
  'status' | 'targetKind' | 'targetId' | 'wantedPath' | 'wantedName' | 'wantedAnchor'
>

function meaningOf(aim: LinkTarget, { href }: WrittenLink, anchors: PageAnchors, before: Meanings): Meaning {
  const wants = { targetId: null, wantedPath: null, wantedName: null, wantedAnchor: null }
  const wantedAnchor = (of: TargetKind = 'page') => (of === 'page' ? storable(anchorOf(href) ?? null) : null)
  switch (aim.kind) {
    case 'url':
      return { status: 'ok', targetKind: 'url', ...wants }
    case 'space':
      return { status: 'in-app', targetKind: 'space', ...wants, targetId: aim.spaceId }
    case 'anchor': {
      const meant = anchorMeant(anchors, aim.anchor)
      return {
        status: meant === null ? 'broken' : 'ok',
        targetKind: 'anchor',
        ...wants,
        wantedAnchor: storable(meant ?? aim.anchor),
      }
    }
    case 'id':
      return {
        status: 'broken',
        targetKind: aim.of,
        ...wants,
        targetId: aim.id,
        wantedAnchor: wantedAnchor(aim.of),
      }
    case 'path': {
      const known = before.get(href)
      return {
        status: 'broken',
        targetKind: known?.kind ?? null,
        targetId: known?.id ?? null,
        wantedPath: aim.path,
        wantedName: aim.name,
        wantedAnchor: wantedAnchor(),
      }
    }
    case 'nothing':
      return { status: 'broken', targetKind: null, ...wants }
  }
}

const kinds: readonly TargetKind[] = ['page', 'file', 'reusable-content']
const isTarget = (kind: string | null): kind is TargetKind => kinds.some((each) => each === kind)

/** Rows that are resolved together, so that neither a statement nor a step between two of them is long. */
const CHUNK = 1_000

/**
 * Resolves rows in a revision: to their previous target if it still exists, otherwise to what their URL points to.
 */
export async function resolveLinks(lookup: Lookup, rows: readonly LinkRow[]): Promise<LinkRow[]> {
  const resolved: LinkRow[] = []
  const turns = new Turns()
  for (let at = 0; at < rows.length; at += CHUNK) {
    await turns.pause()
    resolved.push(...(await resolvePart(lookup, rows.slice(at, at + CHUNK))))
  }
  return resolved
}

async function resolvePart(lookup: Lookup, rows: readonly LinkRow[]): Promise<LinkRow[]> {
  const existing = new Set<string>()
  for (const kind of kinds) {
    const ids = rows.flatMap((row) => (row.targetKind === kind && row.targetId ? [row.targetId] : []))
    for (const id of await lookup.existing(kind, [...new Set(ids)])) existing.add(id)
  }
  const isThere = (row: LinkRow) =>
    isTarget(row.targetKind) && row.targetId !== null && existing.has(row.targetId)
  const lost = rows.filter((row) => !isThere(row))
  const named = await lookup.named([...wanted(lost, ({ wantedName }) => wantedName)])
  const nameless = lost.filter(({ wantedName }) => wantedName === null || !named.has(wantedName))
  const placed = await lookup.pagesAt(wanted(nameless, ({ wantedPath }) => wantedPath))

  const settled = await mapInTurns(rows, (row): LinkRow => {
    if (isThere(row)) return { ...row, status: 'ok' }
    const found = named.get(row.wantedName ?? NONE) ?? pageTarget(placed.get(row.wantedPath ?? NONE))
    if (found) return { ...row, status: 'ok', targetKind: found.kind, targetId: found.id }
    const isFinal = row.targetKind !== null && !isTarget(row.targetKind)
    return isFinal ? row : { ...row, status: 'broken' }
  })
  const anchored = settled.flatMap((row) => anchoredPage(row) ?? [])
  const anchors = await lookup.anchors([...new Set(anchored)])
  const outside = await lookup.outside(settled)
  return mapInTurns(settled, (row) => {
    if (outside.has(row)) return { ...row, status: 'outside' }
    if (row.wantedAnchor === null || row.targetKind === 'anchor') return row
    // By the URL: the anchor of the row is the one that was meant when it was last resolved.
    const written = anchorOf(row.href) ?? ''
    const page = anchoredPage(row)
    const meant = page === null ? written : anchorMeant(anchors.get(page), written)
    const status = meant === null ? 'broken' : row.status
    return { ...row, status, wantedAnchor: storable(meant ?? written) }
  })
}

/** The page whose anchor is still to be checked. */
const anchoredPage = ({ status, targetKind, targetId, wantedAnchor }: LinkRow): string | null =>
  status === 'ok' && targetKind === 'page' && wantedAnchor !== null ? targetId : null

/** No path and no name has this form. */
const NONE = '\0'
const pageTarget = (id: string | undefined): Target | undefined => (id ? { kind: 'page', id } : undefined)

const wanted = (rows: readonly LinkRow[], of: (row: LinkRow) => string | null): Set<string> =>
  new Set(rows.flatMap((row) => of(row) ?? []))

/** The targets of the links of one page, for when it is changed. */
export const meaningsOf = (rows: readonly LinkRow[]): Meanings =>
  new Map(
    rows.flatMap(({ href, targetKind, targetId }) =>
      isTarget(targetKind) && targetId ? [[href, { kind: targetKind, id: targetId }]] : [],
    ),
  )
