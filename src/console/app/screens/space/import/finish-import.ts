import { graphql } from 'react-relay/hooks'
import type { finishImportGitQuery } from '#console/finishImportGitQuery.graphql.ts'
import type { finishImportQuery, finishImportQuery$data } from '#console/finishImportQuery.graphql.ts'
import { readOnce } from '../../../live/follow.ts'
import { texts } from '../../../texts/index.ts'
import type { Report, Running } from './import-state.ts'
import type { KeptImport } from './kept-imports.ts'
import { mergeImport, moveBelow } from './run-import.ts'
import { untilEnded } from './until-ended.ts'

const importQuery = graphql`
  query finishImportQuery($id: ID!) {
    import(id: $id) {
      state
      stage
      done
      total
      error
      importedResources
      skippedResources
      skipped {
        path
        reason
        line
      }
    }
  }
`

const gitQuery = graphql`
  query finishImportGitQuery($id: ID!) {
    node(id: $id) {
      ... on GitOperation {
        state
        done
        total
        error
        report {
          created {
            path
          }
          changed {
            path
          }
          refused {
            path
            reason
            line
          }
        }
      }
    }
  }
`

type ImportRow = NonNullable<finishImportQuery$data['import']>
type Show = (running: Running) => void

const shareOf = (done: number, total: number | null | undefined) => (total ? done / total : undefined)

async function finishGit(spaceId: string, id: string, show: Show): Promise<Report> {
  const read = async () => {
    const { node } = await readOnce<finishImportGitQuery>(gitQuery, { id })
    return node?.state ? { ...node, state: node.state } : null
  }
  const { report } = await untilEnded(spaceId, read, ({ done = 0, total }) =>
    show({ kind: 'running', text: texts.importing.reading, share: shareOf(done, total) }),
  )
  const { created = [], changed = [], refused = [] } = report ?? {}
  const skipped = refused.map(({ reason, ...rest }) => ({ reason: reason ?? '', ...rest }))
  return {
    imported: created.length + changed.length,
    skipped,
    skippedCount: skipped.length,
    changeRequest: undefined,
  }
}

/** Waits for the end of an import, puts the pages where they belong, and says what became of it. */
export async function finishImport(kept: KeptImport, show: Show): Promise<Report> {
  const { spaceId, operation, changeRequest, parent, before } = kept
  if (operation !== undefined) return finishGit(spaceId, operation, show)
  const rows: ImportRow[] = []
  for (const id of kept.ids) {
    const read = async () => (await readOnce<finishImportQuery>(importQuery, { id })).import
    rows.push(
      await untilEnded(spaceId, read, ({ stage, done, total }) =>
        show({ kind: 'running', text: texts.importing.stages[stage], share: shareOf(done, total) }),
      ),
    )
  }
  if (changeRequest && parent !== undefined) await moveBelow(spaceId, changeRequest, { before, parent })
  const isMerged = kept.isMerged && changeRequest !== undefined && (await mergeImport(changeRequest))
  return {
    imported: rows.reduce((sum, row) => sum + row.importedResources, 0),
    skipped: rows.flatMap((row) => row.skipped),
    skippedCount: rows.reduce((sum, row) => sum + row.skippedResources, 0),
    changeRequest: isMerged ? undefined : changeRequest,
  }
}
