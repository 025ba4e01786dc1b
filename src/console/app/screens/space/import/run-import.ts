import { commitMutation, graphql } from 'react-relay/hooks'
import type { MutationParameters } from 'relay-runtime'
import type { runImportGitMutation } from '#console/runImportGitMutation.graphql.ts'
import type { runImportMergedQuery } from '#console/runImportMergedQuery.graphql.ts'
import type { runImportMergeMutation } from '#console/runImportMergeMutation.graphql.ts'
import type { ImportSource, runImportMutation } from '#console/runImportMutation.graphql.ts'
import type { runImportRootsQuery } from '#console/runImportRootsQuery.graphql.ts'
import { type ChangeRef, editContent } from '../../../editor/editable-content.ts'
import { readOnce } from '../../../live/follow.ts'
import { environment } from '../../../relay/environment.ts'
import { RequestError } from '../../../relay/request-error.ts'
import { sendFile } from '../../../uploads/upload.ts'
import { patiently } from './patiently.ts'

function commit<Mutation extends MutationParameters>(
  mutation: Parameters<typeof commitMutation<Mutation>>[1]['mutation'],
  variables: Mutation['variables'],
): Promise<Mutation['response']> {
  return new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, { mutation, variables, onCompleted: resolve, onError: reject })
  })
}

/** Files have to be recognized by their paths, unless they go below a page, where everything is new. */
const modeBelow = (parent: string | undefined) => (parent === undefined ? undefined : ('ADD' as const))

interface Sent {
  changeRequest: ChangeRef
  parent: string | undefined
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file to import, and returns the id of its import. */
export async function importFile(spaceId: string, file: File, { changeRequest, parent, ...rest }: Sent) {
  const path = `/spaces/${spaceId}/change-requests/${changeRequest.id}/content/import/file`
  const query = parent === undefined ? '' : '?mode=add'
  const imported = await sendFile<{ id: string }>({ path: `${path}${query}`, file, ...rest })
  if (!imported) throw nothing()
  return imported.id
}

const nothing = () => new RequestError('INTERNAL', 'The server sent nothing.')

/** What is at an address, as far as the address says so. */
export function sourceOf(url: string): ImportSource {
  const { pathname, hostname } = new URL(url)
  if (hostname === 'github.com' && /^\/[^/]+\/[^/]+(?:\.wiki|\/wiki)/.test(pathname)) return 'GITHUB_WIKI'
  if (/\.zip$/i.test(pathname)) return 'ZIP'
  if (/\.docx$/i.test(pathname)) return 'DOCX'
  return /\.(?:md|markdown)$/i.test(pathname) ? 'MARKDOWN' : 'WEBSITE'
}

/** Imports what is at an address. A large archive is imported in the background. */
export async function importAddress(url: string, changeRequest: ChangeRef, parent: string | undefined) {
  const { importContent } = await commit<runImportMutation>(
    graphql`
      mutation runImportMutation($input: ImportContentInput!) {
        importContent(input: $input) {
          import {
            id
          }
        }
      }
    `,
    { input: { changeRequestId: changeRequest.id, url, source: sourceOf(url), mode: modeBelow(parent) } },
  )
  if (!importContent) throw nothing()
  return importContent.import.id
}

/** Begins to import a repository into main content, and returns the id of the operation. */
export async function importRepository(spaceId: string, url: string, branch: string): Promise<string> {
  const { importGitRepository } = await commit<runImportGitMutation>(
    graphql`
      mutation runImportGitMutation($input: ImportGitRepositoryInput!) {
        importGitRepository(input: $input) {
          operation {
            id
          }
        }
      }
    `,
    { input: { spaceId, url, ref: `refs/heads/${branch}` } },
  )
  if (!importGitRepository) throw nothing()
  return importGitRepository.operation.id
}

/** The pages at the top of a change request. */
export async function rootsOf({ id }: ChangeRef): Promise<string[]> {
  const { changeRequest } = await readOnce<runImportRootsQuery>(
    graphql`
      query runImportRootsQuery($id: ID!) {
        changeRequest(id: $id) {
          content {
            pages(first: 1000) {
              nodes {
                pageId
              }
            }
          }
        }
      }
    `,
    { id },
  )
  return changeRequest?.content.pages.nodes.map(({ pageId }) => pageId) ?? []
}

/** Moves the pages that an import has added at the top below a page. */
export async function moveBelow(
  spaceId: string,
  changeRequest: ChangeRef,
  { before, parent }: { before: readonly string[]; parent: string },
): Promise<void> {
  const added = (await rootsOf(changeRequest)).filter((id) => !before.includes(id))
  if (added.length === 0) return
  const changes = added.map((page) => ({ updatePage: { page, into: parent } }))
  await editContent({ spaceId, changeRequest }, { changes, subject: '' })
}

/** Whether it was merged before, for example by a page that was left in the middle. */
async function isMerged(id: string): Promise<boolean> {
  const { changeRequest } = await readOnce<runImportMergedQuery>(
    graphql`
      query runImportMergedQuery($id: ID!) {
        changeRequest(id: $id) {
          status
        }
      }
    `,
    { id },
  )
  return changeRequest?.status === 'MERGED'
}

/** Merges an import into main content. False where the space wants a review first, or the merge has conflicts. */
export async function mergeImport({ id }: ChangeRef): Promise<boolean> {
  try {
    await patiently(() =>
      commit<runImportMergeMutation>(
        graphql`
          mutation runImportMergeMutation($input: MergeChangeRequestInput!) {
            mergeChangeRequest(input: $input) {
              result
            }
          }
        `,
        { input: { changeRequestId: id } },
      ),
    )
    return true
  } catch {
    return patiently(() => isMerged(id))
  }
}
