import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SpaceScreenQuery, SpaceScreenQuery$data } from '#console/SpaceScreenQuery.graphql.ts'
import { Boundary } from '../../frame/Boundary.tsx'
import { later, loadable } from '../../frame/later.tsx'
import { SidebarSlot } from '../../frame/SidebarSlot.tsx'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { startedSpace } from '../../start/start-progress.ts'
import { withTexts } from '../../texts/index.ts'
import { addressOf } from './addresses.ts'
import { PresenceProvider } from './PresenceProvider.tsx'
import { SpaceEvents } from './SpaceEvents.tsx'
import { SpaceNav } from './SpaceNav.tsx'
import { SpaceContext, type SpaceFacts } from './space-context.ts'
import type { TreeContent } from './tree-content.ts'
import { changesContent, useFreshContent } from './use-fresh-content.ts'
import { useTreePages } from './use-tree-pages.ts'

/** For those who are on their way to a first site. */
const StartSteps = later(() => withTexts(() => import('../../start/StartSteps.tsx'), 'sites'))

/** In place of a space that cannot be shown: it may be deleted. If it fails, the screen has failed. */
const { Loaded: DeletedSpace } = loadable(() =>
  withTexts(() => import('./DeletedSpace.tsx'), 'administration'),
)

const query = graphql`
  query SpaceScreenQuery($space: ID!) {
    viewer {
      user {
        id
      }
    }
    space(id: $space) {
      id
      title
      emoji
      editMode
      organization {
        id
        title
        permissions {
          createContent
        }
      }
      parent {
        id
        title
      }
      permissions {
        comment
        edit
        manage
        triggerGitSync
      }
      urls {
        published
      }
      ...SpaceNav_space
      # Named with its argument, so that what other screens read of the content does not replace it.
      content(computed: true) {
        ...useTreePages_revision
      }
    }
  }
`

export const preload = ({ space = '' }: Parameters) => read<SpaceScreenQuery>(query, { space })

/** The frame of everything in a space: its pages at the left, who is here, and what happens in it. */
export default function SpaceScreen() {
  const { space: id = '' } = useParameters()
  const { space, viewer } = useScreenQuery<SpaceScreenQuery>(query, { space: id })
  // Of a deleted space only little can be read, and its content is no part of it.
  if (!space?.content) return <DeletedSpace id={id} />
  return (
    <SpaceEvents spaceId={id} key={id}>
      <PresenceProvider spaceId={id}>
        <Loaded space={space} viewerId={viewer?.user.id ?? ''}>
          <SidebarSlot>
            <SpaceNav space={space} />
          </SidebarSlot>
          {startedSpace() === id && <StartSteps />}
          <Views />
        </Loaded>
      </PresenceProvider>
    </SpaceEvents>
  )
}

/** Reading thousands of pages again takes seconds. */
const LARGE = 500
const LARGE_PAUSE_MS = 15_000
const SMALL_PAUSE_MS = 1_000

interface LoadedProps {
  space: NonNullable<SpaceScreenQuery$data['space']>
  viewerId: string
  children: ReactNode
}

function Loaded({ space, viewerId, children }: LoadedProps) {
  const { revision, pages, isComplete } = useTreePages(space.content)
  const { id: spaceId, permissions, editMode } = space
  const readAgain = useCallback(() => reread<SpaceScreenQuery>(query, { space: spaceId }), [spaceId])
  const content = useMemo(
    (): TreeContent => ({
      spaceId,
      isLocked: editMode === 'LOCKED',
      revision,
      pages,
      mayEdit: permissions.edit,
      addressOf: (path) => addressOf(spaceId, path),
      reread: readAgain,
    }),
    [spaceId, editMode, revision, pages, permissions.edit, readAgain],
  )
  useFreshContent(() => void readAgain(), {
    pauseMs: pages.length > LARGE ? LARGE_PAUSE_MS : SMALL_PAUSE_MS,
    concerns: (event) => changesContent(event) || event.type === 'SPACE_UPDATED',
  })
  const facts = useMemo(
    (): SpaceFacts => ({
      id: space.id,
      title: space.title,
      emoji: space.emoji,
      organization: space.organization,
      collection: space.parent,
      permissions: space.permissions,
      isLive: space.editMode !== 'LOCKED',
      published: space.urls.published,
      mayPublish: space.permissions.manage && space.organization?.permissions.createContent === true,
      viewerId,
      pages,
      content,
      isComplete,
    }),
    [space, viewerId, pages, content, isComplete],
  )
  return <SpaceContext value={facts}>{children}</SpaceContext>
}

/** The screen of the address. One that fails leaves the pages at the left as they are. */
function Views() {
  // The pages of a change request are parts of one screen.
  const view = useLocation({
    select: ({ pathname }) => pathname.replace(/(\/s\/[^/]+\/changes\/\d+).*/, '$1'),
  })
  return (
    <Boundary isScreen key={view} fallback={<Skeleton lines={12} />}>
      <Outlet />
    </Boundary>
  )
}
