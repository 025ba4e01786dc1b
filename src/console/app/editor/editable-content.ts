import { commitMutation, graphql } from 'react-relay/hooks'
import type {
  ContentChangeInput,
  editableContentChangeMutation,
  editableContentChangeMutation$data,
} from '#console/editableContentChangeMutation.graphql.ts'
import type { editableContentOpenMutation } from '#console/editableContentOpenMutation.graphql.ts'
import { environment } from '../relay/environment.ts'
import { codeOf, RequestError } from '../relay/request-error.ts'

export type { ContentChangeInput }

/** A change request by its id, and by the number that its address has. */
export interface ChangeRef {
  id: string
  number: number
}

/** Content that somebody changes: that of a change request, or main content. */
export interface EditablePlace {
  spaceId: string
  changeRequest?: ChangeRef | undefined
  /** Main content that only change requests change. */
  isLocked?: boolean | undefined
}

interface Edit {
  changes: readonly ContentChangeInput[]
  /** The revision that the changes are based on, as it was read. */
  expectedRevision?: string | undefined
  /** The subject of the change request, if the edit creates one. */
  subject: string
}

type Changed = NonNullable<editableContentChangeMutation$data['changeContent']>

export interface Edited {
  /** The revision after the changes. */
  revision: string
  results: Changed['changes']
  /** Where the changes are now. */
  changeRequest: ChangeRef | undefined
}

const changeMutation = graphql`
  mutation editableContentChangeMutation($input: ChangeContentInput!) {
    changeContent(input: $input) {
      revision {
        id
      }
      changes {
        subjectId
        ref
        page {
          pageId
          path
        }
      }
    }
  }
`

const openMutation = graphql`
  mutation editableContentOpenMutation($input: CreateChangeRequestInput!) {
    createChangeRequest(input: $input) {
      changeRequest {
        id
        number
      }
    }
  }
`

/** As many as the API allows in one request. */
const MAX_CHANGES = 50
/** As many characters as the API allows in a subject. */
const MAX_SUBJECT = 100

const nothing = () => new RequestError('INTERNAL', 'The server sent nothing.')

/** Opens a change request for what somebody begins to edit. */
export const openChangeRequest = (spaceId: string, subject: string): Promise<ChangeRef> =>
  new Promise((resolve, reject) => {
    commitMutation<editableContentOpenMutation>(environment, {
      mutation: openMutation,
      variables: { input: { spaceId, subject: subject.slice(0, MAX_SUBJECT) } },
      onCompleted: ({ createChangeRequest }) =>
        createChangeRequest ? resolve(createChangeRequest.changeRequest) : reject(nothing()),
      onError: reject,
    })
  })

const send = (
  { spaceId, changeRequest }: EditablePlace,
  changes: readonly ContentChangeInput[],
  expectedRevision: string | undefined,
): Promise<Changed> =>
  new Promise((resolve, reject) => {
    const input = { spaceId, changeRequestId: changeRequest?.id, changes, expectedRevision }
    commitMutation<editableContentChangeMutation>(environment, {
      mutation: changeMutation,
      variables: { input },
      onCompleted: ({ changeContent }) => (changeContent ? resolve(changeContent) : reject(nothing())),
      onError: reject,
    })
  })

/**
 * Changes content. Where the space takes no direct changes, because it is locked or has merge rules, the changes go to a
 * new change request.
 */
export async function editContent(
  place: EditablePlace,
  { changes, subject, expectedRevision }: Edit,
): Promise<Edited> {
  const isMain = place.changeRequest === undefined
  const opened = isMain && place.isLocked ? await openChangeRequest(place.spaceId, subject) : undefined
  let target: EditablePlace = opened ? { ...place, changeRequest: opened } : place
  const results: Edited['results'][number][] = []
  let revision = expectedRevision
  for (let from = 0; from < changes.length; from += MAX_CHANGES) {
    const part = changes.slice(from, from + MAX_CHANGES).map((change) => withKnownRefs(change, results))
    const changed = await send(target, part, revision).catch(async (error: unknown) => {
      // The rules of the organization can apply as well, so only the server knows.
      const isRuled =
        from === 0 && target.changeRequest === undefined && codeOf(error) === 'PRECONDITION_FAILED'
      if (!isRuled) throw error
      target = { ...place, changeRequest: await openChangeRequest(place.spaceId, subject) }
      return send(target, part, revision)
    })
    revision = changed.revision.id
    results.push(...changed.changes)
  }
  return { revision: revision ?? '', results, changeRequest: target.changeRequest }
}

/** A ref is known within one request only: later ones name the pages by the ids that they got. */
function withKnownRefs(change: ContentChangeInput, results: Edited['results']): ContentChangeInput {
  const idOf = (name: string): string =>
    results.find(({ ref }) => ref !== null && ref === name)?.subjectId ?? name
  const { insertPage, updatePage } = change
  if (insertPage?.into) return { insertPage: { ...insertPage, into: idOf(insertPage.into) } }
  if (!updatePage) return change
  const { page, into } = updatePage
  return { updatePage: { ...updatePage, page: idOf(page), ...(into ? { into: idOf(into) } : {}) } }
}
