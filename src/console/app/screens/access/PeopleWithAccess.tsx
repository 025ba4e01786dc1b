import { graphql, useFragment } from 'react-relay/hooks'
import type {
  PeopleWithAccess_permissions$data,
  PeopleWithAccess_permissions$key,
} from '#console/PeopleWithAccess_permissions.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Avatar } from '../../parts/Avatar.tsx'
import { texts } from '../../texts/index.ts'

type Source = PeopleWithAccess_permissions$data[number]['sources'][number]

/** Where a role was set: here, or on a collection above that may be hidden from the person. */
function placeOf({ target }: Source, here: string): string {
  const t = texts.access
  if (target?.__typename === 'Space') return t.here
  if (target?.__typename !== 'Collection') return t.above
  return target.id === here ? t.here : t.onCollection(target.title || texts.places.untitled)
}

/** Why somebody has a role. */
function reasonOf(source: Source, here: string, organization: string): string {
  const t = texts.access
  const place = placeOf(source, here)
  switch (source.type) {
    case 'ORGANIZATION':
      return t.fromOrganization(organization)
    case 'DEFAULT':
      return t.fromDefault(place)
    case 'TEAM':
      return source.team ? t.fromTeam(source.team.title, place) : t.fromHiddenTeam(place)
    default:
      return t.fromUser(place)
  }
}

interface PeopleWithAccessProps {
  permissions: PeopleWithAccess_permissions$key
  /** The id of the space or the collection. */
  place: string
  organization: string
  isPending: boolean
}

/** Everyone with a role in the end, and why. */
export function PeopleWithAccess({ permissions, place, organization, isPending }: PeopleWithAccessProps) {
  const people = useFragment(
    graphql`
      fragment PeopleWithAccess_permissions on UserPermission @relay(plural: true) {
        permission
        user {
          id
          displayName
          photoURL
        }
        sources {
          type
          role
          team {
            id
            title
          }
          target {
            __typename
            ... on Space {
              id
            }
            ... on Collection {
              id
              title
            }
          }
        }
      }
    `,
    permissions,
  )
  const t = texts.access
  if (people.length === 0) return <p className="muted">{t.nobody}</p>
  return (
    <ul className={styles.rows} aria-label={t.people} aria-busy={isPending}>
      {people.map(({ user, permission, sources: [first, ...others] }) => (
        <li key={user.id} className={styles.row}>
          <span className={styles.person}>
            <Avatar person={user} size={24} />
            <span className={styles.what}>
              <bdi>{user.displayName}</bdi>
              {first && <span dir="auto">{reasonOf(first, place, organization)}</span>}
              {others.map((source) => {
                const reason = reasonOf(source, place, organization)
                return (
                  <span key={reason} dir="auto">
                    {t.also(texts.forms.roles[source.role], reason)}
                  </span>
                )
              })}
            </span>
          </span>
          <span>{texts.forms.roles[permission]}</span>
        </li>
      ))}
    </ul>
  )
}
