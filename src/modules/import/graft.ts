import { setImmediate as nextTurn } from 'node:timers/promises'
import { newId } from '../../core/ids.ts'
import type { Draft } from '../content/index.ts'
import { freeSlug, slugOf } from '../documents/index.ts'
import type { FileRecord, PageRecord } from '../revisions/index.ts'
import type { StorableContent, StorablePage } from './storable.ts'

const PAGES_PER_TURN = 200

/** Adds imported pages after those at the root of a draft, their files and reusable contents, and sets their variables. */
export async function graft(
  draft: Draft,
  { pages, reusables, variables }: Pick<StorableContent, 'pages' | 'reusables' | 'variables'>,
  files: readonly FileRecord[],
  now: Date,
): Promise<void> {
  for (const file of files) draft.setFile(newId('File'), file)
  for (const { title, markdown, document, git } of reusables) {
    if (document) draft.keepAs(document, markdown)
    draft.setReusable(newId('ReusableContent'), {
      title,
      createdAt: now.toISOString(),
      ...(git ? { git } : {}),
      ...(document ? { document } : {}),
    })
  }
  if (variables) draft.setVariables({ ...(await draft.variables()), ...variables })
  const siblings = await draft.below(null)
  draft.setFolder(null, [...siblings, ...(await placeAll(draft, null, pages, siblings, now))])
}

/** Adds pages and their descendants to a parent. Returns the new entries of the parent. */
async function placeAll(
  draft: Draft,
  parent: string | null,
  pages: readonly StorablePage[],
  siblings: readonly [string, string][],
  now: Date,
): Promise<[string, string][]> {
  const taken = new Set(siblings.map(([, slug]) => slug))
  const placed: [string, string][] = []
  for (const [at, imported] of pages.entries()) {
    // There can be thousands, so other requests are served in between.
    if (at % PAGES_PER_TURN === PAGES_PER_TURN - 1) await nextTurn()
    const id = newId('Page')
    const page = recordOf(draft, parent, imported, now)
    if (page.type !== 'link' && page.type !== 'computed')
      page.slug = freeSlug(imported.slug ?? slugOf(page.title), taken)
    taken.add(page.slug)
    draft.setPage(id, page)
    if (imported.pages.length > 0) draft.setFolder(id, await placeAll(draft, id, imported.pages, [], now))
    placed.push([id, page.slug])
  }
  return placed
}

function recordOf(draft: Draft, parent: string | null, imported: StorablePage, now: Date): PageRecord {
  const { type, title, linkTitle, description, markdown, document, url, computed, git, said } = imported
  if (document) draft.keepAs(document, markdown)
  return {
    type,
    parent,
    slug: '',
    title,
    createdAt: now.toISOString(),
    ...(linkTitle ? { linkTitle } : {}),
    ...(description ? { description } : {}),
    ...(document ? { document } : {}),
    ...(type === 'link' ? { target: { kind: 'url', url: url ?? '' } } : {}),
    ...(computed ? { computed } : {}),
    ...(git ? { git } : {}),
    ...said,
  }
}
