import type { ReactNode } from 'react'
import { useColumns } from '../frame/columns.tsx'
import { later } from '../frame/later.tsx'
import { texts } from '../texts/index.ts'
import { Icon } from './Icon.tsx'
import styles from './Screen.module.css'

const AsideSheet = later<{ onClose: () => void; children: ReactNode }>(() => import('./AsideSheet.tsx'))

/** What a screen shows beside its content: a column, or below 1,024 px a sheet over it. */
export function Aside({ children }: { children: ReactNode }) {
  const { width, right } = useColumns()
  if (!right.isShown) return null
  return width === 'narrow' ? (
    <AsideSheet onClose={right.toggle}>{children}</AsideSheet>
  ) : (
    <aside className={styles.aside} aria-label={texts.frame.details}>
      {children}
    </aside>
  )
}

/** Shows the navigation again after it was hidden. In narrow windows, the bar at the top does. */
export function LeftToggle() {
  const { width, left } = useColumns()
  if (left.isShown || width === 'narrow') return null
  return <ColumnButton label={texts.frame.toggleLeft} icon="sidebar" isShown={false} toggle={left.toggle} />
}

export function RightToggle() {
  const { right } = useColumns()
  return <ColumnButton label={texts.frame.toggleRight} icon="panel" {...right} />
}

interface ColumnButtonProps {
  label: string
  icon: string
  isShown: boolean
  toggle: () => void
}

const ColumnButton = ({ label, icon, isShown, toggle }: ColumnButtonProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    title={label}
    aria-expanded={isShown}
    onClick={toggle}
  >
    <Icon name={icon} />
  </button>
)
