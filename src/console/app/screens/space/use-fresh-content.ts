import { useEffect, useRef } from 'react'
import { type SpaceEvent, useSpaceEvents } from './SpaceEvents.tsx'

const TYPES: ReadonlySet<string> = new Set([
  'SPACE_CONTENT_UPDATED',
  'CHANGE_REQUEST_MERGED',
  'GIT_IMPORT_COMPLETED',
])

/** Whether an event can have changed the main content. */
export const changesContent = ({ type }: SpaceEvent): boolean => TYPES.has(type)

interface Fresh {
  /** At least this long between two calls. An import can change the content many times per second. */
  pauseMs?: number
  /** Which events count; those that change the main content if omitted. */
  concerns?: (event: SpaceEvent) => boolean
}

/** Calls back when the content has changed: at once for one change, and together for many in a row. */
export function useFreshContent(
  again: () => void,
  { pauseMs = 1_000, concerns = changesContent }: Fresh = {},
): void {
  const latest = useRef(again)
  latest.current = again
  const calledAt = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = () => {
    if (timer.current !== undefined) return
    const wait = Math.max(0, calledAt.current + pauseMs - performance.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      calledAt.current = performance.now()
      latest.current()
    }, wait)
  }
  useSpaceEvents({
    onEvent: (event) => {
      if (concerns(event)) soon()
    },
    onGap: soon,
  })
}
