import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { commitMutation } from 'relay-runtime'
import type { useSubmitReviewMutation } from '#console/useSubmitReviewMutation.graphql.ts'
import { environment } from '../../../relay/environment.ts'
import { deliverComment } from '../../../threads/deliver.ts'
import { clearPending, discardPending, keyOfMessage, pendingReview } from './pending-comments.ts'

export type Verdict = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENT'

const mutation = graphql`
  mutation useSubmitReviewMutation($input: SubmitReviewInput!) {
    submitReview(input: $input) {
      review {
        id
        status
        outdated
        changeRequest {
          id
          version
          commentsOpen
          viewerReview {
            id
            status
            outdated
          }
          ...Reviewers_changeRequest
          ...MergeCard_changeRequest
        }
      }
    }
  }
`

interface Place {
  spaceId: string
  changeRequestId: string
}

/** Sends a review as one message: the verdict, the summary, and the comments that were written meanwhile. */
export function useSubmitReview({ spaceId, changeRequestId }: Place) {
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const submit = async (verdict: Verdict, summary: string): Promise<boolean> => {
    if (state === 'sending') return false
    setState('sending')
    try {
      if (verdict === 'COMMENT') await sendComments({ spaceId, changeRequestId }, summary)
      else await sendReview(changeRequestId, verdict, summary)
      clearPending(changeRequestId)
      setState('idle')
      return true
    } catch {
      setState('failed')
      return false
    }
  }
  return { submit, state }
}

function sendReview(
  changeRequestId: string,
  status: Exclude<Verdict, 'COMMENT'>,
  summary: string,
): Promise<void> {
  const { comments } = pendingReview(changeRequestId)
  const message = {
    changeRequestId,
    status,
    ...(summary === '' ? {} : { comment: { markdown: summary } }),
    comments: comments.map(({ pageId, node, text }) => ({
      page: pageId,
      ...(node === undefined ? {} : { node }),
      body: { markdown: text },
    })),
  }
  const input = { ...message, idempotencyKey: keyOfMessage(changeRequestId, JSON.stringify(message)) }
  return new Promise((resolve, reject) => {
    commitMutation<useSubmitReviewMutation>(environment, {
      mutation,
      variables: { input },
      onCompleted: () => resolve(),
      onError: reject,
    })
  })
}

/** Without a verdict there is no review: the comments are posted one after the other, each of them once. */
async function sendComments(place: Place, summary: string): Promise<void> {
  const { comments } = pendingReview(place.changeRequestId)
  const deliver = (text: string, own: string, at: { page?: string; node?: string | undefined } = {}) =>
    deliverComment({ ...place, ...at }, undefined)({ key: own, target: '', text, state: 'sending' })
  for (const comment of comments) {
    await deliver(comment.text, comment.key, { page: comment.pageId, node: comment.node })
    discardPending(place.changeRequestId, comment.key)
  }
  if (summary !== '') await deliver(summary, keyOfMessage(place.changeRequestId, summary))
}
