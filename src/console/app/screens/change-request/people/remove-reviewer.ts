import { graphql } from 'react-relay/hooks'
import type { removeReviewerMutation } from '#console/removeReviewerMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { mutate } from '../../../relay/mutate.ts'
import { texts } from '../../../texts/index.ts'

/** Withdraws the request for a review. */
export const removeReviewer = (changeRequestId: string, userId: string): Promise<unknown> =>
  mutate<removeReviewerMutation>(
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
    { input: { changeRequestId, userId } },
  ).catch(() => toast(texts.changeRequest.notSaved))
