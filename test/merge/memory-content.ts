import { isDeepStrictEqual } from 'node:util'
import type {
  ChangedIds,
  ContentReader,
  MergeInput,
  MergeResult,
} from '../../src/modules/merge/three-way/types.ts'
import {
  type FileRecord,
  type FolderRecord,
  folderOf,
  hashOf,
  type PageRecord,
  parentOf,
  type ReusableRecord,
  ROOT_FOLDER,
  type Variables,
} from '../../src/modules/revisions/index.ts'

/** A complete revision in memory. */
export interface Content {
  pages: Map<string, PageRecord>
  folders: Map<string, FolderRecord>
  files: Map<string, FileRecord>
  reusables: Map<string, ReusableRecord>
  variables: Variables
  documents: Map<string, string>
}

export const emptyContent = (): Content => ({
  pages: new Map(),
  folders: new Map(),
  files: new Map(),
  reusables: new Map(),
  variables: {},
  documents: new Map(),
})

export const copyOf = (content: Content): Content => structuredClone(content)

/** Reads content, and records the requested ids. */
export function readerOf(content: Content, asked: string[] = []): ContentReader {
  const reads =
    <T>(all: ReadonlyMap<string, T>) =>
    async (ids: readonly string[]): Promise<Map<string, T>> => {
      asked.push(...ids)
      return new Map(
        ids.flatMap((id) => {
          const found = all.get(id)
          return found === undefined ? [] : [[id, structuredClone(found)]]
        }),
      )
    }
  return {
    pages: reads(content.pages),
    folders: reads(content.folders),
    files: reads(content.files),
    reusables: reads(content.reusables),
    documents: reads(content.documents),
    variables: async () => content.variables,
  }
}

export function changesBetween(before: Content, after: Content): ChangedIds {
  const changed = <T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>) =>
    new Set([...one.keys(), ...other.keys()].filter((id) => !isDeepStrictEqual(one.get(id), other.get(id))))
  return {
    pages: changed(before.pages, after.pages),
    folders: changed(before.folders, after.folders),
    files: changed(before.files, after.files),
    reusables: changed(before.reusables, after.reusables),
  }
}

export const inputOf = (base: Content, primary: Content, changed: Content): MergeInput => ({
  base: readerOf(base),
  primary: readerOf(primary),
  changed: readerOf(changed),
  primaryChanges: changesBetween(base, primary),
  changedChanges: changesBetween(base, changed),
})

/** The primary content after the edits of a merge. */
export function applied(primary: Content, changed: Content, result: MergeResult): Content {
  const edited = <T>(all: ReadonlyMap<string, T>, edits: ReadonlyMap<string, T | null>) => {
    const copy = new Map(all)
    for (const [id, record] of edits) {
      if (record === null) copy.delete(id)
      else copy.set(id, record)
    }
    return copy
  }
  return {
    pages: edited(primary.pages, result.pages),
    folders: edited(primary.folders, result.folders),
    files: edited(primary.files, result.files),
    reusables: edited(primary.reusables, result.reusables),
    variables: result.variables,
    documents: new Map([...primary.documents, ...changed.documents, ...result.documents]),
  }
}

/** All content except the stored texts, sorted, so that equal content compares as equal. */
export const seen = ({ pages, folders, files, reusables, variables }: Content) => ({
  pages: Object.fromEntries(pages),
  folders: Object.fromEntries(folders),
  files: Object.fromEntries(files),
  reusables: Object.fromEntries(reusables),
  variables,
})

/** The violations of the rules for the tree of a revision; empty if there are none. */
export function flaws({ pages, folders, documents }: Content): string[] {
  const found: string[] = []
  for (const [id, page] of pages) {
    const folder = folders.get(folderOf(page.parent))?.pages ?? []
    if (page.parent !== null && !pages.has(page.parent)) found.push(`${id} has no parent ${page.parent}`)
    if (page.type === 'group' && page.parent !== null) found.push(`the group ${id} is not at the root`)
    if (folder.filter(([each]) => each === id).length !== 1) found.push(`${id} is not once in its folder`)
    if (!folder.some(([each, slug]) => each === id && slug === page.slug))
      found.push(`${id} has another slug`)
    if (page.document !== undefined && !documents.has(page.document)) found.push(`${id} has no text`)
    const above = new Set<string>()
    for (let at: string | null = id; at !== null; at = pages.get(at)?.parent ?? null) {
      if (above.has(at)) {
        found.push(`${id} is below itself`)
        break
      }
      above.add(at)
    }
  }
  for (const [id, folder] of folders) {
    const slugs = folder.pages.map(([, slug]) => slug).filter((slug) => slug !== '')
    if (new Set(slugs).size < slugs.length) found.push(`${id} holds a slug twice`)
    if (folder.pages.length === 0) found.push(`${id} is an empty folder`)
    if (id !== ROOT_FOLDER && !pages.has(id)) found.push(`the folder ${id} has no page`)
    for (const [page] of folder.pages)
      if (pages.get(page)?.parent !== parentOf(id)) found.push(`${page} is in ${id} and does not know`)
  }
  return found
}

export function putText(content: Content, text: string): string {
  const hash = hashOf(text)
  content.documents.set(hash, text)
  return hash
}

export function addPage(
  content: Content,
  id: string,
  page: Partial<PageRecord> & { text?: string },
  at?: number,
): void {
  const { text, ...fields } = page
  const record: PageRecord = {
    type: 'document',
    parent: null,
    slug: id,
    title: id,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
    ...(text !== undefined && { document: putText(content, text) }),
  }
  content.pages.set(id, record)
  const folder = folderOf(record.parent)
  const pages = [...(content.folders.get(folder)?.pages ?? [])]
  pages.splice(at ?? pages.length, 0, [id, record.slug])
  content.folders.set(folder, { pages })
}

function takeOut(content: Content, id: string): void {
  const folder = folderOf(content.pages.get(id)?.parent ?? null)
  const pages = (content.folders.get(folder)?.pages ?? []).filter(([each]) => each !== id)
  if (pages.length > 0) content.folders.set(folder, { pages })
  else content.folders.delete(folder)
}

export function deletePage(content: Content, id: string): void {
  for (const [child] of content.folders.get(id)?.pages ?? []) deletePage(content, child)
  takeOut(content, id)
  content.pages.delete(id)
}

/** Changes fields of a page; a new parent or position moves it. */
export function updatePage(
  content: Content,
  id: string,
  { text, at, ...fields }: Partial<PageRecord> & { text?: string; at?: number },
): void {
  const page = content.pages.get(id)
  if (!page) throw new Error(`there is no page ${id}`)
  const isStill = fields.parent === undefined && fields.slug === undefined && at === undefined
  const place = content.folders.get(folderOf(page.parent))?.pages.findIndex(([each]) => each === id)
  const isMoved = fields.parent !== undefined && fields.parent !== page.parent
  const record = { ...page, ...fields, ...(text !== undefined && { document: putText(content, text) }) }
  if (isStill) content.pages.set(id, record)
  else {
    takeOut(content, id)
    addPage(content, id, record, at ?? (isMoved ? undefined : place))
  }
}
