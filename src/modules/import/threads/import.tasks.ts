import { receivedBytes } from '../../../platform/workers/thread-bytes.ts'
import type { TaskContext } from '../../../platform/workers/worker-tasks.ts'
import { importContent } from '../import-content.ts'
import { type RelinkTask, relinkedTexts } from '../repository/relink.ts'
import { type RepositoryTask, repositoryContent } from '../repository/repository-content.ts'
import { type NamedText, similarTexts } from '../repository/similarity.ts'
import { type SummaryTask, summaryText } from '../repository/summary-text.ts'
import type { ImportSource } from '../sources.ts'
import { storableContent } from '../storable.ts'
import { type FetchedWiki, type ImportLimits, importLimits } from '../types.ts'
import { ThreadBlobs } from './thread-blobs.ts'
import { ThreadOutbound } from './thread-outbound.ts'
import { treeInParts } from './tree-in-parts.ts'

export interface ImportTask {
  source: ImportSource
  url: string
  /** The bytes or the path of the archive at the URL, for sources that are archives, or the bytes of an uploaded file. */
  archive?: Uint8Array | string | undefined
  /** The wiki at the URL, for sources that are wikis. */
  wiki?: FetchedWiki | undefined
  limits?: Partial<ImportLimits>
}

/** The tasks of the import worker. URLs are fetched, and bytes are stored, by the main thread. */
export const importTasks = {
  import: async ({ source, url, archive, wiki, limits }: ImportTask, { ask }: TaskContext) => {
    const content = await importContent({
      source,
      url,
      archive: typeof archive === 'object' ? receivedBytes(archive) : archive,
      wiki,
      outbound: new ThreadOutbound(ask),
      ...(limits ? { limits } : {}),
    })
    return treeInParts(await storableContent(content, { ...importLimits, ...limits }, new ThreadBlobs(ask)))
  },
  repository: async (task: RepositoryTask) => treeInParts(await repositoryContent(task)),
  similar: ({ gone, added }: { gone: readonly NamedText[]; added: readonly NamedText[] }) =>
    similarTexts(gone, added),
  relink: (task: RelinkTask) => relinkedTexts(task),
  summary: (task: SummaryTask) => summaryText(task),
}
