import { commitMutation, graphql } from 'react-relay/hooks'
import type { MutationParameters } from 'relay-runtime'
import type { sendSaveChangeMutation } from '#console/sendSaveChangeMutation.graphql.ts'
import type { sendSaveMutation } from '#console/sendSaveMutation.graphql.ts'
import type { sendSaveTextQuery } from '#console/sendSaveTextQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import { environment } from '../../relay/environment.ts'
import { forgetReads } from '../../relay/reads.ts'
import { RequestError } from '../../relay/request-error.ts'
import { KEPT } from '../../relay/send.ts'
import type { Pending, SaveAnswer, SaveConflict } from './saver.ts'

/** Where a text is saved: in main content, or in a change request. */
export interface SavePlace {
  space: string
  pageId: string
  changeRequestId: string | null
}

const save = graphql`
  mutation sendSaveMutation($input: ChangeContentInput!) {
    changeContent(input: $input) {
      revision {
        id
        createdAt
      }
      changes {
        merged
      }
    }
  }
`

const create = graphql`
  mutation sendSaveChangeMutation($input: CreateChangeRequestInput!) {
    createChangeRequest(input: $input) {
      changeRequest {
        id
        number
      }
    }
  }
`

const text = graphql`
  query sendSaveTextQuery($revision: ID!, $page: ID!) {
    node(id: $revision) {
      ... on Revision {
        page(id: $page) {
          ... on DocumentPage {
            markdown
          }
        }
      }
    }
  }
`

function commit<Mutation extends MutationParameters>(
  mutation: Parameters<typeof commitMutation<Mutation>>[1]['mutation'],
  variables: Mutation['variables'],
): Promise<Mutation['response']> {
  return new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, {
      mutation,
      variables,
      cacheConfig: { metadata: KEPT },
      onCompleted: resolve,
      onError: reject,
    })
  })
}

/** Makes the change request that a first edit needs. With the same key it is made once. */
export async function createChange(space: string, subject: string, idempotencyKey: string) {
  const { createChangeRequest } = await commit<sendSaveChangeMutation>(create, {
    input: { spaceId: space, subject, idempotencyKey },
  })
  if (!createChangeRequest) throw new RequestError('INTERNAL', 'The server sent nothing.')
  return createChangeRequest.changeRequest
}

/** The text of a page at a revision. Null if it has none there. */
async function textAt(revision: string, page: string): Promise<string | null> {
  const { node } = await readOnce<sendSaveTextQuery>(text, { revision, page })
  return node?.page?.markdown ?? null
}

/** Sends a text to the server. What it fails with is for `answerTo`. */
export async function sendSave(
  { space, pageId, changeRequestId }: SavePlace,
  pending: Pending,
  base: { revision: string; text: string },
): Promise<SaveAnswer> {
  const { changeContent } = await commit<sendSaveMutation>(save, {
    input: {
      ...(changeRequestId === null ? { spaceId: space } : { changeRequestId }),
      changes: [{ updatePage: { page: pageId, markdown: pending.text } }],
      expectedRevision: base.revision,
      idempotencyKey: pending.key,
    },
  })
  if (!changeContent) return { kind: 'unknown' }
  const { revision, changes } = changeContent
  // What screens have read before does not count any more.
  forgetReads()
  const isMerged = changes.some(({ merged }) => merged)
  const merged = isMerged ? await textAt(revision.id, pageId) : pending.text
  return { kind: 'saved', revision: revision.id, at: revision.createdAt, text: merged ?? pending.text }
}

/** What a later attempt can change. */
const RETRIED: ReadonlySet<string> = new Set([
  'CONNECTION_LOST',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'INTERNAL',
])

interface ConflictDetail {
  conflict?: { kind: string; revision: string; base?: unknown; theirs?: unknown }
}

/** What a save that failed means for the text. */
export async function answerTo(error: unknown, base: { text: string }, pageId: string): Promise<SaveAnswer> {
  if (!(error instanceof RequestError) || RETRIED.has(error.code)) {
    const seconds = error instanceof RequestError ? error.retryAfter : undefined
    return { kind: 'unknown', retryAfterMs: seconds === undefined ? undefined : seconds * 1_000 }
  }
  const { code, message } = error
  const details = (error.extensions.details ?? []) as ConflictDetail[]
  const found = details.find(({ conflict }) => conflict?.kind === 'edit_edit')?.conflict
  if (!found) return { kind: 'refused', code, message }
  try {
    const { revision } = found
    const theirs = typeof found.theirs === 'string' ? found.theirs : await textAt(revision, pageId)
    if (theirs === null) return { kind: 'refused', code, message }
    const conflict: SaveConflict = { base: base.text, theirs, revision }
    return { kind: 'conflict', conflict }
  } catch {
    // Long texts are not in the answer, and could not be read either.
    return { kind: 'unknown' }
  }
}
