import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { DomainError } from '../../core/errors.ts'
import type { Caller } from '../../core/operations/caller.ts'
import type { Tools } from '../../core/operations/context.ts'
import { callOperation } from '../../demo/call-operation.ts'
import type { ChangeRequest } from '../../generated/prisma/client.ts'
import { GIT_JOB, gitReportOf } from '../../modules/git/index.ts'
import { importArchive } from '../../modules/import/index.ts'
import type { Database } from '../../platform/database.ts'
import { CommandError } from '../command.ts'
import type { Output } from '../output.ts'
import { archiveFolder } from './folder-archive.ts'
import { whileJobsRun } from './run-jobs.ts'

interface Importing {
  database: Database
  tools: Tools
  caller: Caller
  spaceId: string
  out: Output
  now: () => Date
}

export interface ImportResult {
  space: string
  /** The change request with the import, if it was not imported from Git. */
  changeRequest?: string
  revision: string | null
  isMerged: boolean
  imported: number
  skipped: { path: string; reason: string }[]
  /** The number of skipped files, some of which may not be listed. */
  skippedCount: number
}

/** Imports a folder or a zip file by a change request, and merges it. */
export async function importFiles(
  { tools, caller, spaceId, out }: Importing,
  path: string,
  { mode, isMerged }: { mode: string; isMerged: boolean },
): Promise<ImportResult> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new CommandError(`There is no file or folder ${path}.`)
  if (found.isDirectory()) {
    return tools.temporaryFiles.use(async (newFile) => {
      const file = await newFile()
      const { skipped } = await archiveFolder(path, file, (done, of) => out.progress('files read', done, of))
      const result = await importZip(file)
      return {
        ...result,
        skipped: [...skipped, ...result.skipped],
        skippedCount: skipped.length + result.skippedCount,
      }
    })
  }
  return importZip(path)

  async function importZip(file: string): Promise<ImportResult> {
    const name = basename(path)
    const draft = await callOperation<ChangeRequest>(caller, 'changeRequests.create', {
      spaceId,
      subject: `Import of ${name}`.slice(0, 100),
    })
    const place = { spaceId, changeRequestId: draft.id }
    const url = pathToFileURL(`/${name}`).href
    const { row, revisionId, report } = await caller
      .call(importArchive, { ...place, file, url, mode })
      .catch(async (error: unknown) => {
        await callOperation(caller, 'changeRequests.update', { ...place, status: 'archived' })
        throw error
      })
    const hasChanges = revisionId !== draft.revisionId
    if (!hasChanges) await callOperation(caller, 'changeRequests.update', { ...place, status: 'archived' })
    else if (isMerged) await merge(caller, place)
    else await callOperation(caller, 'changeRequests.update', { ...place, status: 'open' })
    return {
      space: spaceId,
      changeRequest: draft.id,
      revision: hasChanges ? revisionId : null,
      isMerged: hasChanges && isMerged,
      imported: row.importedResources ?? 0,
      skipped: report.skipped.map(({ path, reason }) => ({ path, reason })),
      skippedCount: row.skippedResources ?? 0,
    }
  }
}

async function merge(caller: Caller, place: { spaceId: string; changeRequestId: string }): Promise<void> {
  const { result } = await callOperation<{ result: string }>(caller, 'changeRequests.merge', place).catch(
    async (error: unknown) => {
      if (!(error instanceof DomainError) || error.reason !== 'precondition_failed') throw error
      // The merge rules of the space: what was imported waits for what they require.
      await callOperation(caller, 'changeRequests.update', { ...place, status: 'open' })
      throw new CommandError(
        `${error.message} The import is in the change request ${place.changeRequestId}, which is open: meet the merge rules, and merge it.`,
      )
    },
  )
  if (result !== 'conflicts') return
  throw new CommandError(
    `The space was edited meanwhile, in the same places. Resolve the conflicts in the change request ${place.changeRequestId}, and merge it.`,
  )
}

interface Operation {
  id: string
  state: 'running' | 'success' | 'failure'
  stage: string
  error: string | null
  result: 'applied' | 'unchanged' | 'skipped' | null
  revisionId: string | null
}

const STAGES = ['repo_fetch', 'config_check', 'content_process', 'finalize']
const POLL_MS = 200

/** Imports main content from a Git repository. */
export async function importGit(
  { database, tools, caller, spaceId, out, now }: Importing,
  request: { url: string; ref: string; isForced: boolean },
): Promise<ImportResult> {
  const { url, ref, isForced: force } = request
  // A caller keeps what it has read.
  const read = (operationId: string) =>
    callOperation<Operation>(caller.renewed(), 'git.getOperation', { spaceId, operationId })
  const onError = (error: unknown) => out.note(`The import failed, and is tried again: ${String(error)}`)
  const ended = await whileJobsRun({ database, tools, now, names: [GIT_JOB], onError }, async () => {
    const { id } = await callOperation<Operation>(caller, 'git.import', { spaceId, url, ref, force })
    let operation = await read(id)
    while (operation.state === 'running') {
      out.progress(operation.stage, Math.max(0, STAGES.indexOf(operation.stage)), STAGES.length)
      await wait(POLL_MS)
      operation = await read(id)
    }
    return operation
  })
  if (ended.state === 'failure') throw new CommandError(ended.error ?? 'The import failed.')
  const report = await caller.load(gitReportOf, ended.id)
  if (!report) throw new Error(`The operation ${ended.id} has no report.`)
  const { created, changed, moved, ignored, refused, more = 0 } = report
  const skipped = [...refused, ...ignored].map(({ path, reason = 'It is no content.' }) => ({ path, reason }))
  const isMerged = ended.result === 'applied'
  return {
    space: spaceId,
    revision: isMerged ? ended.revisionId : null,
    isMerged,
    imported: created.length + changed.length + moved.length,
    skipped,
    skippedCount: skipped.length + more,
  }
}
