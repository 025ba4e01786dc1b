/** The supported import sources. */
export const importSources = ['markdown', 'html', 'zip', 'docx', 'website', 'github-wiki'] as const
export type ImportSource = (typeof importSources)[number]

/**
 * The import sources that clients can send. Those that are not in `importSources` are rejected with the list of
 * supported ones.
 */
export const knownSources = [...importSources, 'confluence', 'notion', 'google-docs'] as const
type KnownSource = (typeof knownSources)[number]

export const isImportSource = (source: string): source is ImportSource =>
  importSources.some((supported) => supported === source)

/** Whether a source contains many pages, each with a path. */
export const isTree = (source: KnownSource): boolean => source === 'zip' || source === 'github-wiki'
