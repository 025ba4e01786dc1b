/** A short message at the edge of the window, for what has happened. Errors of a form belong into the form. */
export interface Toast {
  id: number
  text: string
  /** Such as Undo. */
  action?: { label: string; run: () => void } | undefined
}

/** Screen readers are interrupted at most once in this time. */
const ANNOUNCE_MS = 5_000
const MAX_SHOWN = 3

let count = 0
let shown: readonly Toast[] = []
let announced = ''
let waiting: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function announceWaiting(): void {
  timer = undefined
  if (waiting.length === 0) return
  announced = waiting.join(' ')
  waiting = []
  timer = setTimeout(announceWaiting, ANNOUNCE_MS)
  notify()
}

/** Tells screen readers what changed, politely, and together with what else changes within five seconds. */
export function announce(text: string): void {
  if (!waiting.includes(text)) waiting.push(text)
  if (timer === undefined) announceWaiting()
}

/** Shows a message for some seconds, and announces it. */
export function toast(text: string, action?: Toast['action']): void {
  count++
  shown = [...shown, { id: count, text, action }].slice(-MAX_SHOWN)
  announce(text)
  notify()
}

export function dismiss(id: number): void {
  shown = shown.filter((one) => one.id !== id)
  notify()
}

export const shownToasts = (): readonly Toast[] => shown
export const announcement = (): string => announced

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
