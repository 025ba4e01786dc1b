import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Tabs.module.css'

/** Marks the sides on which there are more tabs than are shown. */
function markMore(nav: HTMLElement): void {
  const left = Math.abs(nav.scrollLeft)
  const rest = nav.scrollWidth - nav.clientWidth - left
  const [before, after] = getComputedStyle(nav).direction === 'rtl' ? [rest, left] : [left, rest]
  nav.dataset.more = [...(before > 1 ? ['left'] : []), ...(after > 1 ? ['right'] : [])].join(' ')
}

function middleOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect()
  return (left + right) / 2
}

/** Links to the views of a screen. The link to the one that is shown has `aria-current`. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // Where there is not enough room for all, the current one is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current view.
  useEffect(() => {
    const nav = ref.current
    if (!nav) return undefined
    const mark = () => markMore(nav)
    // Called once at the beginning as well.
    const size = new ResizeObserver(() => {
      const current = nav.querySelector('[aria-current]')
      if (current) nav.scrollLeft += middleOf(current) - middleOf(nav)
      mark()
    })
    size.observe(nav)
    // Some tabs come later than others.
    const tabs = new MutationObserver(mark)
    tabs.observe(nav, { childList: true, subtree: true })
    return () => {
      size.disconnect()
      tabs.disconnect()
    }
  }, [path])
  return (
    <nav
      ref={ref}
      className={styles.tabs}
      aria-label={label}
      onScroll={({ currentTarget }) => markMore(currentTarget)}
    >
      {children}
    </nav>
  )
}
