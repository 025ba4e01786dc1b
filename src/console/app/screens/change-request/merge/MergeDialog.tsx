import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { MergeDialog_changeRequest$key } from '#console/MergeDialog_changeRequest.graphql.ts'
import { Boundary } from '../../../frame/Boundary.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { texts } from '../../../texts/index.ts'
import { rereadChanges, useSeenChanges } from '../diff/use-changes.ts'
import { reviewersOf } from '../people/reviewers.ts'
import type { ChangePlace } from '../place.ts'
import styles from './Merge.module.css'
import { MergeEffects } from './MergeEffects.tsx'
import { reasonsToAsk } from './reasons-to-ask.ts'
import { useMerge } from './use-merge.ts'

interface MergeDialogProps {
  changeRequest: MergeDialog_changeRequest$key
  place: ChangePlace
  onClose: () => void
}

/** What a merge will do and what speaks against it, before it is done. */
export default function MergeDialog({ changeRequest, place, onClose }: MergeDialogProps) {
  const data = useFragment(
    graphql`
      fragment MergeDialog_changeRequest on ChangeRequest {
        id
        number
        status
        outdated
        commentsOpen
        merge {
          state
          blockedBy {
            rule
            message
          }
          viewerCanBypass
        }
        requestedReviewers(first: 50) {
          nodes {
            user {
              id
              displayName
              photoURL
            }
          }
        }
        reviews(first: 50) {
          nodes {
            status
            outdated
            reviewer {
              id
              displayName
              photoURL
            }
          }
        }
      }
    `,
    changeRequest,
  )
  const { id, number, merge } = data
  const { revisionId, progress } = useSeenChanges(place)
  const { run, isBusy, failure } = useMerge({ changeRequestId: id, number, place, onDone: onClose })
  const [isBypassed, setBypassed] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const t = texts.changeRequest.merge
  const isBlocked = merge.state === 'BLOCKED'
  const reasons = reasonsToAsk({
    status: data.status,
    openThreads: data.commentsOpen,
    isOutdated: data.outdated,
    reviewers: reviewersOf({ requested: data.requestedReviewers.nodes, reviews: data.reviews.nodes }),
  })
  const mustConfirm = reasons.some(({ isSerious }) => isSerious)
  const isReady = (!isBlocked || isBypassed) && (!mustConfirm || isConfirmed) && revisionId !== undefined
  return (
    <Dialog
      title={t.title(number)}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {texts.changeRequest.cancel}
          </button>
          <button
            type="button"
            className="button primary"
            aria-disabled={!isReady || isBusy}
            onClick={() => isReady && run({ revisionId, bypassRules: isBlocked })}
          >
            {isBusy ? t.running : t.run}
          </button>
        </>
      }
    >
      {failure && (
        <div className="message error" role="alert">
          <p>{t[failure]}</p>
          {failure === 'changed' && (
            <button
              type="button"
              className="button small"
              onClick={() => void rereadChanges(place).then(onClose)}
            >
              {t.showChanges}
            </button>
          )}
        </div>
      )}
      <section className={styles.part}>
        <h3>{t.effects}</h3>
        <Boundary fallback={<Skeleton lines={3} />}>
          <MergeEffects spaceId={place.space} pages={progress.pages} />
        </Boundary>
      </section>
      {(reasons.length > 0 || isBlocked) && (
        <section className={styles.part}>
          <h3>{t.consider}</h3>
          <ul className={styles.list}>
            {isBlocked && merge.blockedBy.map(({ rule, message }) => <li key={rule}>{message}</li>)}
            {reasons.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {isBlocked && merge.viewerCanBypass && (
            <Choice label={t.bypass} isChosen={isBypassed} onChoose={setBypassed} />
          )}
          {mustConfirm && <Choice label={t.confirm} isChosen={isConfirmed} onChoose={setConfirmed} />}
        </section>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function Choice({ label, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
      {label}
    </label>
  )
}
