import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { SpaceListQuery, SpaceListQuery$data } from '#console/SpaceListQuery.graphql.ts'
import { useCoalesced } from '../live/use-coalesced.ts'
import { changesLists, useOrganizationEvents } from '../live/use-organization-events.ts'
import { Emoji } from '../parts/Emoji.tsx'
import { Icon } from '../parts/Icon.tsx'
import { reread, useScreenQuery } from '../relay/use-screen-query.ts'
import { texts } from '../texts/index.ts'
import styles from './SpaceList.module.css'
import { useStored } from './stored.ts'

const query = graphql`
  query SpaceListQuery($organization: ID!) {
    organization(id: $organization) {
      id
      eventCursor
      spaces(first: 100) {
        totalCount
        nodes {
          id
          title
          emoji
          parent {
            id
            title
          }
        }
      }
    }
  }
`

type Spaces = NonNullable<NonNullable<SpaceListQuery$data['organization']>['spaces']>
type Space = Spaces['nodes'][number]

/** The spaces by collection, those in none first. */
function byCollection(spaces: readonly Space[]): { id: string; title: string; spaces: Space[] }[] {
  const groups = new Map([['', { id: '', title: '', spaces: [] as Space[] }]])
  for (const space of spaces) {
    const { id, title } = space.parent ?? { id: '', title: '' }
    const group = groups.get(id)
    if (group) group.spaces.push(space)
    else groups.set(id, { id, title, spaces: [space] })
  }
  return [...groups.values()]
}

/** The spaces of an organization in the navigation. Collections can be folded, which this browser keeps. */
export function SpaceList({ organization: id }: { organization: string }) {
  const { organization } = useScreenQuery<SpaceListQuery>(query, { organization: id })
  const readAgain = useCoalesced(() => reread<SpaceListQuery>(query, { organization: id }))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: (event) => /^(?:SPACE|COLLECTION)_/.test(event.type) && changesLists(event) && readAgain(),
    onGap: readAgain,
  })
  const [folded, setFolded] = useStored(`folded-${id}`, '')
  const spaces = organization?.spaces?.nodes ?? []
  const total = organization?.spaces?.totalCount ?? 0
  const hidden = new Set(folded.split(' ').filter((collection) => collection !== ''))
  const toggle = (collection: string) => {
    if (!hidden.delete(collection)) hidden.add(collection)
    setFolded([...hidden].join(' '))
  }
  const { frame } = texts
  return (
    <section className={styles.spaces}>
      <h2>{frame.spaces}</h2>
      {spaces.length === 0 && <p className="muted">{frame.noSpaces}</p>}
      {byCollection(spaces).map((group) => (
        <Collection key={group.id} group={group} isFolded={hidden.has(group.id)} toggle={toggle} />
      ))}
      {total > spaces.length && (
        <Link to="/o/$organization" params={{ organization: id }} className={styles.more}>
          {frame.allSpaces(total)}
        </Link>
      )}
    </section>
  )
}

interface CollectionProps {
  group: { id: string; title: string; spaces: Space[] }
  isFolded: boolean
  toggle: (id: string) => void
}

function Collection({ group: { id, title, spaces }, isFolded, toggle }: CollectionProps) {
  return (
    <>
      {id !== '' && (
        <div className={styles.collection}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-label={texts.frame.fold(title)}
            onClick={() => toggle(id)}
          >
            <Icon name={isFolded ? 'chevron' : 'down'} />
          </button>
          <Link to="/c/$collection" params={{ collection: id }} dir="auto">
            {title}
          </Link>
        </div>
      )}
      {!isFolded && (
        <ul data-nested={id !== ''}>
          {spaces.map((space) => (
            <li key={space.id}>
              <Link to="/s/$space" params={{ space: space.id }}>
                {space.emoji === '' ? <Icon name="book" /> : <Emoji code={space.emoji} />}
                <span dir="auto">{space.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
