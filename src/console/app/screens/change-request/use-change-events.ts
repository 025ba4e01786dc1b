import { useCallback, useRef, useState } from 'react'
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

/** The ids of what a revision changed; none if they cannot be read. */
const changedIn = (revisionId: string): Promise<string[]> =>
  import('./changed-in.ts').then((code) => code.changedIn(revisionId)).catch(() => [])

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
    const ids = revisionId ? await changedIn(revisionId) : []
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
