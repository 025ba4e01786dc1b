import type { Revision } from '../../../generated/prisma/client.ts'
import type { FileChange } from '../../../platform/git/commits.ts'
import type { Moves, TreeSettings } from '../../import/index.ts'
import type { GitOrigin } from '../../revisions/index.ts'
import type { GitReport } from '../git.model.ts'

/** Changes of records by id. */
export type Marks = Map<string, Mark>

export interface Mark {
  /** Where it is in the repository, if that differs. */
  git?: GitOrigin
  /** Its text, if links in it lead to files that move. */
  text?: string
}

/** A computed export. */
export interface ExportPlan {
  hasChanges: boolean
  deleted: string[]
  written: FileChange[]
  report: GitReport
  /** What the export changes in the revision: where its pages, files and includes are, and their links. */
  marks: { pages: Marks; files: Marks; reusables: Marks }
  moves: Moves
  revision: Revision
  summary: string | undefined
  settings: TreeSettings
  refused: string[]
  /** See `GitSync`. */
  isPartial: boolean
}
