import type { EditablePlace } from '../../editor/editable-content.ts'
import type { TreePage } from './use-tree-pages.ts'

/** The content whose pages a tree shows: main content, or that of a change request. */
export interface TreeContent extends EditablePlace {
  /** The revision that the pages were read from. */
  revision: string
  pages: readonly TreePage[]
  mayEdit: boolean
  /** The address of a page in this content. */
  addressOf: (path: string) => string
  /** Reads the pages again. */
  reread: () => Promise<void>
}
