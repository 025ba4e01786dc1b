import { useEffect, useRef, useState } from 'react'
import { type SpaceEvent, useSpaceEvents } from '../screens/space/SpaceEvents.tsx'
import { useSpace } from '../screens/space/space-context.ts'
import { changesContent } from '../screens/space/use-fresh-content.ts'
import { texts } from '../texts/index.ts'
import type { ModeHandle } from './mode.ts'
import { type EditTarget, type OpenedPage, openPage } from './open-page.ts'
import { Session, type SessionView } from './session.ts'
import { useLeaving } from './use-leaving.ts'

/** A page that is open for editing. */
export interface Editing extends OpenedPage {
  session: Session
}

const MAX_SUBJECT = 100

/** Opens a page for editing while the component is shown, and follows what others do to it. */
export function useSession(target: EditTarget, onText: (text: string) => void) {
  const { viewerId, isLive } = useSpace()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [view, setView] = useState<SessionView | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const handle = useRef<ModeHandle | null>(null)
  const latest = useRef({ onText })
  latest.current = { onText }
  const { space, path, number } = target
  // biome-ignore lint/correctness/useExhaustiveDependencies: what else changes does not open the page again.
  useEffect(() => {
    let session: Session | null = null
    let isLeft = false
    const open = async () => {
      const opened = await openPage({ space, path, number })
      const { page, stored, changeRequest } = opened
      session = await Session.open({
        place: {
          user: viewerId,
          space,
          pageId: page.pageId,
          changeRequestId: changeRequest?.id ?? null,
          newChangeSubject:
            changeRequest || isLive
              ? undefined
              : texts.editor.changeSubject(page.title).slice(0, MAX_SUBJECT),
        },
        stored,
        onReplace: (text) => {
          handle.current?.replace(text)
          latest.current.onText(text)
        },
        onView: (next) => !isLeft && setView(next),
        onChangeRequest: (change) => {
          showAddress(`/app/s/${space}/changes/${change.number}/${page.path ?? ''}?edit`)
          if (!isLeft) setEditing((before) => before && { ...before, changeRequest: change })
        },
      })
      if (isLeft) return session.leave()
      setEditing({ ...opened, session })
      setView(session.view)
      session.start()
    }
    open().catch((error: unknown) => !isLeft && setFailure(error))
    return () => {
      isLeft = true
      session?.leave()
    }
  }, [space, path, number])
  if (failure !== null) throw failure
  const session = editing?.session
  useLeaving(session)
  const changeId = editing?.changeRequest?.id
  useSpaceEvents({
    onEvent: (event) => {
      if (concerns(event, changeId)) void session?.noteChange(event.revisionId)
    },
    onGap: () => void session?.noteChange(),
  })
  return { editing, view, handle }
}

const concerns = (event: SpaceEvent, changeRequestId: string | undefined): boolean =>
  changeRequestId === undefined
    ? changesContent(event)
    : event.changeRequestId === changeRequestId && event.type.startsWith('CHANGE_REQUEST_')

/** Changes the address without opening it: the editor that is open at it already goes on. */
function showAddress(url: string): void {
  // The router has replaced this method of `history` by one that opens the address.
  History.prototype.replaceState.call(history, history.state, '', url)
}
