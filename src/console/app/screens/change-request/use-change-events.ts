import { useCallback, useRef, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useChangeEventsQuery } from '#console/useChangeEventsQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { viewer } from '../../threads/viewer.ts'
import { type SpaceEvent, useSpaceEvents } from '../space/SpaceEvents.tsx'
import { rereadChanges } from './diff/use-changes.ts'
import type { ChangePlace } from './place.ts'

/** What others changed since the changes were read. */
export interface Changed {
  names: readonly string[]
  pages: number
  /** The revision that they made. */
  revisionId: string | null | undefined
}

const revisionQuery = graphql`
  query useChangeEventsQuery($id: ID!) {
    node(id: $id) {
      ... on Revision {
        diff(first: 100) {
          nodes {
            subjectId
          }
        }
      }
    }
  }
`

/** The ids of what a revision changed. */
async function changedIn(revisionId: string): Promise<string[]> {
  const { node } = await readOnce<useChangeEventsQuery>(revisionQuery, { id: revisionId })
  return node?.diff?.nodes.map(({ subjectId }) => subjectId) ?? []
}

/** Events of main content, after which a change request can be outdated or in conflict. */
const ABOUT_MAIN: ReadonlySet<string> = new Set(['SPACE_CONTENT_UPDATED', 'CHANGE_REQUEST_MERGED'])
const ABOUT_COMMENTS = /^COMMENT_/

/** Follows what happens to a change request. The head is read again at once; changed pages are only announced. */
export function useChangeEvents(
  changeRequestId: string,
  { place, rereadHead }: { place: ChangePlace; rereadHead: () => void },
) {
  const [changed, setChanged] = useState<Changed | null>(null)
  const seen = useRef({ names: new Set<string>(), subjects: new Set<string>() })
  const readHead = useCoalesced(rereadHead)
  const note = async ({ actor, revisionId }: SpaceEvent) => {
    const { names, subjects } = seen.current
    if (actor) names.add(actor.displayName)
    const ids = revisionId ? await changedIn(revisionId).catch(() => []) : []
    for (const id of ids) subjects.add(id)
    setChanged({ names: [...names], pages: subjects.size, revisionId })
  }

  useSpaceEvents({
    onEvent: (event) => {
      const isOwn = event.changeRequestId === changeRequestId
      if (!isOwn && !ABOUT_MAIN.has(event.type)) return
      // Comments write what they change to the store; a merge rule can depend on them.
      if (!ABOUT_COMMENTS.test(event.type) || /RESOLVED|REOPENED/.test(event.type)) readHead()
      if (!isOwn || event.type !== 'CHANGE_REQUEST_CONTENT_CHANGED') return
      if (event.actor?.id === viewer().id) rereadChanges(place)
      else void note(event)
    },
    onGap: () => {
      readHead()
      rereadChanges(place)
    },
  })
  const forget = useCallback(() => {
    seen.current = { names: new Set(), subjects: new Set() }
    setChanged(null)
  }, [])
  return { changed, forget }
}
