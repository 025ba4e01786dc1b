import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { graphql, useFragment, usePaginationFragment } from 'react-relay/hooks'
import type { CollectionMenu_collection$key } from '#console/CollectionMenu_collection.graphql.ts'
import type { Places_organization$key } from '#console/Places_organization.graphql.ts'
import type { PlacesSpaces_organization$key } from '#console/PlacesSpaces_organization.graphql.ts'
import type { PlacesSpacesQuery } from '#console/PlacesSpacesQuery.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import rows from '../parts/Rows.module.css'
import { ShowMore } from '../parts/ShowMore.tsx'
import { texts } from '../texts/index.ts'
import { CollectionMenu } from './CollectionMenu.tsx'
import { type Group, groupSpaces } from './group-spaces.ts'
import { outerOf } from './outer-of.ts'
import styles from './Places.module.css'
import { SiteRow } from './SiteRow.tsx'
import { SpaceMenu } from './SpaceMenu.tsx'
import { SpaceRow } from './SpaceRow.tsx'

interface PlacesProps {
  organization: Places_organization$key
  /** Reads them again, where they can be arranged. Without it, they have no menus. */
  onChanged?: () => void
  /** In place of the spaces if there are none. */
  empty: ReactNode
}

/** Where things are in an organization: its spaces by collection, and its sites. */
export function Places({ organization, empty, onChanged }: PlacesProps) {
  const data = useFragment(
    graphql`
      fragment Places_organization on Organization
      @argumentDefinitions(count: { type: "Int!" }) {
        id
        title
        ...PlacesSpaces_organization @arguments(count: $count)
        collections(first: 200, nested: true) {
          nodes {
            id
            title
            position
            parent {
              id
            }
            ...CollectionMenu_collection
          }
        }
        sites(first: 20) {
          totalCount
          nodes {
            id
            ...SiteRow_site
          }
        }
      }
    `,
    organization,
  )
  const { spaces, total, ...more } = useSpaces(data)
  const groups = groupSpaces(data.collections?.nodes ?? [], spaces)
  const sites = data.sites?.nodes ?? []
  const siteCount = data.sites?.totalCount ?? 0
  const moreSites = siteCount - sites.length
  const t = texts.places
  return (
    <>
      <section className={styles.section} aria-label={t.spacesOf(data.title)}>
        <h2>
          {t.spaces} <span className={styles.count}>{total}</span>
        </h2>
        {groups.length === 0 && empty}
        {groups.map((group) => (
          <SpaceGroup
            key={group.collection?.id ?? ''}
            group={group}
            collection={(data.collections?.nodes ?? []).find(({ id }) => id === group.collection?.id)}
            organization={data.id}
            outer={outerOf(data.collections?.nodes ?? [], group.collection?.id)}
            onChanged={onChanged}
          />
        ))}
        <ShowMore shown={spaces.length} total={total} {...more} />
      </section>
      {sites.length > 0 && (
        <section className={styles.section} aria-label={t.sitesOf(data.title)}>
          <h2>
            {t.sites} <span className={styles.count}>{siteCount}</span>
          </h2>
          <ul className={rows.rows}>
            {sites.map((site) => (
              <SiteRow key={site.id} site={site} />
            ))}
          </ul>
          {moreSites > 0 && (
            <p className={styles.none}>
              <Link to="/o/$organization/sites" params={{ organization: data.id }}>
                {t.moreSites(moreSites)}
              </Link>
            </p>
          )}
        </section>
      )}
    </>
  )
}

function useSpaces(organization: PlacesSpaces_organization$key) {
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    PlacesSpacesQuery,
    PlacesSpaces_organization$key
  >(
    graphql`
      fragment PlacesSpaces_organization on Organization
      @refetchable(queryName: "PlacesSpacesQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        spaces(first: $count, after: $cursor) @connection(key: "Places_spaces") {
          totalCount
          edges {
            node {
              id
              position
              parent {
                id
                title
              }
              ...SpaceRow_space
              ...SpaceMenu_space
            }
          }
        }
      }
    `,
    organization,
  )
  const spaces = (data.spaces?.edges ?? []).map(({ node }) => node)
  return { spaces, total: data.spaces?.totalCount ?? 0, hasNext, isLoadingNext, loadNext }
}

type Space = ReturnType<typeof useSpaces>['spaces'][number]

interface SpaceGroupProps {
  group: Group<Space>
  collection: CollectionMenu_collection$key | undefined
  organization: string
  /** What the parent of the collection is in. */
  outer: string | undefined
  onChanged: (() => void) | undefined
}

function SpaceGroup({ group, collection: menuOf, organization, outer, onChanged }: SpaceGroupProps) {
  const { collection, above, before, after, spaces } = group
  const common = onChanged && { organization, onChanged }
  return (
    <div className={styles.group}>
      {collection && (
        <div className={styles.head} data-place={collection.id}>
          <h3 className={styles.collection}>
            <Icon name="folder" />
            {above.map((title, depth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two collections can have the same title.
              <span key={depth} className="muted" dir="auto">
                {title} /
              </span>
            ))}
            <Link to="/c/$collection" params={{ collection: collection.id }} dir="auto">
              {collection.title || texts.places.untitled}
            </Link>
          </h3>
          {menuOf && common && (
            <CollectionMenu collection={menuOf} above={outer} before={before} after={after} {...common} />
          )}
        </div>
      )}
      {spaces.length > 0 ? (
        <ul className={rows.rows}>
          {spaces.map((space, at) => (
            <SpaceRow
              key={space.id}
              space={space}
              menu={
                common && (
                  <SpaceMenu
                    space={space}
                    before={spaces[at - 1]?.id}
                    after={spaces[at + 1]?.id}
                    {...common}
                  />
                )
              }
            />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{texts.places.noSpacesHere}</p>
      )}
    </div>
  )
}
