import type {
  FileRecord,
  FolderRecord,
  PageRecord,
  ReusableRecord,
  Variables,
} from '../../revisions/index.ts'

/** One revision as the merge reads it: by id and in batches, so that what nobody changed is never read. */
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
  /** What both sides came from. */
  base: ContentReader
  /** Main content now. */
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
  /** Two moves that are fine alone put pages below each other. */
  'cycle',
  /** Two pages of one parent ended with the same slug. */
  'slug_slug',
  /** Both added a page at the same path, with different content. */
  'add_add',
  /** Both replaced the same file differently. */
  'file_file',
  /** One deleted a reusable content that the other began to use. */
  'reusable_deleted',
  /** Both changed the source of a computed page. */
  'computed',
] as const
export type ConflictKind = (typeof conflictKinds)[number]

/** One side of a conflict, as much of it as concerns the conflict; null when it is not there on that side. */
export interface ConflictVersion {
  page?: PageRecord
  /** The text in question: the whole source of the page. */
  markdown?: string
  file?: FileRecord
  reusable?: ReusableRecord
  value?: unknown
}

/** Lines of the three versions that could not be brought together; line numbers count from 1 within each source. */
export interface ConflictHunk {
  base: { start: number; lines: string[] }
  primary: { start: number; lines: string[] }
  changed: { start: number; lines: string[] }
}

export interface Conflict {
  kind: ConflictKind
  /** The page, file or reusable content concerned, or the name of the variable. */
  subject: string
  subjectType: 'page' | 'file' | 'reusable' | 'variable'
  /**
   * The field, when the conflict is about one: title, parent, variables.name, layout.outline, …, or frontMatter.key for
   * a key that only the source knows. Without a field it is about the text (`hunks`) or the whole.
   */
  field?: string
  /** Other pages it is about: the deleted parent, the rest of a cycle, the page that has the slug. */
  related?: string[]
  base: ConflictVersion | null
  primary: ConflictVersion | null
  changed: ConflictVersion | null
  hunks?: ConflictHunk[]
  /** Beside hunks: the whole source with these lines, and only these, decided for one side. */
  resolved?: { primary: string; changed: string }
}

/** Edits that turn main content into the merged content; null deletes. */
export interface MergeResult {
  pages: Map<string, PageRecord | null>
  folders: Map<string, FolderRecord | null>
  files: Map<string, FileRecord | null>
  reusables: Map<string, ReusableRecord | null>
  variables: Variables
  /** New source texts by hash. */
  documents: Map<string, string>
  /** Where there is one, the result holds the change request's side. */
  conflicts: Conflict[]
}
