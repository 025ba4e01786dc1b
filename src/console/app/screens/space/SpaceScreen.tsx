import { Outlet } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { SpaceScreenQuery } from '#console/SpaceScreenQuery.graphql.ts'
import { SidebarSlot } from '../../frame/SidebarSlot.tsx'
import { type Parameters, useParameters } from '../../parameters.ts'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { SpaceEvents } from './SpaceEvents.tsx'

const query = graphql`
  query SpaceScreenQuery($space: ID!) {
    space(id: $space) {
      id
      title
    }
  }
`

export const preload = ({ space = '' }: Parameters) => read<SpaceScreenQuery>(query, { space })

/** The frame of everything in a space: its pages at the left, and what happens in it. */
export default function SpaceScreen() {
  const { space: id = '' } = useParameters()
  const { space } = useScreenQuery<SpaceScreenQuery>(query, { space: id })
  return (
    <SpaceEvents spaceId={id} key={id}>
      <SidebarSlot>{space?.title}</SidebarSlot>
      <Outlet />
    </SpaceEvents>
  )
}
