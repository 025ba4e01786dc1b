import { useState } from 'react'
import { runLater } from '../../../frame/run-later.ts'
import type { Change } from './update.ts'

/** Changes the subject, the description or the status. */
export function useUpdate(changeRequestId: string) {
  const [isBusy, setBusy] = useState(false)
  const update = (change: Change, onDone?: () => void) => {
    if (isBusy) return
    setBusy(true)
    const run = async (code: typeof import('./update.ts')) => {
      if (await code.update(changeRequestId, change)) onDone?.()
    }
    void runLater(() => import('./update.ts'), run).then(() => setBusy(false))
  }
  return { update, isBusy }
}
