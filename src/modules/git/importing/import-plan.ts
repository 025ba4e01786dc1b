import type { Revision } from '../../../generated/prisma/client.ts'
import type { CommitFacts } from '../../../platform/git/objects.ts'
import type { TreeSettings } from '../../import/index.ts'
import type { ContentEdits } from '../../revisions/index.ts'
import type { GitReport } from '../git.model.ts'

/** A computed import, which only has to be written. */
export interface ImportPlan {
  commit: CommitFacts
  syncKey: string
  /** The revision of the last sync; undefined if there was none. */
  base: Revision | undefined
  /** What turns the base into the content of the commit. */
  edits: ContentEdits
  report: GitReport
  settings: TreeSettings
  summary: string | undefined
  refused: readonly string[]
  /** Whether pages were left out that another import of the commit may include. */
  isPartial: boolean
}
