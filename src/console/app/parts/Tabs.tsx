import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Tabs.module.css'

/** Scrolls the tabs as far as it takes to show the current one. */
function showCurrent(nav: HTMLElement): void {
  const current = nav.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!current) return
  const { left, right } = nav.getBoundingClientRect()
  if (current.right > right) nav.scrollLeft += current.right - right
  else if (current.left < left) nav.scrollLeft += current.left - left
}

/** Links to the views of a screen. The link to the one that is shown has `aria-current`. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // Where there is not enough room for all, the current one is shown, in every width that the window takes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current view.
  useEffect(() => {
    const nav = ref.current
    if (!nav) return
    const observer = new ResizeObserver(() => showCurrent(nav))
    observer.observe(nav)
    return () => observer.disconnect()
  }, [path])
  return (
    <nav ref={ref} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
