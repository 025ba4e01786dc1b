import { graphql, useFragment } from 'react-relay/hooks'
import type { CollectionMenu_collection$key } from '#console/CollectionMenu_collection.graphql.ts'
import { PlaceMenu } from './PlaceMenu.tsx'

interface CollectionMenuProps {
  collection: CollectionMenu_collection$key
  organization: string
  /** What its parent is in. */
  above?: string | null | undefined
  before?: string | undefined
  after?: string | undefined
  onChanged: () => void
  onDeleted?: () => void
}

/** What can be done with a collection where it is listed, and on its own screen. */
export function CollectionMenu({ collection, above, ...rest }: CollectionMenuProps) {
  const { id, title, description, parent, permissions } = useFragment(
    graphql`
      fragment CollectionMenu_collection on Collection {
        id
        title
        description
        parent {
          id
        }
        permissions {
          create
          manage
          move
          delete
        }
      }
    `,
    collection,
  )
  const place = {
    kind: 'collection' as const,
    id,
    title,
    description,
    parent: parent?.id ?? null,
    above,
    may: permissions,
  }
  return <PlaceMenu place={place} {...rest} />
}
