import { type RefObject, useEffect } from 'react'

/** Keeps an element visible below the header of the screen, which can have two rows, or scroll away on a phone. */
export function useBelowHeader(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    const header = element?.closest('main')?.querySelector<HTMLElement>(':scope header')
    if (!element || !header) return
    const place = () => {
      const height = getComputedStyle(header).position === 'sticky' ? header.offsetHeight : 0
      element.style.insetBlockStart = `${height}px`
    }
    const observer = new ResizeObserver(place)
    observer.observe(header)
    return () => observer.disconnect()
  }, [ref])
}
