import { notFound } from '../../../core/errors.ts'
import type { Revision } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type ContentEdits, folderOf, type PageRecord, Snapshot } from '../../revisions/index.ts'
import type { ImportMode } from '../import.model.ts'
import { repositoryThreads } from '../repository/repository-threads.ts'
import type { StorableContent } from '../storable.ts'
import { editsOfFiles, editsOfReusables } from './file-edits.ts'
import { flattened, matchPages } from './match-pages.ts'
import { editsOfPages, type PagesBefore } from './page-edits.ts'
import { slugPathOf } from './slug-paths.ts'

export interface ImportOptions {
  mode: ImportMode
  now: Date
  organizationId: string
  /** The page below which everything is added, in the mode `add`. By default, it is added at the top. */
  below?: string | undefined
}

/**
 * The edits that bring imported content into a revision. `add` adds everything after what is there. `update` recognizes
 * pages, files and reusable contents, changes them, and keeps the others. `replace` deletes the others.
 */
export async function editsOfImport(
  db: Queryable,
  revision: Revision,
  content: StorableContent,
  { mode, now, organizationId, below }: ImportOptions,
): Promise<ContentEdits> {
  const snapshot = new Snapshot(db, revision)
  const isAdded = mode === 'add'
  // It may have been deleted since the import was requested.
  if (below !== undefined && !(await snapshot.pages([below])).has(below)) throw notFound('This page')
  const before: PagesBefore = isAdded
    ? {
        pages: new Map<string, PageRecord>(),
        folders: await snapshot.folders([folderOf(below ?? null)]),
        others: 'keep',
        below,
      }
    : {
        pages: await snapshot.allPages(),
        folders: await snapshot.allFolders(),
        others: mode === 'replace' ? 'delete' : 'keep',
      }
  const others = { isReplaced: mode === 'replace', now }
  const files = isAdded ? new Map() : await snapshot.allFiles()
  const reusables = isAdded ? new Map() : await snapshot.allReusables()
  const incoming = flattened(content.pages)
  const root = content.settings?.root ?? ''
  const known = {
    pages: before.pages,
    documents: (hashes: readonly string[]) => snapshot.documents(hashes),
    slugPathOf: (path: string) => slugPathOf(path, root),
  }
  const matched = isAdded
    ? new Map<number, string>()
    : await matchPages(incoming, known, (gone, added) =>
        repositoryThreads.similar(gone, added, organizationId),
      )
  const pageEdits = await editsOfPages(incoming, matched, before, now, { add: () => {} })
  const textEdits = await editsOfReusables(content.reusables, reusables, others)
  const fileEdits = await editsOfFiles(content.files, files, others)
  const variables = mode === 'replace' ? {} : await snapshot.variables()
  return {
    ...pageEdits,
    files: fileEdits,
    reusables: textEdits.reusables,
    documents: new Map([...pageEdits.documents, ...textEdits.documents]),
    ...(content.variables ? { variables: { ...variables, ...content.variables } } : {}),
  }
}
