import type { ImportedPage } from '../types.ts'

/** What makes a page of a file, so that each way of ordering pages takes each file at most once. */
export interface PageFiles {
  paths: ReadonlySet<string>
  /** The page of a file; a file that was taken before, or is none, gives undefined. */
  take(path: string, fallbackTitle: string): Promise<ImportedPage | undefined>
}
