import type { ChangeRef } from '../../../editor/editable-content.ts'

/** What somebody wants to import. */
export type Wanted =
  | { kind: 'files'; files: readonly File[]; isFolder: boolean }
  | { kind: 'address'; url: string }
  | { kind: 'git'; url: string; branch: string }

export interface Report {
  imported: number
  skipped: readonly {
    readonly path: string
    readonly reason: string
    readonly line?: number | null | undefined
  }[]
  skippedCount: number
  /** Where the pages are, unless they are in main content. */
  changeRequest: ChangeRef | undefined
}

export interface Running {
  kind: 'running'
  text: string
  share?: number | undefined
  /** Ends the upload, while the browser still sends. What has been sent is imported whatever this browser does. */
  cancel?: (() => void) | undefined
}

export type ImportState = { kind: 'idle'; problem?: string } | Running | { kind: 'done'; report: Report }
