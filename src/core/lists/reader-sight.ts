import type { RequestLoaders } from './definitions.ts'

/** What readers of published content are shown, besides the content itself. */
export interface ReaderSight {
  /** The organization whose content the reader was admitted to, if a page that they see contains one of the texts. */
  organizationMentioning(reads: RequestLoaders, texts: readonly string[]): Promise<string | null>
}

let declared: ReaderSight | undefined

/** The module that publishes content declares it. Lower modules ask it whether a reader sees one of their resources. */
export function declareReaderSight(sight: ReaderSight): void {
  declared = sight
}

/** The organization of the reader, if a page that they see contains one of the texts; null otherwise. */
export const organizationMentioning = (
  reads: RequestLoaders,
  texts: readonly string[],
): Promise<string | null> =>
  declared ? declared.organizationMentioning(reads, texts) : Promise.resolve(null)
