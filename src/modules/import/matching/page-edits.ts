import { newId } from '../../../core/ids.ts'
import { freeSlug, isFormerSlug, slugOf } from '../../../core/slugs.ts'
import { eachInTurns, Turns } from '../../../platform/turns/turns.ts'

import { canonicalJson, type FolderRecord, folderOf, type PageRecord } from '../../revisions/index.ts'
import type { RepositoryPage } from '../repository/repository-content.ts'
import type { IncomingPage } from './match-pages.ts'

interface PageEdits {
  pages: Map<string, PageRecord | null>
  folders: Map<string, FolderRecord | null>
  documents: Map<string, string>
}

/** Collects what an import does with each file. */
interface FileReport {
  add(list: 'created' | 'changed' | 'moved' | 'deleted', entry: { path: string; from?: string }): void
}

export interface PagesBefore {
  /** The pages that incoming ones were recognized as. */
  pages: ReadonlyMap<string, PageRecord>
  folders: ReadonlyMap<string, FolderRecord>
  /**
   * What becomes of pages that no incoming page was recognized as. `delete`: they are deleted. `keep`: they stay where
   * they are. `ignore`: the edits are for content without them, and they only lend their ids.
   */
  others: 'delete' | 'keep' | 'ignore'
  /** The page that incoming pages without a parent are placed below. By default, they are placed at the top. */
  below?: string | undefined
}

interface PlacedPage {
  id: string
  parent: string | null
  page: RepositoryPage
  was: PageRecord | undefined
}

/** The edits that bring imported pages, in the order of their tree, into content. */
export async function editsOfPages(
  incoming: readonly IncomingPage[],
  matched: ReadonlyMap<number, string>,
  before: PagesBefore,
  now: Date,
  report: FileReport,
): Promise<PageEdits> {
  const edits: PageEdits = { pages: new Map(), folders: new Map(), documents: new Map() }
  const placed = await placedPages(incoming, matched, before)
  const used = new Set(placed.map(({ id }) => id))
  const folders = new Map<string, FolderRecord['pages']>()
  const taken = new Map<string, Set<string>>()
  const keptIn = (folder: string) =>
    before.others === 'keep' ? (before.folders.get(folder)?.pages ?? []).filter(([id]) => !used.has(id)) : []
  const turns = new Turns()
  for (const { id, parent, page, was } of placed) {
    if (turns.isOver()) await turns.next()
    const folder = folderOf(parent)
    const slugs = taken.get(folder) ?? new Set(keptIn(folder).map(([, slug]) => slug))
    taken.set(folder, slugs)
    const record = recordOf(page, was, parent, slugs, now)
    slugs.add(record.slug)
    const siblings = folders.get(folder) ?? []
    siblings.push([id, record.slug])
    folders.set(folder, siblings)
    // The text that it had is stored already.
    if (page.markdown !== undefined && page.document !== undefined && page.document !== was?.document)
      edits.documents.set(page.document, page.markdown)
    note(report, was, record)
    const isKept =
      before.others !== 'ignore' && was !== undefined && canonicalJson(was) === canonicalJson(record)
    if (!isKept) edits.pages.set(id, record)
  }
  if (before.others === 'delete') {
    for (const [id, page] of before.pages) {
      if (used.has(id)) continue
      edits.pages.set(id, null)
      if (page.git) report.add('deleted', { path: page.git.path })
    }
  }
  const former = before.others === 'ignore' ? new Map<string, FolderRecord>() : before.folders
  for (const id of new Set([...folders.keys(), ...former.keys()])) {
    if (turns.isOver()) await turns.next()
    const was = former.get(id)?.pages ?? []
    const pages = before.others === 'keep' ? withOthers(folders.get(id) ?? [], was, used) : folders.get(id)
    if (pages === undefined || pages.length === 0) edits.folders.set(id, null)
    else if (canonicalJson(was) !== canonicalJson(pages)) edits.folders.set(id, { pages })
  }
  return edits
}

/** The ids and parents of incoming pages. */
async function placedPages(
  incoming: readonly IncomingPage[],
  matched: ReadonlyMap<number, string>,
  before: PagesBefore,
): Promise<PlacedPage[]> {
  const parents = new Map<number, string | null>()
  const unnamed = unnamedPages(before.pages, new Set(matched.values()))
  const placed: PlacedPage[] = []
  await eachInTurns(incoming.entries(), ([at, { page, parent: parentAt }]) => {
    const parent = (parentAt === undefined ? null : parents.get(parentAt)) ?? before.below ?? null
    const known = matched.get(at) ?? unnamed.take(page, parent)
    const was = known === undefined ? undefined : before.pages.get(known)
    // A file that cannot be used and never could: there is no page for it, and what is below moves up.
    const isLeftOut = page.isRefused === true && was === undefined
    const id = known ?? newId('Page')
    parents.set(at, isLeftOut ? parent : id)
    if (!isLeftOut) placed.push({ id, parent, page, was })
  })
  return placed
}

