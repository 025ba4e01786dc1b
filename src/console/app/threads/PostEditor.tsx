import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { PostEditorCommentMutation } from '#console/PostEditorCommentMutation.graphql.ts'
import type { PostEditorReplyMutation } from '#console/PostEditorReplyMutation.graphql.ts'
import { codeOf } from '../relay/request-error.ts'
import { texts } from '../texts/index.ts'
import styles from './Composer.module.css'
import { MentionField } from './MentionField.tsx'
import { useDraft } from './use-draft.ts'

const editComment = graphql`
  mutation PostEditorCommentMutation($input: UpdateCommentInput!) {
    updateComment(input: $input) {
      comment {
        ...Post_post
      }
    }
  }
`

const editReply = graphql`
  mutation PostEditorReplyMutation($input: UpdateCommentReplyInput!) {
    updateCommentReply(input: $input) {
      reply {
        ...Post_post
      }
    }
  }
`

interface PostEditorProps {
  id: string
  isReply: boolean
  markdown: string
  version: number
  spaceId: string
  onDone: () => void
}

/** The text of a comment or a reply in a field. What was typed stays until it is saved or given up. */
export default function PostEditor({ id, isReply, markdown, version, spaceId, onDone }: PostEditorProps) {
  const [text, setText] = useDraft(`edit:${id}`, markdown)
  // The version that the person saw when they began: a later one of somebody else is not overwritten unseen.
  const [seen, setSeen] = useState(version)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const [commitComment, isSavingComment] = useMutation<PostEditorCommentMutation>(editComment)
  const [commitReply, isSavingReply] = useMutation<PostEditorReplyMutation>(editReply)
  const isBusy = isSavingComment || isSavingReply
  useEffect(() => field.current?.focus(), [])
  const t = texts.threads
  const finish = () => {
    setText(markdown)
    onDone()
  }
  const save = () => {
    if (isBusy || text.trim() === '') return
    const body = { markdown: text.trim() }
    const settings = {
      onCompleted: () => {
        setText(markdown)
        onDone()
      },
      onError: (error: Error) => {
        const isOutdated = codeOf(error) === 'PRECONDITION_FAILED'
        setProblem(isOutdated ? t.changedMeanwhile : t.notSaved)
        if (isOutdated) setSeen(version)
      },
    }
    if (isReply) {
      commitReply({ variables: { input: { replyId: id, body, expectedVersion: seen } }, ...settings })
    } else
      commitComment({ variables: { input: { commentId: id, body, expectedVersion: seen } }, ...settings })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    } else if (event.key === 'Escape') finish()
  }
  return (
    <div className={styles.composer}>
      <MentionField
        spaceId={spaceId}
        label={t.editLabel}
        describedBy={hint}
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
        fieldRef={field}
      />
      <div className={styles.bar}>
        <span id={hint} className={styles.hint} role={problem === undefined ? undefined : 'alert'}>
          {problem ?? t.markdownHint}
        </span>
        <span className={styles.buttons}>
          <button type="button" className="button small" onClick={finish}>
            {t.cancel}
          </button>
          <button
            type="button"
            className="button small primary"
            aria-disabled={isBusy || text.trim() === ''}
            onClick={save}
          >
            {t.save}
          </button>
        </span>
      </div>
    </div>
  )
}
