import { useSyncExternalStore } from 'react'

/** How changed texts are shown. */
export const DIFF_VIEWS = ['split', 'inline', 'rendered'] as const
export type DiffView = (typeof DIFF_VIEWS)[number]

const KEY = 'quire-diff-view'
const listeners = new Set<() => void>()
let chosen: DiffView | undefined

function read(): DiffView {
  try {
    const kept = localStorage.getItem(KEY)
    return DIFF_VIEWS.find((view) => view === kept) ?? 'split'
  } catch {
    // Storage can be disabled: the choice lives as long as the page.
    return 'split'
  }
}

/** Two columns need this much room. */
const wide = matchMedia('(min-width: 1024px)')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  wide.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    wide.removeEventListener('change', listener)
  }
}

const current = (): DiffView => {
  chosen ??= read()
  return chosen
}

/** The view that the person last chose, in every change request. */
export const useDiffView = (): DiffView => useSyncExternalStore(subscribe, current)

/** Whether there is room for two columns. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)

export function chooseDiffView(view: DiffView): void {
  chosen = view
  try {
    localStorage.setItem(KEY, view)
  } catch {
    // Storage can be disabled.
  }
  for (const listener of listeners) listener()
}
