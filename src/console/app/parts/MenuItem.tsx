import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Keys } from './Keys.tsx'
import styles from './Menu.module.css'

interface MenuItemProps {
  run: () => void
  /** The binding that does the same, such as `m`. */
  keys?: string
  /** For one of several choices: whether it is the one that holds. */
  isChosen?: boolean
  /** Why it cannot be done, shown below it. */
  disabledReason?: string | undefined
  isDanger?: boolean
  children: ReactNode
}

/** An action of a menu. */
export function MenuItem({ run, keys, isChosen, disabledReason, isDanger, children }: MenuItemProps) {
  const isDisabled = disabledReason !== undefined
  return (
    <button
      type="button"
      {...(isChosen === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemradio', 'aria-checked': isChosen })}
      aria-disabled={isDisabled || undefined}
      data-danger={isDanger}
      tabIndex={-1}
      className={styles.item}
      onClick={() => !isDisabled && run()}
    >
      <span className={styles.label}>
        {children}
        {isDisabled && <span className={styles.reason}>{disabledReason}</span>}
      </span>
      {keys !== undefined && <Keys of={keys} />}
    </button>
  )
}

function Anchor(props: ComponentProps<'a'>) {
  return <a {...props} role="menuitem" tabIndex={-1} className={styles.item} />
}

/** A link of a menu, with the properties of `Link`. */
export const MenuLink = createLink(Anchor)

/** Items below a title. */
export function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu.
    <div role="group" aria-label={title}>
      <div className={styles.title} aria-hidden="true">
        {title}
      </div>
      {children}
    </div>
  )
}

export const MenuLine = () => <hr className={styles.line} />
