import { Suspense, useDeferredValue, useId, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PersonDialogQuery } from '#console/PersonDialogQuery.graphql.ts'
import { texts } from '../texts/index.ts'
import { Avatar } from './Avatar.tsx'
import { autofocus } from './autofocus.ts'
import { Dialog } from './Dialog.tsx'
import styles from './PersonDialog.module.css'
import { Skeleton } from './Skeleton.tsx'

interface PersonDialogProps {
  title: string
  organization: string
  onChoose: (id: string) => void
  onClose: () => void
}

/** Chooses one of the members that the person can see. */
export function PersonDialog({ title, organization, onChoose, onClose }: PersonDialogProps) {
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
  const id = useId()
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="field">
        <label htmlFor={id}>{texts.changes.name}</label>
        <input
          id={id}
          type="search"
          value={search}
          maxLength={100}
          ref={autofocus}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <Suspense fallback={<Skeleton />}>
        <People organization={organization} search={searched} onChoose={onChoose} />
      </Suspense>
    </Dialog>
  )
}

interface PeopleProps {
  organization: string
  search: string
  onChoose: (id: string) => void
}

function People({ organization: id, search, onChoose }: PeopleProps) {
  const { organization } = useLazyLoadQuery<PersonDialogQuery>(
    graphql`
      query PersonDialogQuery($organization: ID!, $search: String) {
        organization(id: $organization) {
          members(first: 20, search: $search) {
            nodes {
              id
              user {
                id
                displayName
                photoURL
              }
            }
          }
        }
      }
    `,
    { organization: id, search: search || null },
  )
  const members = organization?.members?.nodes ?? []
  if (members.length === 0) return <p className={styles.none}>{texts.changes.nobody}</p>
  return (
    <ul className={styles.people}>
      {members.map(({ user }) => (
        <li key={user.id}>
          <button type="button" onClick={() => onChoose(user.id)}>
            <Avatar person={user} size={24} /> <bdi>{user.displayName}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
