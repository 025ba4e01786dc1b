import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { texts } from '../texts/index.ts'
import styles from './Composer.module.css'
import { MentionField } from './MentionField.tsx'
import { type Deliver, post, resume } from './outbox.ts'
import { PendingPosts } from './PendingPosts.tsx'
import { Preview } from './Preview.tsx'
import { useDraft } from './use-draft.ts'

interface ComposerProps {
  /** What the text is for. The draft is kept by it. */
  target: string
  spaceId: string
  changeRequestId?: string | undefined
  /** The name of the field. */
  label: string
  /** The name of the button. */
  sendLabel: string
  /** Sends the text now and whenever the connection is back. */
  deliver: Deliver
  /** Called when the text is on its way. */
  onSent?: (() => void) | undefined
  /** Where the text can be given up. */
  onCancel?: (() => void) | undefined
  /** Where the field is a button until it is needed. */
  isOpen?: boolean
  onOpen?: (() => void) | undefined
  fieldRef?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** A field for a comment or a reply, in Markdown. What is typed stays on this device until it is sent. */
export function Composer(props: ComposerProps) {
  const {
    target,
    spaceId,
    changeRequestId,
    label,
    sendLabel,
    deliver,
    onSent,
    onCancel,
    isOpen = true,
  } = props
  const [text, setText] = useDraft(target)
  const [isPreview, setPreview] = useState(false)
  const own = useRef<HTMLTextAreaElement>(null)
  const fieldRef = props.fieldRef ?? own
  const hint = useId()
  const latest = useRef(deliver)
  latest.current = deliver
  useEffect(() => resume(target, (outgoing) => latest.current(outgoing)), [target])
  // The field takes the focus where it replaces the button.
  const hasOpened = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !hasOpened.current) fieldRef.current?.focus()
    hasOpened.current = isOpen
  }, [isOpen, fieldRef])
  const isEmpty = text.trim() === ''
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isEmpty) return fieldRef.current?.focus()
    post(target, text.trim(), (outgoing) => latest.current(outgoing))
    setText('')
    setPreview(false)
    onSent?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
    else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    }
  }
  const edit = (refused: string) => {
    setText(refused)
    props.onOpen?.()
  }
  const t = texts.threads
  if (!isOpen) {
    return (
      <>
        <PendingPosts target={target} onEdit={edit} />
        <button type="button" className={styles.opener} onClick={props.onOpen}>
          {label}
        </button>
      </>
    )
  }
  return (
    <>
      <PendingPosts target={target} onEdit={edit} />
      <form className={styles.composer} onSubmit={send}>
        {isPreview ? (
          <Preview markdown={text} spaceId={spaceId} changeRequestId={changeRequestId} />
        ) : (
          <MentionField
            spaceId={spaceId}
            label={label}
            describedBy={hint}
            value={text}
            onChange={setText}
            onKeyDown={onKeyDown}
            fieldRef={fieldRef}
          />
        )}
        <div className={styles.bar}>
          <span id={hint} className={styles.hint}>
            {t.markdownHint}
          </span>
          <span className={styles.buttons}>
            {!isEmpty && (
              <button
                type="button"
                className="button small"
                aria-pressed={isPreview}
                onClick={() => setPreview(!isPreview)}
              >
                {isPreview ? t.write : t.preview}
              </button>
            )}
            {onCancel && (
              <button type="button" className="button small" onClick={onCancel}>
                {t.cancel}
              </button>
            )}
            <button type="submit" className="button small primary" aria-disabled={isEmpty}>
              {sendLabel}
            </button>
          </span>
        </div>
      </form>
    </>
  )
}
