import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { runLater } from '../../../frame/run-later.ts'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import { rereadChanges } from '../diff/use-changes.ts'
import type { ChangePlace } from '../place.ts'

/** Brings the changes of main into a change request. Where both changed the same, the conflicts are opened. */
export function useUpdateFromMain(changeRequestId: string, place: ChangePlace) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const run = async ({ takeFromMain }: typeof import('./take-from-main.ts'), onDone?: () => void) => {
    const result = await takeFromMain(changeRequestId)
    if (result === undefined) return
    onDone?.()
    void rereadChanges(place)
    if (result !== 'CONFLICTS') return toast(texts.changeRequest.updated)
    await navigate({
      to: '/s/$space/changes/$number',
      params: { space: place.space, number: String(place.number) },
      search: { view: 'conflicts' },
    })
  }
  const update = (onDone?: () => void) => {
    if (isBusy) return
    setBusy(true)
    void runLater(
      () => import('./take-from-main.ts'),
      (code) => run(code, onDone),
    ).then(() => setBusy(false))
  }
  return { update, isBusy }
}
