import { type ReactNode, useLayoutEffect, useRef } from 'react'
import menuStyles from '../../../parts/Menu.module.css'
import { placeBeside } from '../../../parts/place-beside.ts'
import { useMenuKeys } from '../../../parts/use-menu-keys.ts'

interface TreeMenuProps {
  label: string
  /** The button beside which it opens. One menu serves all rows. */
  opener: HTMLElement
  onClose: () => void
  children: ReactNode
}

/** The menu of one row, open while it is rendered. */
export function TreeMenu({ label, opener, onClose, children }: TreeMenuProps) {
  const popover = useRef<HTMLDivElement>(null)
  const button = useRef(opener as HTMLButtonElement)
  const { onMenuKeyDown, focusFirst } = useMenuKeys(popover, button)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once.
  useLayoutEffect(() => {
    if (!popover.current) return
    popover.current.showPopover()
    placeBeside(opener, popover.current)
    focusFirst()
  }, [])
  return (
    <div
      ref={popover}
      popover="auto"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={menuStyles.menu}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={onMenuKeyDown}
      onClick={(event) => {
        if ((event.target as Element).closest('[role^=menuitem]')) popover.current?.hidePopover()
      }}
    >
      {children}
    </div>
  )
}
