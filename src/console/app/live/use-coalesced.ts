import { useEffect, useMemo, useRef } from 'react'

/** How long a list that was just read again waits before it is read once more. */
const PAUSE_MS = 1_000

/** Runs `work` at once, and then at most once a second: what is asked for meanwhile is one more run. */
export function useCoalesced(work: () => void): () => void {
  const latest = useRef(work)
  latest.current = work
  const runs = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsked = false
    const run = () => {
      isAsked = false
      timer = setTimeout(() => {
        timer = undefined
        if (isAsked) run()
      }, PAUSE_MS)
      latest.current()
    }
    return {
      ask: () => {
        if (timer === undefined) run()
        else isAsked = true
      },
      end: () => {
        clearTimeout(timer)
        timer = undefined
        // Whatever is shown next would take what was read before for new.
        if (isAsked) latest.current()
        isAsked = false
      },
    }
  }, [])
  useEffect(() => runs.end, [runs])
  return runs.ask
}
