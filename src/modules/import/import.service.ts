import { z } from 'zod'
import { DomainError } from '../../core/errors.ts'
import { preparedOperation } from '../../core/operations/operation.ts'
import { changeRequestPlace } from '../change-requests/index.ts'
import { editContent, getEditable, heldBy, MANY_PAGES_MS, storeFile } from '../content/index.ts'
import type { FileRecord } from '../revisions/index.ts'
import { withKnownSources } from './computed-pages.ts'
import { graft } from './graft.ts'
import { importSources, isImportSource, knownSources } from './sources.ts'
import { importThreads } from './threads/import-threads.ts'
import type { SkippedResource } from './types.ts'

export const ImportSourceField = z.enum(knownSources).meta({ description: 'The type of the source.' })

export const ImportContent = z.object({
  ...changeRequestPlace,
  url: z
    .url({ protocol: /^https?$/, message: 'must be an absolute http or https URL' })
    .max(2048)
    .meta({ description: 'The URL to import from.' }),
  source: ImportSourceField,
})

/** The result of an import. */
export interface Imported {
  spaceId: string
  changeRequestId: string
  revisionId: string
  importedResources: number
  totalResources: number
  /** What was left out and why, up to the maximum number. */
  skipped: SkippedResource[]
}

const MAX_SKIPPED = 1_000

/** Imports content into a change request in one revision. Files that cannot be used are skipped. */
export const importIntoChangeRequest = preparedOperation({
  id: 'content.import',
  input: ImportContent,
  scope: 'space:write',
  serializeBy: heldBy,
  timeLimitMs: MANY_PAGES_MS,
  authorize: getEditable,
  prepare: async (ctx, { url, source }, { space }) => {
    if (!isImportSource(source)) {
      const message = `must be one of ${importSources.join(', ')} (got ${source}, which is not supported)`
      throw new DomainError('invalid_input', `source: ${message}`, [{ path: ['source'], message }])
    }
    const imported = await importThreads.run({
      source,
      url,
      outbound: ctx.tools.outbound,
      signal: ctx.signal,
    })
    const files: FileRecord[] = []
    for (const { git, ...file } of imported.files) {
      // Blobs are identified by their content: bytes that no revision refers to are reused by the next import.
      files.push({ ...(await storeFile(ctx.reads.db, space.id, file, ctx.now())), git })
    }
    return { imported: await withKnownSources(ctx, space.organizationId, imported), files }
  },
  run: async (ctx, _input, editable, { imported, files }): Promise<Imported> => {
    await editContent(ctx, editable, (draft) => graft(draft, imported, files, ctx.now()))
    const { id, revisionId } = await ctx.tx.changeRequest.findUniqueOrThrow({
      where: { id: editable.changeRequest?.id ?? '' },
    })
    const { importedResources, totalResources } = imported
    const skipped = imported.skipped.slice(0, MAX_SKIPPED)
    return {
      spaceId: editable.space.id,
      changeRequestId: id,
      revisionId,
      importedResources,
      totalResources,
      skipped,
    }
  },
})
