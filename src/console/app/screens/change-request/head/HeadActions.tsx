import { graphql, useFragment } from 'react-relay/hooks'
import type { HeadActions_changeRequest$key } from '#console/HeadActions_changeRequest.graphql.ts'
import { useKeys } from '../../../frame/keys.ts'
import { later } from '../../../frame/later.tsx'
import { runLater } from '../../../frame/run-later.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { MenuItem } from '../../../parts/MenuItem.tsx'
import { texts } from '../../../texts/index.ts'
import { useUpdateFromMain } from '../merge/use-update-from-main.ts'
import type { ChangePlace } from '../place.ts'
import { usePending } from '../review/pending-comments.ts'

const MergeDialog = later(() => import('../merge/MergeDialog.tsx'))
const ReviewDialog = later(() => import('../review/ReviewDialog.tsx'))
const ReviewerPicker = later(() => import('../people/ReviewerPicker.tsx'))

/** What is asked over the screen. */
export type OpenDialog = 'request' | 'review' | 'merge' | null

interface HeadActionsProps {
  changeRequest: HeadActions_changeRequest$key
  place: ChangePlace
  dialog: OpenDialog
  onDialog: (dialog: OpenDialog) => void
}

/** What can be done with a change request: review it, merge it, and change its status. */
export function HeadActions({ changeRequest, place, dialog, onDialog }: HeadActionsProps) {
  const data = useFragment(
    graphql`
      fragment HeadActions_changeRequest on ChangeRequest {
        id
        status
        outdated
        permissions {
          edit
          review
          merge
          requestReviewers
        }
        merge {
          state
          viewerCanBypass
        }
        ...ReviewerPicker_changeRequest
        ...ReviewDialog_changeRequest
        ...MergeDialog_changeRequest
      }
    `,
    changeRequest,
  )
  const { id, status, outdated, permissions, merge } = data
  const pending = usePending(id).length
  const fromMain = useUpdateFromMain(id, place)
  const t = texts.changeRequest
  const become = (next: 'DRAFT' | 'OPEN' | 'ARCHIVED') => {
    if (status === 'MERGED') return
    void runLater(
      () => import('./update.ts'),
      ({ setStatus }) => setStatus(id, next, status),
    )
  }
  const isActive = status === 'DRAFT' || status === 'OPEN'
  const mayReview = permissions.review && isActive
  const canMerge = merge.state === 'CLEAN' || merge.state === 'OUTDATED'
  const mayMerge =
    permissions.merge && isActive && (canMerge || (merge.state === 'BLOCKED' && merge.viewerCanBypass))
  useKeys({
    r: mayReview ? { label: t.keys.review, run: () => onDialog('review') } : undefined,
    m: mayMerge ? { label: t.keys.merge, run: () => onDialog('merge') } : undefined,
  })
  const close = () => onDialog(null)
  return (
    <>
      {status === 'DRAFT' && permissions.edit && (
        <button type="button" className="button small" onClick={() => become('OPEN')}>
          {t.open}
        </button>
      )}
      {status === 'ARCHIVED' && permissions.edit && (
        <button type="button" className="button small" onClick={() => become('OPEN')}>
          {t.reopen}
        </button>
      )}
      {mayReview && (
        <button
          type="button"
          className="button small"
          {...ReviewDialog.intent}
          onClick={() => onDialog('review')}
        >
          {pending > 0 ? t.review.buttonWith(pending) : t.review.button}
        </button>
      )}
      {mayMerge && (
        <button
          type="button"
          className="button small primary"
          {...MergeDialog.intent}
          onClick={() => onDialog('merge')}
        >
          {t.merge.button}
        </button>
      )}
      {permissions.edit && isActive && (
        <Menu button={<Icon name="more" />} label={t.more}>
          {outdated && <MenuItem run={() => fromMain.update()}>{t.updateFromMain}</MenuItem>}
          {status === 'OPEN' && <MenuItem run={() => become('DRAFT')}>{t.markDraft}</MenuItem>}
          <MenuItem run={() => become('ARCHIVED')} isDanger>
            {t.archive}
          </MenuItem>
        </Menu>
      )}
      {dialog === 'request' && permissions.requestReviewers && (
        <ReviewerPicker changeRequest={data} onClose={close} />
      )}
      {dialog === 'review' && mayReview && <ReviewDialog changeRequest={data} onClose={close} />}
      {dialog === 'merge' && mayMerge && <MergeDialog changeRequest={data} place={place} onClose={close} />}
    </>
  )
}
