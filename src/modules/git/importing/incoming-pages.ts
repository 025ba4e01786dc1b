import { setImmediate as nextTurn } from 'node:timers/promises'
import { newId } from '../../../core/ids.ts'
import { freeSlug, slugOf } from '../../documents/index.ts'
import type { RepositoryPage } from '../../import/index.ts'
import { canonicalJson, type FolderRecord, folderOf, type PageRecord } from '../../revisions/index.ts'
import type { ReportBuilder } from '../git.report.ts'
import type { IncomingPage } from './matching.ts'

const PAGES_PER_TURN = 200

export interface PageEdits {
  pages: Map<string, PageRecord | null>
  folders: Map<string, FolderRecord | null>
  documents: Map<string, string>
}

interface Before {
  /** The pages that incoming ones were recognized as, and those that are gone if they are not. */
  pages: ReadonlyMap<string, PageRecord>
  folders: ReadonlyMap<string, FolderRecord>
  /** False for pages of a space that was never synced: they stay, and only lend their ids. */
  isBase: boolean
}

/** The edits that turn the pages of the last sync into those of the repository. */
export async function editsOfPages(
  incoming: readonly IncomingPage[],
  matched: ReadonlyMap<number, string>,
  before: Before,
  now: Date,
  report: ReportBuilder,
): Promise<PageEdits> {
  const edits: PageEdits = { pages: new Map(), folders: new Map(), documents: new Map() }
  const folders = new Map<string, [string, string][]>()
  const taken = new Map<string, Set<string>>()
  const parents = new Map<number, string | null>()
  const used = new Set(matched.values())
  const unnamed = unnamedPages(before.pages, used)
  for (const [at, { page, parent }] of incoming.entries()) {
    if (at % PAGES_PER_TURN === PAGES_PER_TURN - 1) await nextTurn()
    const parentId = parent === undefined ? null : (parents.get(parent) ?? null)
    const known = matched.get(at) ?? unnamed.take(page, parentId)
    const was = known === undefined ? undefined : before.pages.get(known)
    // A file that cannot be used and never could: there is no page for it, and what is below moves up.
    if (page.isRefused && was === undefined) {
      parents.set(at, parentId)
      continue
    }
    const id = known ?? newId('Page')
    used.add(id)
    const slugs = taken.get(folderOf(parentId)) ?? new Set<string>()
    taken.set(folderOf(parentId), slugs)
    const record = recordOf(page, was, parentId, slugs, now)
    slugs.add(record.slug)
    parents.set(at, id)
    const siblings = folders.get(folderOf(parentId)) ?? []
    siblings.push([id, record.slug])
    folders.set(folderOf(parentId), siblings)
    if (page.markdown !== undefined && page.document !== undefined)
      edits.documents.set(page.document, page.markdown)
    note(report, was, record)
    const isKept = before.isBase && was !== undefined && canonicalJson(was) === canonicalJson(record)
    if (!isKept) edits.pages.set(id, record)
  }
  if (before.isBase) {
    for (const [id, page] of before.pages) {
      if (used.has(id)) continue
      edits.pages.set(id, null)
      if (page.git) report.add('deleted', { path: page.git.path })
    }
  }
  const former = before.isBase ? before.folders : new Map<string, FolderRecord>()
  for (const [id, pages] of folders) {
    if (canonicalJson(former.get(id)?.pages) !== canonicalJson(pages)) edits.folders.set(id, { pages })
  }
  for (const id of former.keys()) if (!folders.has(id)) edits.folders.set(id, null)
  return edits
}

function note(report: ReportBuilder, was: PageRecord | undefined, is: PageRecord): void {
  if (!is.git) return
  const { path } = is.git
  if (was?.git === undefined) report.add('created', { path })
  else if (was.git.path !== path) report.add('moved', { path, from: was.git.path })
  else if (was.git.oid !== is.git.oid) report.add('changed', { path })
}

/** The record of a page of the repository. */
export function recordOf(
  page: RepositoryPage,
  was: PageRecord | undefined,
  parent: string | null,
  taken: ReadonlySet<string>,
  now: Date,
): PageRecord {
  const { type, title, linkTitle, url, computed, git, document, stated } = page
  const isNamed = type === 'document' || type === 'group'
  // A page whose file stays keeps its address.
  const kept = was !== undefined && was.git?.path === git?.path ? was.slug : undefined
  const slug = isNamed ? freeSlug(kept || page.slug || slugOf(stated.title ?? title), taken) : ''
  if (page.isRefused && was !== undefined) return { ...was, parent, slug }
  const record: PageRecord = {
    type,
    parent,
    slug,
    title,
    ...(linkTitle ? { linkTitle } : {}),
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
  const keyOf = (type: string, parent: string | null, name: string) => JSON.stringify([type, parent, name])
  const add = (key: string, id: string) => byName.set(key, [...(byName.get(key) ?? []), id])
  for (const [id, { type, parent, title, git, slug, target }] of pages) {
    if (used.has(id) || git) continue
    if (type === 'group') add(keyOf(type, parent, `slug ${slug}`), id)
    if (target?.kind === 'url') add(keyOf(type, parent, `url ${target.url}`), id)
    add(keyOf(type, parent, `title ${title}`), id)
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
        const id = byName.get(keyOf(type, parent, name))?.find((each) => !taken.has(each))
        if (id === undefined) continue
        taken.add(id)
        return id
      }
      return undefined
    },
  }
}
