import type { TaskContext } from '../../../platform/workers/worker-tasks.ts'
import { importContent } from '../import-content.ts'
import { refuseImport } from '../refusals.ts'
import { type RepositoryTask, repositoryContent } from '../repository/repository-content.ts'
import { type NamedText, similarTexts } from '../repository/similarity.ts'
import { type SummaryTask, summaryText } from '../repository/summary-text.ts'
import type { ImportSource } from '../sources.ts'
import { storableContent } from '../storable.ts'
import { type ImportLimits, importLimits } from '../types.ts'
import { treeInParts } from './page-parts.ts'
import { ThreadBlobs } from './thread-blobs.ts'
import { ThreadOutbound } from './thread-outbound.ts'

export interface ImportTask {
  source: ImportSource
  url: string
  limits?: Partial<ImportLimits>
}

/** Asks the main thread to download an archive. The answer is its bytes or its path, or null if it was not downloaded. */
export interface ArchiveQuestion {
  archive: string
}

/** The tasks of the import worker. URLs are fetched, and bytes are stored, by the main thread. */
export const importTasks = {
  import: async ({ source, url, limits }: ImportTask, { ask }: TaskContext) => {
    const content = await importContent({
      source,
      url,
      outbound: new ThreadOutbound(ask),
      download: async (archive) => {
        const found = await ask<Uint8Array | string | null>({ archive } satisfies ArchiveQuestion)
        if (found === null) throw refuseImport('url', 'The archive was not downloaded.')
        return typeof found === 'string'
          ? found
          : Buffer.from(found.buffer, found.byteOffset, found.byteLength)
      },
      ...(limits ? { limits } : {}),
    })
    return treeInParts(await storableContent(content, { ...importLimits, ...limits }, new ThreadBlobs(ask)))
  },
  repository: async (task: RepositoryTask) => treeInParts(await repositoryContent(task)),
  similar: ({ gone, added }: { gone: readonly NamedText[]; added: readonly NamedText[] }) =>
    similarTexts(gone, added),
  summary: (task: SummaryTask) => summaryText(task),
}
