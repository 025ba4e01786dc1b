import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PlacesDialogQuery } from '#console/PlacesDialogQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Dialog } from '../../parts/Dialog.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { texts } from '../../texts/index.ts'

interface PlacesDialogProps {
  user: { readonly id: string; readonly displayName: string }
  organization: { readonly id: string; readonly title: string }
  onClose: () => void
}

/** The spaces and collections that a member has access to, each with what gives them the role. */
export function PlacesDialog({ user, organization, onClose }: PlacesDialogProps) {
  return (
    <Dialog title={texts.people.placesTitle(user.displayName)} onClose={onClose} isWide>
      <Suspense fallback={<Skeleton lines={4} />}>
        <Places user={user.id} organization={organization} onLeave={onClose} />
      </Suspense>
    </Dialog>
  )
}

type Member = NonNullable<NonNullable<PlacesDialogQuery['response']['organization']>['member']>
type Place = NonNullable<Member['places']>['nodes'][number]

type Target = NonNullable<Place['sources'][number]['target']>

/** A space or a collection, of which the console knows no other kind. */
const named = (target: Target | Place['place']) =>
  target && target.__typename !== '%other' ? target : undefined

/** Why somebody has a role: what it was given by, and where. */
function reasonOf(
  { type, team, target }: Place['sources'][number],
  here: string,
  organization: string,
): string {
  const t = texts.access
  const set = named(target)
  const title = set?.title || texts.places.untitled
  const place = !set ? t.above : set.id === here ? t.there : t.onCollection(title)
  if (type === 'ORGANIZATION') return t.fromOrganization(organization)
  if (type === 'DEFAULT') return t.fromDefault(place)
  if (type === 'TEAM') return team ? t.fromTeam(team.title, place) : t.fromHiddenTeam(place)
  return t.fromUser(place)
}

interface PlacesProps {
  user: string
  organization: { readonly id: string; readonly title: string }
  onLeave: () => void
}

function Places({ user, organization, onLeave }: PlacesProps) {
  const data = useLazyLoadQuery<PlacesDialogQuery>(
    graphql`
      query PlacesDialogQuery($organization: ID!, $user: ID!) {
        organization(id: $organization) {
          id
          member(userId: $user) {
            id
            places(first: 100) {
              totalCount
              nodes {
                permission
                place {
                  __typename
                  ... on Space {
                    id
                    title
                  }
                  ... on Collection {
                    id
                    title
                  }
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
                      title
                    }
                    ... on Collection {
                      id
                      title
                    }
                  }
                }
              }
            }
          }
        }
      }
    `,
    { organization: organization.id, user },
    { fetchPolicy: 'store-and-network' },
  )
  const { totalCount = 0, nodes = [] } = data.organization?.member?.places ?? {}
  const t = texts.people
  if (totalCount === 0) return <p>{t.noPlaces}</p>
  return (
    <div className={styles.list}>
      <p role="status">{t.placesCount(totalCount)}</p>
      <ul className={styles.rows} aria-label={t.places}>
        {nodes.map((row) => {
          const place = named(row.place)
          return (
            place && (
              <PlaceRow
                key={place.id}
                row={row}
                place={place}
                organization={organization.title}
                onLeave={onLeave}
              />
            )
          )
        })}
      </ul>
      {totalCount > nodes.length && <p className="muted">{texts.lists.shown(nodes.length, totalCount)}</p>}
    </div>
  )
}

interface PlaceRowProps {
  row: Place
  place: NonNullable<ReturnType<typeof named>>
  organization: string
  onLeave: () => void
}

function PlaceRow({ row: { permission, sources }, place, organization, onLeave }: PlaceRowProps) {
  const { id, title } = place
  const [first, ...others] = sources
  const link =
    place.__typename === 'Space'
      ? ({ to: '/s/$space', params: { space: id } } as const)
      : ({ to: '/c/$collection', params: { collection: id } } as const)
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <Link {...link} dir="auto" onClick={onLeave}>
          {title || texts.places.untitled}
        </Link>
        {first && <span dir="auto">{reasonOf(first, id, organization)}</span>}
        {others.map((source) => {
          const reason = reasonOf(source, id, organization)
          return (
            <span key={reason} dir="auto">
              {texts.access.also(texts.forms.roles[source.role], reason)}
            </span>
          )
        })}
      </span>
      <span>{texts.forms.roles[permission]}</span>
    </li>
  )
}
