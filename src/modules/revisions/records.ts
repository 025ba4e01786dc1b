/**
 * The kinds of page: a document, a group of pages, a link in the table of contents, or pages computed from
 * a source.
 */
type PageType = 'document' | 'group' | 'link' | 'computed'

/** A reference by id, as in documents, covers and link pages. */
export type Reference =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'space'; space: string }

export interface PageCover {
  ref?: Reference
  refDark?: Reference
  yPos: number
  height?: number
}

export interface PageLayout {
  width: 'default' | 'wide'
  cover: boolean
  coverSize: 'hero' | 'full' | 'background'
  title: boolean
  description: boolean
  tableOfContents: boolean
  outline: boolean
  pagination: boolean
  metadata: boolean
}

export interface ComputedSource {
  type: string
  props: Record<string, unknown>
  dependencies: Record<string, unknown>
}

/** The origin of a page or file in a Git repository. */
export interface GitOrigin {
  oid: string
  path: string
  /** Set if the file begins with a byte order mark, which is not part of the stored text. */
  bom?: true
  /** Set if the file is executable. */
  mode?: '100755'
}

/** A page in a revision. Absent keys are unset. A record is immutable and identified by its content. */
export interface PageRecord {
  type: PageType
  /** The parent page; null at the root. */
  parent: string | null
  /** Unique among its siblings; empty on links and computed pages. */
  slug: string
  title: string
  linkTitle?: string
  emoji?: string
  icon?: string
  description?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  variables?: Record<string, string>
  cover?: PageCover
  layout?: Partial<PageLayout>
  /** The hash of its source text, including front matter and heading; absent when it is empty. */
  document?: string
  /** The target of a link page. */
  target?: Reference
  computed?: ComputedSource
  /** Of a page that was computed when it was read: what its text is read by. Never stored. */
  computedSeed?: string
  git?: GitOrigin
  createdAt: string
  updatedAt?: string
}

/**
 * The direct children of a page, in order. The slugs are repeated here, so that a path can be resolved
 * without reading pages.
 */
export interface FolderRecord {
  pages: [id: string, slug: string][]
}

export interface FileRecord {
  name: string
  contentType: string
  size: number
  /** The hash of its bytes. */
  blob: string
  width?: number
  height?: number
  git?: GitOrigin
  createdAt: string
}

/** A text that many pages include. */
export interface ReusableRecord {
  title: string
  document?: string
  git?: GitOrigin
  createdAt: string
  updatedAt?: string
}

export type Variables = Record<string, string>

/** The folder of the pages without a parent. */
export const ROOT_FOLDER = 'root'
export const folderOf = (parent: string | null): string => parent ?? ROOT_FOLDER
export const parentOf = (folder: string): string | null => (folder === ROOT_FOLDER ? null : folder)
