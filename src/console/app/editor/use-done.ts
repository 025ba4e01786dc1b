import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { toast } from '../parts/toasts.ts'
import { rereadPage } from '../screens/page/use-shown-page.ts'
import { useSpace } from '../screens/space/space-context.ts'
import { texts } from '../texts/index.ts'
import type { Editing } from './use-session.ts'

/** Ends editing: saves, and shows the page to read. Where the text could not be saved, the second call leaves it as a draft. */
export function useDone({ session, page, changeRequest }: Editing): () => void {
  const { id: space } = useSpace()
  const navigate = useNavigate()
  const hasTried = useRef(false)
  const leave = () => {
    const params = { space, _splat: page.path ?? '' }
    if (!changeRequest) return void navigate({ to: '/s/$space/$', params })
    const number = String(changeRequest.number)
    void navigate({ to: '/s/$space/changes/$number/$', params: { ...params, number } })
  }
  return () => {
    void session.saveNow().then(async () => {
      if (session.isSettled) {
        // The page opens with the text that was just written.
        if (session.hasSaved && !changeRequest) await rereadPage(space, page.path ?? '')
        return leave()
      }
      if (hasTried.current) {
        toast(texts.editor.keptAsDraft)
        return leave()
      }
      hasTried.current = true
      toast(texts.editor.notSavedYet)
    })
  }
}
