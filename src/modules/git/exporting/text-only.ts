import type { RevisionDiff } from '../../revisions/index.ts'
import type { ExportStart } from './start-of-export.ts'

/** Fields of a page that the table of contents or the path of its file depend on. */
const PLACE = ['type', 'parent', 'slug', 'title', 'linkTitle'] as const

/** Whether only texts of pages changed that have files already. Then no other page has to be read. */
export function isTextOnly(
  { base, revision, sync }: ExportStart,
  diff: RevisionDiff | undefined,
  directory: string,
): boolean {
  if (!diff || !base || !sync || sync.directory !== directory) return false
  if (diff.folders.size + diff.files.size + diff.reusables.size > 0) return false
  if (JSON.stringify(base.variables) !== JSON.stringify(revision.variables)) return false
  return [...diff.pages.values()].every(
    ({ before, after }) =>
      before !== null &&
      after?.git !== undefined &&
      before.git?.path === after.git.path &&
      PLACE.every((field) => before[field] === after[field]),
  )
}
