import { graphql, useFragment } from 'react-relay/hooks'
import type { SpaceMenu_space$key } from '#console/SpaceMenu_space.graphql.ts'
import { PlaceMenu } from './PlaceMenu.tsx'

interface SpaceMenuProps {
  space: SpaceMenu_space$key
  organization: string
  before?: string | undefined
  after?: string | undefined
  onChanged: () => void
}

/** What can be done with a space where it is listed. */
export function SpaceMenu({ space, ...rest }: SpaceMenuProps) {
  const { id, title, parent, permissions } = useFragment(
    graphql`
      fragment SpaceMenu_space on Space {
        id
        title
        parent {
          id
        }
        permissions {
          move
        }
      }
    `,
    space,
  )
  const place = { kind: 'space' as const, id, title, parent: parent?.id ?? null, may: permissions }
  return <PlaceMenu place={place} {...rest} />
}
