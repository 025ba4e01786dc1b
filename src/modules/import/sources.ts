/** Sources that can be imported from. */
export const importSources = ['markdown', 'html', 'zip', 'docx', 'website', 'github-wiki'] as const
export type ImportSource = (typeof importSources)[number]

/** Sources that clients may name; those that are not among `importSources` are refused with the list of those that are. */
export const knownSources = [...importSources, 'confluence', 'notion', 'google-docs'] as const
export type KnownSource = (typeof knownSources)[number]

export const isImportSource = (source: string): source is ImportSource =>
  importSources.some((supported) => supported === source)
