import { useSyncExternalStore } from 'react'

/** What the frame shows over the page. */
export type Layer = 'commands' | 'keys'

let shown: Layer | undefined
const listeners = new Set<() => void>()

function show(layer: Layer | undefined): void {
  shown = layer
  for (const listener of listeners) listener()
}

/** Opens the command menu or the list of keys, from wherever it is asked for. */
export const openLayer = (layer: Layer): void => show(layer)
export const closeLayer = (): void => show(undefined)

export const useLayer = (): Layer | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
