import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Tabs.module.css'

/** Links to the views of a screen. The link to the one that is shown has `aria-current`. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // Where there is not enough room for all, the current one is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current view.
  useEffect(() => {
    const nav = ref.current
    const current = nav?.querySelector<HTMLElement>('[aria-current]')
    if (nav && current)
      nav.scrollLeft += current.getBoundingClientRect().right - nav.getBoundingClientRect().right
  }, [path])
  return (
    <nav ref={ref} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
