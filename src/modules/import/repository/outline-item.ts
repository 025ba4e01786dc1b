import type { ComputedSource } from '../../revisions/index.ts'

/** An entry of the table of contents that a space needs. */
export interface OutlineItem {
  type: 'document' | 'group' | 'link' | 'computed'
  title: string
  linkTitle?: string
  slug?: string
  /** The full path of the file. A page without text may have none. */
  path?: string
  /** The path that its file moves from. */
  former?: string
  /** Whether the file itself has the title, so that the text of the entry can differ. */
  hasOwnTitle?: boolean
  url?: string
  computed?: ComputedSource
  /** An entry of the current text that is kept as it is written. */
  raw?: string
  pages: OutlineItem[]
}
