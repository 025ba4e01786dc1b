import { useDeferredValue, useState } from 'react'
import { graphql, useFragment, useMutation } from 'react-relay/hooks'
import type { ReviewerPicker_changeRequest$key } from '#console/ReviewerPicker_changeRequest.graphql.ts'
import type { ReviewerPickerMutation } from '#console/ReviewerPickerMutation.graphql.ts'
import type { ReviewerPickerQuery } from '#console/ReviewerPickerQuery.graphql.ts'
import { Boundary } from '../../../frame/Boundary.tsx'
import { Avatar } from '../../../parts/Avatar.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import styles from './People.module.css'

interface ReviewerPickerProps {
  changeRequest: ReviewerPicker_changeRequest$key
  onClose: () => void
}

/** Asks people for a review. The server opens a draft by it. */
export default function ReviewerPicker({ changeRequest, onClose }: ReviewerPickerProps) {
  const { id, status, space, createdBy, requestedReviewers } = useFragment(
    graphql`
      fragment ReviewerPicker_changeRequest on ChangeRequest {
        id
        status
        space {
          id
        }
        createdBy {
          id
        }
        requestedReviewers(first: 50) {
          nodes {
            user {
              id
            }
          }
        }
      }
    `,
    changeRequest,
  )
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [hasFailed, setFailed] = useState(false)
  const [commit, isBusy] = useMutation<ReviewerPickerMutation>(graphql`
    mutation ReviewerPickerMutation($input: RequestReviewersInput!) {
      requestReviewers(input: $input) {
        changeRequest {
          id
          version
          status
          ...Reviewers_changeRequest
        }
      }
    }
  `)
  const t = texts.changeRequest.people
  const request = () => {
    if (isBusy || chosen.length === 0) return
    commit({
      variables: { input: { changeRequestId: id, users: [...chosen] } },
      onCompleted: onClose,
      onError: () => setFailed(true),
    })
  }
  const toggle = (user: string) =>
    setChosen(chosen.includes(user) ? chosen.filter((each) => each !== user) : [...chosen, user])
  return (
    <Dialog
      title={t.request}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {texts.changeRequest.cancel}
          </button>
          <button
            type="button"
            className="button primary"
            aria-disabled={isBusy || chosen.length === 0}
            onClick={request}
          >
            {t.request}
          </button>
        </>
      }
    >
      {status === 'DRAFT' && <p className="muted">{t.opens}</p>}
      {hasFailed && (
        <p className="message error" role="alert">
          {t.notRequested}
        </p>
      )}
      <input
        type="search"
        dir="auto"
        aria-label={t.search}
        placeholder={t.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Boundary fallback={<Skeleton lines={5} />}>
        <People
          spaceId={space.id}
          search={useDeferredValue(typed.trim())}
          // Neither the author nor who was asked already.
          except={[createdBy.id, ...requestedReviewers.nodes.map(({ user }) => user.id)]}
          chosen={chosen}
          onToggle={toggle}
        />
      </Boundary>
    </Dialog>
  )
}

interface PeopleProps {
  spaceId: string
  search: string
  except: readonly string[]
  chosen: readonly string[]
  onToggle: (id: string) => void
}

function People({ spaceId, search, except, chosen, onToggle }: PeopleProps) {
  const { space } = useScreenQuery<ReviewerPickerQuery>(
    graphql`
      query ReviewerPickerQuery($space: ID!, $search: String) {
        space(id: $space) {
          id
          mentionableUsers(first: 50, search: $search) {
            nodes {
              id
              displayName
              email
              photoURL
            }
          }
        }
      }
    `,
    { space: spaceId, search: search === '' ? null : search },
  )
  const people = (space?.mentionableUsers?.nodes ?? []).filter(({ id }) => !except.includes(id))
  if (people.length === 0) return <p className="muted">{texts.changeRequest.people.none}</p>
  return (
    <ul className={styles.list}>
      {people.map((user) => (
        <li key={user.id}>
          <label className={styles.choice}>
            <input type="checkbox" checked={chosen.includes(user.id)} onChange={() => onToggle(user.id)} />
            <Avatar person={user} />
            <span className={styles.name}>
              <bdi>{user.displayName}</bdi> <span className="muted">{user.email}</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
