import { type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './Menu.module.css'
import { placeBeside } from './place-beside.ts'
import { useMenuKeys } from './use-menu-keys.ts'

interface MenuProps {
  /** What the button shows. */
  button: ReactNode
  /** The name of the menu, and of its button. */
  label: string
  /** The button shows a text that is its name. */
  hasName?: boolean
  /** The classes of the button; `button small` if omitted. */
  className?: string
  /** `MenuItem`, `MenuLink`, `MenuGroup` and `MenuLine`. Rendered while the menu is open. */
  children: ReactNode
}

/** A button that opens a menu: arrow keys, Home, End and letters move in it, Escape closes it. */
export function Menu({ button, label, hasName = false, className = 'button small', children }: MenuProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const { onMenuKeyDown, onButtonKeyDown, focusFirst } = useMenuKeys(popover, opener)
  useLayoutEffect(() => {
    if (isOpen && opener.current && popover.current) placeBeside(opener.current, popover.current)
  }, [isOpen])
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={hasName ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        onKeyDown={onButtonKeyDown}
      >
        {button}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onBeforeToggle={({ newState }: ToggleEvent) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }: ToggleEvent) => {
          if (newState === 'open') focusFirst()
          // Not before: the browser gives the focus back only from an item that is still there.
          else setOpen(false)
        }}
        onKeyDown={onMenuKeyDown}
        // Choosing an item closes the menu.
        onClick={(event) => {
          if ((event.target as Element).closest('[role^=menuitem]')) popover.current?.hidePopover()
        }}
      >
        {isOpen && children}
      </div>
    </>
  )
}
