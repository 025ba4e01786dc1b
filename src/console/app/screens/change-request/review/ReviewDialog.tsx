import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReviewDialog_changeRequest$key } from '#console/ReviewDialog_changeRequest.graphql.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import { useDraft } from '../../../threads/use-draft.ts'
import { viewer } from '../../../threads/viewer.ts'
import { discardPending, usePending } from './pending-comments.ts'
import styles from './ReviewDialog.module.css'
import { useSubmitReview, type Verdict } from './use-submit-review.ts'

const VERDICTS: readonly Verdict[] = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENT']

interface ReviewDialogProps {
  changeRequest: ReviewDialog_changeRequest$key
  onClose: () => void
}

/** A review as one message: verdict, summary, and the comments that were written while reading. */
export default function ReviewDialog({ changeRequest, onClose }: ReviewDialogProps) {
  const { id, space, createdBy, viewerReview } = useFragment(
    graphql`
      fragment ReviewDialog_changeRequest on ChangeRequest {
        id
        space {
          id
        }
        createdBy {
          id
        }
        viewerReview {
          id
          status
          outdated
        }
      }
    `,
    changeRequest,
  )
  const pending = usePending(id)
  const isAuthor = createdBy.id === viewer().id
  const [verdict, setVerdict] = useState<Verdict>(isAuthor ? 'COMMENT' : 'APPROVED')
  const [summary, setSummary] = useDraft(`review:${id}`)
  const [isEmpty, setEmpty] = useState(false)
  const { submit, state } = useSubmitReview({ spaceId: space.id, changeRequestId: id })
  const t = texts.changeRequest.review
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    const text = summary.trim()
    // An approval says enough by itself.
    const isNothing = verdict !== 'APPROVED' && text === '' && pending.length === 0
    setEmpty(isNothing)
    if (isNothing || !(await submit(verdict, text))) return
    setSummary('')
    toast(t.sent)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event)
  }
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {texts.changeRequest.cancel}
          </button>
          <button
            type="button"
            className="button primary"
            aria-disabled={state === 'sending'}
            onClick={() => void send()}
          >
            {t.send}
          </button>
        </>
      }
    >
      {viewerReview && (
        <p className="muted">
          {t.earlier(texts.changeRequest.people[viewerReview.status])}
          {viewerReview.outdated && `, ${texts.changeRequest.people.outdated}`}
        </p>
      )}
      {state === 'failed' && (
        <p className="message error" role="alert">
          {t.failed}
        </p>
      )}
      {isEmpty && (
        <p className="message error" role="alert">
          {t.empty}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields inside have the focus. */}
      <div className={styles.form} onKeyDown={onKeyDown}>
        <fieldset className={styles.verdicts}>
          <legend>{t.verdict}</legend>
          {VERDICTS.map((each) => (
            <label key={each} className="choice">
              <input
                type="radio"
                name="verdict"
                checked={each === verdict}
                onChange={() => setVerdict(each)}
              />
              <span>
                {t[each]} <span className="muted">{t.hints[each]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label className="field">
          {t.summary}
          <textarea dir="auto" rows={4} value={summary} onChange={({ target }) => setSummary(target.value)} />
        </label>
        {pending.length > 0 && (
          <section aria-label={t.comments(pending.length)} className={styles.comments}>
            <h3>{t.comments(pending.length)}</h3>
            <ul>
              {pending.map(({ key, pageTitle, text }) => (
                <li key={key}>
                  <span className={styles.comment} dir="auto">
                    <strong>{pageTitle}</strong> {text}
                  </span>
                  <button
                    type="button"
                    className={styles.discard}
                    aria-label={t.discard}
                    title={t.discard}
                    onClick={() => discardPending(id, key)}
                  >
                    <Icon name="trash" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
