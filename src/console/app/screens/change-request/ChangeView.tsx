import { graphql, useFragment } from 'react-relay/hooks'
import type { ChangeView_changeRequest$key } from '#console/ChangeView_changeRequest.graphql.ts'
import { later } from '../../frame/later.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { withTexts } from '../../texts/index.ts'
import { Changes } from './diff/Changes.tsx'
import { ThreadsProvider } from './diff/ThreadsContext.tsx'
import type { ChangePlace } from './place.ts'

const Talk = later(
  () => withTexts(() => import('./talk/ChangeRequestTalk.tsx'), 'talk'),
  <Skeleton lines={16} />,
)
const Conflicts = later(
  () => withTexts(() => import('./conflicts/ChangeRequestConflicts.tsx'), 'conflicts'),
  <Skeleton lines={16} />,
)
const Links = later(
  () => withTexts(() => import('./links/ChangeRequestLinks.tsx'), 'files'),
  <Skeleton lines={8} />,
)

interface ChangeViewProps {
  changeRequest: ChangeView_changeRequest$key
  view: string
  place: ChangePlace
}

/** The view that the address names: the changes, the conversation, the conflicts, or the broken links. */
export function ChangeView({ changeRequest, view, place }: ChangeViewProps) {
  const { id, space, permissions } = useFragment(
    graphql`
      fragment ChangeView_changeRequest on ChangeRequest {
        id
        space {
          id
        }
        permissions {
          comment
          review
        }
      }
    `,
    changeRequest,
  )
  const at = { spaceId: space.id, changeRequestId: id }
  if (view === 'talk') return <Talk {...at} />
  if (view === 'conflicts') return <Conflicts {...at} />
  if (view === 'links') return <Links {...at} />
  return (
    <ThreadsProvider place={{ ...at, mayReview: permissions.review }} mayComment={permissions.comment}>
      <Changes place={place} />
    </ThreadsProvider>
  )
}
