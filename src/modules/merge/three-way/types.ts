import type {
  FileRecord,
  FolderRecord,
  PageRecord,
  ReusableRecord,
  Variables,
} from '../../revisions/index.ts'
import type { ConflictHunk } from '../../text-merge/index.ts'

/** A revision as the merge reads it: by id and in batches, so that unchanged content is not read. */
export interface ContentReader {
  pages(ids: readonly string[]): Promise<Map<string, PageRecord>>
  folders(ids: readonly string[]): Promise<Map<string, FolderRecord>>
  files(ids: readonly string[]): Promise<Map<string, FileRecord>>
  reusables(ids: readonly string[]): Promise<Map<string, ReusableRecord>>
  variables(): Promise<Variables>
  /** Source texts by hash. */
  documents(hashes: readonly string[]): Promise<Map<string, string>>
}

/** The ids of what differs between two revisions. */
export interface ChangedIds {
  pages: ReadonlySet<string>
  folders: ReadonlySet<string>
  files: ReadonlySet<string>
  reusables: ReadonlySet<string>
}

export interface MergeInput {
  /** The common base of both sides. */
  base: ContentReader
  /** The current main content. */
  primary: ContentReader
  /** The change request. */
  changed: ContentReader
  primaryChanges: ChangedIds
  changedChanges: ChangedIds
}

export const conflictKinds = [
  /** Both edited the same lines, or set the same field differently. */
  'edit_edit',
  /** One edited what the other deleted. */
  'edit_delete',
  /** Both moved it, to different parents. */
  'move_move',
  /** One moved or added a page below a page that the other deleted. */
  'move_into_deleted',
  /** Two moves together create a cycle. */
  'cycle',
  /** Two pages of one parent have the same slug. */
  'slug_slug',
  /** Both added a page at the same path, with different content. */
  'add_add',
  /** Both replaced the same file differently. */
  'file_file',
  /** One deleted a reusable content that the other started to include. */
  'reusable_deleted',
  /** Both changed the source of a computed page. */
  'computed',
] as const
export type ConflictKind = (typeof conflictKinds)[number]

/** One side of a conflict, limited to what concerns the conflict. Null if it does not exist on that side. */
export interface ConflictVersion {
  page?: PageRecord
  /** The text: the whole source of the page. */
  markdown?: string
  file?: FileRecord
  reusable?: ReusableRecord
  value?: unknown
}

export interface Conflict {
  kind: ConflictKind
  /** The id of the page, file or reusable content, or the name of the variable. */
  subject: string
  subjectType: 'page' | 'file' | 'reusable' | 'variable'
  /**
   * The field, if the conflict is about one: title, parent, variables.name, layout.outline, …, or frontMatter.key
   * for a key that is only in the source. Without a field it is about the text (`hunks`) or the whole.
   */
  field?: string
  /** Related pages: the deleted parent, the rest of a cycle, the page that has the slug. */
  related?: string[]
  base: ConflictVersion | null
  primary: ConflictVersion | null
  changed: ConflictVersion | null
  hunks?: ConflictHunk[]
  /** With hunks: the whole source with only these lines taken from one side. */
  resolved?: { primary: string; changed: string }
}

/** Edits that turn main content into the merged content. Null deletes. */
export interface MergeResult {
  pages: Map<string, PageRecord | null>
  folders: Map<string, FolderRecord | null>
  files: Map<string, FileRecord | null>
  reusables: Map<string, ReusableRecord | null>
  variables: Variables
  /** New source texts by hash. */
  documents: Map<string, string>
  /** The result has the version of the change request for each conflict. */
  conflicts: Conflict[]
}
