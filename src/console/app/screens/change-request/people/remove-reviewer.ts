import { graphql } from 'react-relay/hooks'
import type { removeReviewerAgainMutation } from '#console/removeReviewerAgainMutation.graphql.ts'
import type { removeReviewerMutation } from '#console/removeReviewerMutation.graphql.ts'
import { sayDone } from '../../../forms/act.ts'
import { toast } from '../../../parts/toasts.ts'
import { mutate } from '../../../relay/mutate.ts'
import { texts } from '../../../texts/index.ts'

const requestAgain = (changeRequestId: string, userId: string) =>
  mutate<removeReviewerAgainMutation>(
    graphql`
      mutation removeReviewerAgainMutation($input: RequestReviewersInput!) {
        requestReviewers(input: $input) {
          changeRequest {
            id
            version
            ...Reviewers_changeRequest
          }
        }
      }
    `,
    { input: { changeRequestId, users: [userId] } },
  )

/** Withdraws the request for a review, and offers to ask again to those who can. */
export async function removeReviewer(
  changeRequestId: string,
  user: { readonly id: string; readonly displayName: string },
  mayAsk: boolean,
): Promise<void> {
  try {
    await mutate<removeReviewerMutation>(
      graphql`
        mutation removeReviewerMutation($input: RemoveRequestedReviewerInput!) {
          removeRequestedReviewer(input: $input) {
            changeRequest {
              id
              requestedReviewers(first: 50) {
                nodes {
                  user {
                    id
                  }
                }
              }
            }
          }
        }
      `,
      { input: { changeRequestId, userId: user.id } },
    )
  } catch {
    toast(texts.changeRequest.notSaved)
    return
  }
  sayDone(
    texts.changeRequest.people.removed(user.displayName),
    mayAsk ? () => requestAgain(changeRequestId, user.id) : undefined,
  )
}
