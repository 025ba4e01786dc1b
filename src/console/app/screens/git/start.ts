import { graphql } from 'react-relay/hooks'
import type { startExportMutation } from '#console/startExportMutation.graphql.ts'
import type { startImportMutation } from '#console/startImportMutation.graphql.ts'
import { mutate } from '../../relay/mutate.ts'

/** The branch that an operation is about. */
export interface Branch {
  readonly url: string
  readonly ref: string
  readonly repoProjectDirectory: string
}

interface Started extends Branch {
  spaceId: string
  /** Reports what would change, and changes nothing. */
  dryRun?: boolean
  /** This side wins where both have changed the same. */
  force?: boolean
}

/** Starts an import, and returns its id. What it does is reported by events. */
export async function startImport(input: Started): Promise<string> {
  const { importGitRepository } = await mutate<startImportMutation>(
    graphql`
      mutation startImportMutation($input: ImportGitRepositoryInput!) {
        importGitRepository(input: $input) {
          operation {
            id
          }
        }
      }
    `,
    { input },
  )
  return importGitRepository?.operation.id ?? ''
}

export async function startExport(input: Started & { commitMessage: string }): Promise<string> {
  const { exportToGitRepository } = await mutate<startExportMutation>(
    graphql`
      mutation startExportMutation($input: ExportToGitRepositoryInput!) {
        exportToGitRepository(input: $input) {
          operation {
            id
          }
        }
      }
    `,
    { input },
  )
  return exportToGitRepository?.operation.id ?? ''
}

const PREFIX = 'refs/heads/'

/** The branch as people write it. */
export const branchName = (ref: string): string => (ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref)

/** The branch as the API names it. */
export const refOf = (branch: string): string => (branch.startsWith('refs/') ? branch : PREFIX + branch)
