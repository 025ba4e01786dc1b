import { useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useNamedReplyQuery } from '#console/useNamedReplyQuery.graphql.ts'
import { readOnce } from '../live/follow.ts'
import { useHash } from './use-marked.ts'

const query = graphql`
  query useNamedReplyQuery($id: ID!) {
    node(id: $id) {
      ... on CommentReply {
        comment {
          id
        }
      }
    }
  }
`

const REPLY = /^rpl_\w+$/

/** One request for all threads of the screen. */
const threadOf = new Map<string, Promise<string | undefined>>()

function findThread(replyId: string): Promise<string | undefined> {
  const known = threadOf.get(replyId)
  if (known) return known
  const found = readOnce<useNamedReplyQuery>(query, { id: replyId }).then(
    ({ node }) => node?.comment?.id,
    () => undefined,
  )
  threadOf.set(replyId, found)
  return found
}

/** Shows earlier replies of the thread until the one that the address names is among them. */
export function useNamedReply(
  commentId: string,
  shown: readonly { readonly id: string }[],
  showEarlier: (() => void) | undefined,
): void {
  const hash = useHash()
  const [threadId, setThreadId] = useState<string>()
  const isWanted = REPLY.test(hash) && showEarlier !== undefined
  useEffect(() => {
    if (isWanted) void findThread(hash).then(setThreadId)
  }, [hash, isWanted])
  const isMissing = isWanted && threadId === commentId && !shown.some(({ id }) => id === hash)
  useEffect(() => {
    if (isMissing) showEarlier?.()
  })
}
