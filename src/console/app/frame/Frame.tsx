import { Outlet } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { FrameQuery } from '#console/FrameQuery.graphql.ts'
import { keepLanguage } from '../../pages/language.ts'
import { followAccount } from '../../pages/themes.ts'
import { Toasts } from '../parts/Toast.tsx'
import { preload, useScreenQuery } from '../relay/use-screen-query.ts'
import { noteSignedIn } from '../sign-in/sign-in-again.ts'
import { texts } from '../texts/index.ts'
import { Boundary } from './Boundary.tsx'
import { ColumnsProvider, useColumns } from './columns.tsx'
import styles from './Frame.module.css'
import { FrameKeys } from './FrameKeys.tsx'
import { turnSingleKeys } from './keys.ts'
import { Notices } from './Notices.tsx'
import { FollowNotifications } from './notifications.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SidebarSlotContext } from './SidebarSlot.tsx'
import { readStored } from './stored.ts'
import { TopBar } from './TopBar.tsx'

/** What stays while the route changes: the navigation at the left, and the state of the connection. */
export function Frame() {
  return (
    <Boundary isScreen fallback={<div className={styles.waiting} />}>
      <ColumnsProvider>
        <Shell />
      </ColumnsProvider>
    </Boundary>
  )
}

const query = graphql`
  query FrameQuery {
    viewer {
      user {
        id
        email
      }
      preferences {
        keyBindings
        language
        theme
      }
      organizations(first: 50) {
        ...currentOrganization_organizations
      }
      ...Sidebar_viewer
    }
  }
`

/** Reads what the frame shows, while the texts of the interface are loaded. */
export const preloadFrame = (): void => preload<FrameQuery>(query, {})

/** Sends the comments that a closed tab could not send. The code is read where there are some. */
function sendWhatIsLeft(viewerId: string): void {
  if (readStored(`outbox:${viewerId}`) === null) return
  // Without the code they wait for the next visit.
  void import('../threads/resume-outbox.ts').then(({ resumeOutbox }) => resumeOutbox()).catch(() => {})
}

function Shell() {
  const { viewer } = useScreenQuery<FrameQuery>(query, {})
  const { keyBindings, language, theme } = viewer?.preferences ?? {}
  useEffect(() => {
    turnSingleKeys(keyBindings ?? true)
    // Without a choice, those that were made in this browser, for example on a site, stay.
    if (language) keepLanguage(language)
    if (theme) followAccount(theme)
  }, [keyBindings, language, theme])
  const { id, email } = viewer?.user ?? {}
  useEffect(() => {
    if (id === undefined) return
    noteSignedIn({ id, email: email ?? '' })
    sendWhatIsLeft(id)
  }, [id, email])
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const { width, left } = useColumns()
  const isOver = width === 'narrow' && left.isShown
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <SidebarSlotContext value={slot}>
      <a className={styles.skip} href="#content">
        {texts.frame.skip}
      </a>
      <div className={styles.frame} data-left={left.isShown}>
        {width === 'narrow' && <TopBar openerRef={opener} />}
        {viewer && <Sidebar viewer={viewer} slotRef={setSlot} opener={opener} />}
        {isOver && <div className={styles.shade} onClick={left.toggle} aria-hidden="true" />}
        <main id="content" className={styles.main} tabIndex={-1} inert={isOver}>
          <Notices />
          <Outlet />
        </main>
      </div>
      <FrameKeys organizations={viewer?.organizations ?? null} />
      <FollowNotifications />
      <Toasts />
    </SidebarSlotContext>
  )
}
