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

/** The sources of files that are uploaded, by the end of their names. */
const SOURCES_BY_ENDING: Readonly<Record<string, ImportSource>> = {
  zip: 'zip',
  docx: 'docx',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
}

/** The names of files that can be uploaded end in these. */
export const importEndings = Object.keys(SOURCES_BY_ENDING)

/** The source of a file that is uploaded. Undefined if files of this name cannot be imported. */
export const sourceOfName = (name: string): ImportSource | undefined =>
  SOURCES_BY_ENDING[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
