import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { announcePlace, type Place, type PresentPerson, watchPresence } from './presence-store.ts'

interface PresenceState {
  people: readonly PresentPerson[]
  /** Says where this person is; returns what to call when they leave. */
  enter: (place: Place) => () => void
}

const PresenceContext = createContext<PresenceState>({ people: [], enter: () => () => {} })

const REPEAT_MS = 20_000

/** Tells others where this person is in a space while the window is visible, and knows where they are. */
export function PresenceProvider({ spaceId, children }: { spaceId: string; children: ReactNode }) {
  const [people, setPeople] = useState<readonly PresentPerson[]>([])
  const place = useRef<Place>(null)
  useEffect(() => watchPresence(spaceId, setPeople), [spaceId])
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') announcePlace(spaceId, place.current ?? {})
    }
    // A screen that was entered has told it.
    if (place.current === null) tell()
    const timer = setInterval(tell, REPEAT_MS)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      announcePlace(spaceId, null)
    }
  }, [spaceId])
  const state = useMemo(
    () => ({
      people,
      enter: (entered: Place) => {
        place.current = entered
        announcePlace(spaceId, entered)
        return () => {
          if (place.current === entered) place.current = null
        }
      },
    }),
    [people, spaceId],
  )
  return <PresenceContext value={state}>{children}</PresenceContext>
}

export const usePresence = (): readonly PresentPerson[] => useContext(PresenceContext).people

/** Tells others that this person is at a page or a change request while the component is shown. */
export function usePlace({ pageId, changeRequestId, isEditing }: Place): void {
  const { enter } = useContext(PresenceContext)
  const latest = useRef(enter)
  latest.current = enter
  useEffect(
    () => latest.current({ pageId, changeRequestId, isEditing }),
    [pageId, changeRequestId, isEditing],
  )
}
