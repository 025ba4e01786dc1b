import { useEffect } from 'react'
import type { Session } from './session.ts'

/** Saves when the person looks elsewhere, when the tab is hidden or closed, and when the browser is online again. */
export function useLeaving(session: Session | undefined): void {
  useEffect(() => {
    if (!session) return
    const controller = new AbortController()
    const { signal } = controller
    const save = () => session.save()
    addEventListener('blur', save, { signal })
    addEventListener('pagehide', save, { signal })
    addEventListener('online', save, { signal })
    document.addEventListener('visibilitychange', save, { signal })
    addEventListener(
      'beforeunload',
      (event) => {
        // The browser asks only where there is no draft, for example because the disk is full.
        if (session.isAtRisk) event.preventDefault()
      },
      { signal },
    )
    return () => controller.abort()
  }, [session])
}
