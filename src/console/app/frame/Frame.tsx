import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { FrameQuery } from '#console/FrameQuery.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { Toasts } from '../parts/Toast.tsx'
import { useScreenQuery } from '../relay/use-screen-query.ts'
import { texts } from '../texts/index.ts'
import { Boundary } from './Boundary.tsx'
import styles from './Frame.module.css'
import { FrameKeys } from './FrameKeys.tsx'
import { turnSingleKeys } from './keys.ts'
import { LiveState } from './LiveState.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SidebarSlotContext } from './SidebarSlot.tsx'

/** What stays while the route changes: the navigation at the left, and the state of the connection. */
export function Frame() {
  return (
    <Boundary fallback={<Skeleton />}>
      <Shell />
    </Boundary>
  )
}

function Shell() {
  const { viewer } = useScreenQuery<FrameQuery>(
    graphql`
      query FrameQuery {
        viewer {
          preferences {
            keyBindings
          }
          ...Sidebar_viewer
        }
      }
    `,
    {},
  )
  useEffect(() => turnSingleKeys(viewer?.preferences.keyBindings ?? true), [viewer])
  const [isOpen, setOpen] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawer closes when the route changes.
  useEffect(() => setOpen(false), [path])
  return (
    <SidebarSlotContext value={slot}>
      <a className={styles.skip} href="#content">
        {texts.frame.skip}
      </a>
      <div className={styles.frame} data-open={isOpen}>
        <header className={styles.bar}>
          <button
            type="button"
            className={styles.menu}
            aria-expanded={isOpen}
            aria-label={isOpen ? texts.frame.closeNavigation : texts.frame.openNavigation}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
          </button>
          <span className={styles.brand}>Quire</span>
          <LiveState />
        </header>
        {viewer && <Sidebar viewer={viewer} slotRef={setSlot} />}
        <main id="content" className={styles.main} tabIndex={-1}>
          <Boundary key={path.split('/').slice(0, 3).join('/')} fallback={<Skeleton lines={12} />}>
            <Outlet />
          </Boundary>
        </main>
      </div>
      <FrameKeys />
      <Toasts />
    </SidebarSlotContext>
  )
}
