import { Link, useParams } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Sidebar_viewer$key } from '#console/Sidebar_viewer.graphql.ts'
import { useOwnAccess } from '../live/use-own-access.ts'
import { Icon } from '../parts/Icon.tsx'
import { Keys } from '../parts/Keys.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { texts } from '../texts/index.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Boundary } from './Boundary.tsx'
import { useColumns } from './columns.tsx'
import { useCurrentOrganization } from './current-organization.ts'
import { InboxLink } from './InboxLink.tsx'
import { LiveState } from './LiveState.tsx'
import { openLayer } from './layers.ts'
import { OrganizationMenu } from './OrganizationMenu.tsx'
import styles from './Sidebar.module.css'
import { SpaceList } from './SpaceList.tsx'

interface SidebarProps {
  viewer: Sidebar_viewer$key
  /** Where a space shows its pages. */
  slotRef: (element: HTMLElement | null) => void
  /** What opened the drawer, and has the focus again once it is closed. */
  opener: RefObject<HTMLButtonElement | null>
}

/** As a drawer, it has the focus while it is open, and nothing in it can be reached while it is closed. */
function useDrawer(opener: SidebarProps['opener']) {
  const { width, left } = useColumns()
  const ref = useRef<HTMLElement>(null)
  const isOpen = width === 'narrow' && left.isShown
  useEffect(() => {
    if (!isOpen) return
    const before = opener.current
    ref.current?.querySelector<HTMLElement>('a, button')?.focus()
    return () => before?.focus({ preventScroll: true })
  }, [isOpen, opener])
  const close = ({ key, defaultPrevented }: { key: string; defaultPrevented: boolean }) => {
    if (isOpen && key === 'Escape' && !defaultPrevented) left.toggle()
  }
  return { ref, inert: !left.isShown, onKeyDown: close }
}

export function Sidebar({ viewer, slotRef, opener }: SidebarProps) {
  const data = useFragment(
    graphql`
      fragment Sidebar_viewer on Viewer {
        organizations(first: 50) {
          ...currentOrganization_organizations
          ...OrganizationMenu_organizations
        }
        ...InboxLink_viewer
        ...AccountMenu_viewer
      }
    `,
    viewer,
  )
  const { frame } = texts
  const { width, left } = useColumns()
  const organization = useCurrentOrganization(data.organizations ?? null)
  useOwnAccess(organization?.id)
  const { space } = useParams({ strict: false }) as { space?: string }
  const drawer = useDrawer(opener)
  return (
    <nav className={styles.sidebar} aria-label={frame.navigation} {...drawer}>
      <div className={styles.head}>
        {data.organizations && (
          <OrganizationMenu organizations={data.organizations} current={organization?.id} />
        )}
        {width !== 'narrow' && (
          <button
            type="button"
            className="icon-button"
            aria-label={frame.toggleLeft}
            title={frame.toggleLeft}
            onClick={left.toggle}
          >
            <Icon name="sidebar" />
          </button>
        )}
      </div>
      <button type="button" className={styles.find} onClick={() => openLayer('commands')}>
        <Icon name="search" /> <span className={styles.name}>{frame.find}</span> <Keys of="mod+k" />
      </button>
      <ul className={styles.links}>
        <li>
          <Link to="/" activeOptions={{ exact: true }}>
            <Icon name="home" /> {frame.home}
          </Link>
        </li>
        <li>
          <InboxLink viewer={data} />
        </li>
        {organization && (
          <li>
            <Link to="/o/$organization/changes" params={{ organization: organization.id }}>
              <Icon name="merge" /> {frame.changes}
            </Link>
          </li>
        )}
        {organization?.permissions.listMembers && (
          <li>
            <Link to="/o/$organization/people" params={{ organization: organization.id }}>
              <Icon name="users" /> {texts.home.people}
            </Link>
          </li>
        )}
        {organization && (
          <li>
            <Link to="/o/$organization/sites" params={{ organization: organization.id }}>
              <Icon name="globe" /> {frame.sites}
            </Link>
          </li>
        )}
      </ul>
      <div className={styles.slot} ref={slotRef}>
        {space === undefined && organization && (
          <Boundary key={organization.id} fallback={<Skeleton />}>
            <SpaceList organization={organization.id} />
          </Boundary>
        )}
      </div>
      <div className={styles.foot}>
        <AccountMenu viewer={data} />
        <LiveState />
      </div>
    </nav>
  )
}
