import { Suspense, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PeopleFieldQuery } from '#console/PeopleFieldQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Icon } from '../../parts/Icon.tsx'
import { PersonDialog } from '../../parts/PersonDialog.tsx'
import { texts } from '../../texts/index.ts'

interface PeopleFieldProps {
  label: string
  organization: string
  /** The ids of the people. */
  users: readonly string[]
  onChange: (users: readonly string[]) => void
}

/** As many people as the API allows in a rule, and in a request for their names. */
const MAX_USERS = 100

/** Some people of an organization. */
export function PeopleField({ label, organization, users, onChange }: PeopleFieldProps) {
  const [isAdding, setAdding] = useState(false)
  const t = texts.settings
  return (
    <div className={styles.bar}>
      <Suspense fallback={<span className="muted">…</span>}>
        <Names users={users} onRemove={(id) => onChange(users.filter((one) => one !== id))} />
      </Suspense>
      {users.length < MAX_USERS && (
        <button
          type="button"
          className="button small"
          aria-label={`${t.addPerson}: ${label}`}
          onClick={() => setAdding(true)}
        >
          <Icon name="plus" /> {t.addPerson}
        </button>
      )}
      {isAdding && (
        <PersonDialog
          title={label}
          organization={organization}
          onClose={() => setAdding(false)}
          onChoose={(id) => {
            if (!users.includes(id)) onChange([...users, id])
            setAdding(false)
          }}
        />
      )}
    </div>
  )
}

function Names({ users, onRemove }: { users: readonly string[]; onRemove: (id: string) => void }) {
  const { nodes } = useLazyLoadQuery<PeopleFieldQuery>(
    graphql`
      query PeopleFieldQuery($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on User {
            id
            displayName
          }
        }
      }
    `,
    { ids: users },
  )
  const names = new Map(nodes.flatMap((node) => (node?.id ? [[node.id, node.displayName]] : [])))
  return users.map((id) => {
    const name = names.get(id) ?? texts.changes.unknown
    return (
      <span key={id} className={styles.chip}>
        <bdi>{name}</bdi>
        <button type="button" aria-label={texts.settings.removePerson(name)} onClick={() => onRemove(id)}>
          <Icon name="close" />
        </button>
      </span>
    )
  })
}