/** The children of a page with those that stay: each stays behind the sibling that it followed. */
function withOthers(
  incoming: FolderRecord['pages'],
  was: FolderRecord['pages'],
  used: ReadonlySet<string>,
): FolderRecord['pages'] {
  const here = new Set(incoming.map(([id]) => id))
  const first: FolderRecord['pages'] = []
  const behind = new Map<string, FolderRecord['pages']>()
  let last: FolderRecord['pages'] = first
  for (const entry of was) {
    const [id] = entry
    if (here.has(id)) {
      last = []
      behind.set(id, last)
    } else if (!used.has(id)) last.push(entry)
  }
  return [...first, ...incoming.flatMap((entry) => [entry, ...(behind.get(entry[0]) ?? [])])]
}

function note(report: FileReport, was: PageRecord | undefined, is: PageRecord): void {
  if (!is.git) return
  const { path } = is.git
  if (was?.git === undefined) report.add('created', { path })
  else if (was.git.path !== path) report.add('moved', { path, from: was.git.path })
  else if (was.git.oid !== is.git.oid) report.add('changed', { path })
}

/** The record of an imported page. */
export function recordOf(
  page: RepositoryPage,
  was: PageRecord | undefined,
  parent: string | null,
  taken: ReadonlySet<string>,
  now: Date,
): PageRecord {
  const { type, title, linkTitle, description, url, computed, git, document, stated } = page
  const isNamed = type === 'document' || type === 'group'
  // A page whose file stays keeps its address. One without a file gets the address that its title has now.
  const isRenewed = was !== undefined && was.git === undefined && isFormerSlug(was.slug, was.title)
  const kept = was !== undefined && was.git?.path === git?.path && !isRenewed ? was.slug : undefined
  const slug = isNamed ? freeSlug(kept || page.slug || slugOf(stated.title ?? title), taken) : ''
  if (page.isRefused && was !== undefined) return { ...was, parent, slug }
  const record: PageRecord = {
    type,
    parent,
    slug,
    title,
    ...(linkTitle ? { linkTitle } : {}),
    ...(description ? { description } : {}),
    // Repositories have no place for it.
    ...(was?.emoji ? { emoji: was.emoji } : {}),
    ...(document ? { document } : {}),
    ...(type === 'link' ? { target: { kind: 'url', url: url ?? '' } } : {}),
    ...(computed ? { computed } : {}),
    ...(git ? { git } : {}),
    ...stated,
    createdAt: was?.createdAt ?? now.toISOString(),
  }
  if (was === undefined) return record
  const { updatedAt } = was
  if (contentOf(was) === contentOf(record)) return { ...record, ...(updatedAt ? { updatedAt } : {}) }
  return { ...record, updatedAt: now.toISOString() }
}

const contentOf = ({ git: _git, updatedAt: _updatedAt, ...content }: PageRecord): string =>
  canonicalJson(content)

/** Pages without a file, such as groups and links, are recognized by their parent, type and name. */
function unnamedPages(pages: ReadonlyMap<string, PageRecord>, used: ReadonlySet<string>) {
  const byName = new Map<string, string[]>()
  const taken = new Set<string>()
  const placeKeyOf = (type: string, parent: string | null, name: string) =>
    JSON.stringify([type, parent, name])
  const add = (key: string, id: string) => byName.set(key, [...(byName.get(key) ?? []), id])
  for (const [id, { type, parent, title, git, slug, target }] of pages) {
    if (used.has(id) || git) continue
    if (type === 'group') add(placeKeyOf(type, parent, `slug ${slug}`), id)
    if (target?.kind === 'url') add(placeKeyOf(type, parent, `url ${target.url}`), id)
    add(placeKeyOf(type, parent, `title ${title}`), id)
  }
  return {
    take({ type, title, slug, url, git }: RepositoryPage, parent: string | null): string | undefined {
      if (git) return undefined
      const names = [
        ...(type === 'group' && slug ? [`slug ${slug}`] : []),
        ...(url ? [`url ${url}`] : []),
        `title ${title}`,
      ]
      for (const name of names) {
        const id = byName.get(placeKeyOf(type, parent, name))?.find((each) => !taken.has(each))
        if (id === undefined) continue
        taken.add(id)
        return id
      }
      return undefined
    },
  }
}
