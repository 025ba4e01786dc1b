import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { graphql, useFragment, usePaginationFragment } from 'react-relay/hooks'
import type { CollectionContents_collection$key } from '#console/CollectionContents_collection.graphql.ts'
import type { CollectionContentsSpaces_collection$key } from '#console/CollectionContentsSpaces_collection.graphql.ts'
import type { CollectionContentsSpacesQuery } from '#console/CollectionContentsSpacesQuery.graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Icon } from '../../parts/Icon.tsx'
import rows from '../../parts/Rows.module.css'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { CollectionMenu } from '../../places/CollectionMenu.tsx'
import { SpaceMenu } from '../../places/SpaceMenu.tsx'
import { SpaceRow } from '../../places/SpaceRow.tsx'
import { texts } from '../../texts/index.ts'
import styles from './CollectionContents.module.css'

interface CollectionContentsProps {
  collection: CollectionContents_collection$key
  /** The button that creates a space, if the person can. */
  create: ReactNode
  organization: string
  onChanged: () => void
}

export function CollectionContents(props: CollectionContentsProps) {
  const { collection, create, organization, onChanged } = props
  const common = { organization, onChanged }
  const data = useFragment(
    graphql`
      fragment CollectionContents_collection on Collection
      @argumentDefinitions(count: { type: "Int!" }) {
        title
        description
        parent {
          id
        }
        collections(first: 200) {
          nodes {
            id
            title
            ...CollectionMenu_collection
          }
        }
        ...CollectionContentsSpaces_collection @arguments(count: $count)
      }
    `,
    collection,
  )
  const spaces = usePaginationFragment<
    CollectionContentsSpacesQuery,
    CollectionContentsSpaces_collection$key
  >(
    graphql`
      fragment CollectionContentsSpaces_collection on Collection
      @refetchable(queryName: "CollectionContentsSpacesQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        spaces(first: $count, after: $cursor) @connection(key: "CollectionContents_spaces") {
          totalCount
          edges {
            node {
              id
              ...SpaceRow_space
              ...SpaceMenu_space
            }
          }
        }
      }
    `,
    data,
  )
  const { edges, totalCount } = spaces.data.spaces
  const collections = data.collections.nodes
  const t = texts.places
  return (
    <div className={styles.contents}>
      {data.description && (
        <p className="muted" dir="auto">
          {data.description}
        </p>
      )}
      {collections.length + edges.length === 0 && <Empty action={create}>{t.emptyCollection}</Empty>}
      {collections.length > 0 && (
        <section aria-label={t.collections}>
          <h2>{t.collections}</h2>
          <ul className={rows.rows}>
            {collections.map(({ id, title, ...rest }, at) => (
              <li key={id} className={rows.row} data-row={id}>
                <Link to="/c/$collection" params={{ collection: id }} className={rows.link}>
                  <Icon name="folder" />
                  <span className={rows.title} dir="auto">
                    {title || t.untitled}
                  </span>
                </Link>
                <span className={rows.end}>
                  <CollectionMenu
                    collection={rest}
                    above={data.parent?.id}
                    before={collections[at - 1]?.id}
                    after={collections[at + 1]?.id}
                    {...common}
                  />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {edges.length > 0 && (
        <section aria-label={t.spacesOf(data.title)}>
          <h2>{t.spaces}</h2>
          <ul className={rows.rows}>
            {edges.map(({ node }, at) => (
              <SpaceRow
                key={node.id}
                space={node}
                menu={
                  <SpaceMenu
                    space={node}
                    before={edges[at - 1]?.node.id}
                    after={edges[at + 1]?.node.id}
                    {...common}
                  />
                }
              />
            ))}
          </ul>
          <ShowMore shown={edges.length} total={totalCount} {...spaces} />
        </section>
      )}
    </div>
  )
}
