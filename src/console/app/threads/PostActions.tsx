import { useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { PostActionsDeleteCommentMutation } from '#console/PostActionsDeleteCommentMutation.graphql.ts'
import type { PostActionsDeleteReplyMutation } from '#console/PostActionsDeleteReplyMutation.graphql.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Menu } from '../parts/Menu.tsx'
import { MenuItem } from '../parts/MenuItem.tsx'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import styles from './Post.module.css'

const deleteComment = graphql`
  mutation PostActionsDeleteCommentMutation($input: DeleteCommentInput!) {
    deleteComment(input: $input) {
      deletedId @deleteRecord
    }
  }
`

const deleteReply = graphql`
  mutation PostActionsDeleteReplyMutation($input: DeleteCommentReplyInput!) {
    deleteCommentReply(input: $input) {
      deletedId @deleteRecord
    }
  }
`

interface PostActionsProps {
  id: string
  isReply: boolean
  author: string
  /** Undefined where the text cannot be edited. */
  onEdit: (() => void) | undefined
  mayDelete: boolean
}

/** The address of a comment or a reply: that of the screen, and its id. */
const linkTo = (id: string): string => `${location.origin}${location.pathname}${location.search}#${id}`

/** The menu of a comment or a reply. */
export function PostActions({ id, isReply, author, onEdit, mayDelete }: PostActionsProps) {
  const t = texts.threads
  const [isAsking, setAsking] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(linkTo(id)).then(
      () => toast(t.linkCopied),
      () => toast(t.linkNotCopied),
    )
  return (
    <>
      <Menu button={<Icon name="more" />} label={t.actionsOf(author)} className={styles.more ?? ''}>
        <MenuItem run={copy}>{t.copyLink}</MenuItem>
        {onEdit && <MenuItem run={onEdit}>{t.edit}</MenuItem>}
        {mayDelete && (
          <MenuItem run={() => setAsking(true)} isDanger>
            {t.delete}
          </MenuItem>
        )}
      </Menu>
      {isAsking && <ConfirmDelete id={id} isReply={isReply} onClose={() => setAsking(false)} />}
    </>
  )
}

function ConfirmDelete({ id, isReply, onClose }: { id: string; isReply: boolean; onClose: () => void }) {
  const t = texts.threads
  const [commitComment, isDeletingComment] = useMutation<PostActionsDeleteCommentMutation>(deleteComment)
  const [commitReply, isDeletingReply] = useMutation<PostActionsDeleteReplyMutation>(deleteReply)
  const [hasFailed, setFailed] = useState(false)
  const isBusy = isDeletingComment || isDeletingReply
  const run = () => {
    if (isBusy) return
    const settings = { onError: () => setFailed(true) }
    if (isReply) commitReply({ variables: { input: { replyId: id } }, ...settings })
    else commitComment({ variables: { input: { commentId: id } }, ...settings })
  }
  return (
    <Dialog
      title={isReply ? t.deleteReplyTitle : t.deleteCommentTitle}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="button" className="button danger" aria-disabled={isBusy} onClick={run}>
            {t.delete}
          </button>
        </>
      }
    >
      <p>{isReply ? t.deleteReplyText : t.deleteCommentText}</p>
      {hasFailed && (
        <p role="alert" className="message error">
          {t.notDeleted}
        </p>
      )}
    </Dialog>
  )
}
