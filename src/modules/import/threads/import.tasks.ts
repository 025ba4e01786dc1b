import { Moved, type TaskContext } from '../../../platform/workers/worker-tasks.ts'
import { importContent } from '../import-content.ts'
import { type RepositoryTask, repositoryContent } from '../repository/repository-content.ts'
import { type NamedText, similarTexts } from '../repository/similarity.ts'
import { type SummaryTask, summaryText } from '../repository/summary-text.ts'
import type { ImportSource } from '../sources.ts'
import { type StorableContent, storableContent } from '../storable.ts'
import { type ImportLimits, importLimits } from '../types.ts'
import { ThreadOutbound } from './thread-outbound.ts'

export interface ImportTask {
  source: ImportSource
  url: string
  limits?: Partial<ImportLimits>
}

/** The tasks of the import worker. URLs are fetched by the main thread, with its guarded client. */
export const importTasks = {
  import: async ({ source, url, limits }: ImportTask, { ask }: TaskContext) => {
    const outbound = new ThreadOutbound(ask)
    const content = await importContent({ source, url, outbound, ...(limits ? { limits } : {}) })
    return withOwnBuffers(await storableContent(content, { ...importLimits, ...limits }))
  },
  repository: (task: RepositoryTask) => repositoryContent(task),
  similar: ({ gone, added }: { gone: readonly NamedText[]; added: readonly NamedText[] }) =>
    similarTexts(gone, added),
  summary: (task: SummaryTask) => summaryText(task),
}

/** Small buffers share memory with others and cannot be transferred. */
function withOwnBuffers(content: StorableContent): Moved<StorableContent> {
  const buffers: ArrayBuffer[] = []
  const files = content.files.map((file) => {
    const bytes = new Uint8Array(file.bytes)
    buffers.push(bytes.buffer)
    return { ...file, bytes: bytes as Buffer }
  })
  return new Moved({ ...content, files }, buffers)
}
