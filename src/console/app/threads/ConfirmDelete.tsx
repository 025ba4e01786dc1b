import { graphql } from 'react-relay/hooks'
import type { ConfirmDeleteCommentMutation } from '#console/ConfirmDeleteCommentMutation.graphql.ts'
import type { ConfirmDeleteReplyMutation } from '#console/ConfirmDeleteReplyMutation.graphql.ts'
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx'
import { mutate } from '../relay/mutate.ts'
import { texts } from '../texts/index.ts'

const deleteComment = graphql`
  mutation ConfirmDeleteCommentMutation($input: DeleteCommentInput!) {
    deleteComment(input: $input) {
      deletedId @deleteRecord
    }
  }
`
const deleteReply = graphql`
  mutation ConfirmDeleteReplyMutation($input: DeleteCommentReplyInput!) {
    deleteCommentReply(input: $input) {
      deletedId @deleteRecord
    }
  }
`

interface ConfirmDeleteProps {
  id: string
  isReply: boolean
  onClose: () => void
}

/** Asks before a comment or a reply is deleted, which cannot be undone. */
export default function ConfirmDelete({ id, isReply, onClose }: ConfirmDeleteProps) {
  const t = texts.threads
  const run = () =>
    isReply
      ? mutate<ConfirmDeleteReplyMutation>(deleteReply, { input: { replyId: id } })
      : mutate<ConfirmDeleteCommentMutation>(deleteComment, { input: { commentId: id } })
  return (
    <ConfirmDialog
      title={isReply ? t.deleteReplyTitle : t.deleteCommentTitle}
      action={t.delete}
      typed={t.deleteTyped}
      run={run}
      onClose={onClose}
    >
      <p>{isReply ? t.deleteReplyText : t.deleteCommentText}</p>
    </ConfirmDialog>
  )
}
