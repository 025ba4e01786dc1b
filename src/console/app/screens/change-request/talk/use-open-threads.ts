import type { RefObject } from 'react'

/** Moves to the next or the previous open thread, from where the focus is, around the end. */
export const useOpenThreads = (list: RefObject<HTMLElement | null>) => (step: 1 | -1) => {
  const threads = [
    ...(list.current?.querySelectorAll<HTMLElement>('[data-thread][data-status="OPEN"]') ?? []),
  ]
  if (threads.length === 0) return
  const current = document.activeElement
  const at = threads.findIndex((thread) => thread.contains(current))
  const from = at >= 0 ? at : step === 1 ? -1 : 0
  const next = threads[(from + step + threads.length) % threads.length]
  next?.scrollIntoView({ block: 'center' })
  next?.focus({ preventScroll: true })
}
