import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** The id after `#` in the address. */
export const useHash = (): string => useLocation({ select: ({ hash }) => hash.replace(/^#/, '') })

/** Scrolls to what the address names, and marks it. */
export function useMarked<Of extends HTMLElement>(
  id: string,
): { ref: RefObject<Of | null>; isMarked: boolean } {
  const ref = useRef<Of>(null)
  const isMarked = useHash() === id
  useEffect(() => {
    if (!isMarked || !ref.current) return
    ref.current.scrollIntoView({ block: 'center' })
    ref.current.focus({ preventScroll: true })
  }, [isMarked])
  return { ref, isMarked }
}
