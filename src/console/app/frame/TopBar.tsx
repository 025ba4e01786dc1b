import type { RefObject } from 'react'
import { Icon } from '../parts/Icon.tsx'
import { texts } from '../texts/index.ts'
import { useColumns } from './columns.tsx'
import styles from './Frame.module.css'
import { LiveState } from './LiveState.tsx'
import { openLayer } from './layers.ts'

/** At the top of narrow windows: opens the navigation, which has no column of its own there. */
export function TopBar({ openerRef }: { openerRef: RefObject<HTMLButtonElement | null> }) {
  const { left } = useColumns()
  const { frame } = texts
  return (
    <header className={styles.bar}>
      <button
        ref={openerRef}
        type="button"
        className="icon-button"
        aria-expanded={left.isShown}
        aria-label={left.isShown ? frame.closeNavigation : frame.openNavigation}
        onClick={left.toggle}
      >
        <Icon name={left.isShown ? 'close' : 'menu'} />
      </button>
      <span className={styles.brand}>Quire</span>
      <LiveState />
      <button
        type="button"
        className="icon-button"
        aria-label={frame.commands}
        onClick={() => openLayer('commands')}
      >
        <Icon name="search" />
      </button>
    </header>
  )
}
