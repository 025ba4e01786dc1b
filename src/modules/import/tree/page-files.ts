import type { ImportedPage } from '../types.ts'

/** Converts files to pages. Each file is used at most once, whatever the order. */
export interface PageFiles {
  paths: ReadonlySet<string>
  /** The page of a file. Undefined if the file was used before or is not a page. */
  take(path: string, fallbackTitle: string): Promise<ImportedPage | undefined>
}
