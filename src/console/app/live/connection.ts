import { useSyncExternalStore } from 'react'
import { type Connection, overWebSocket } from '../../../client/connection.ts'

/** What the person sees of the connection: changes of others arrive, will arrive, or cannot arrive. */
export type ConnectionState = 'live' | 'reconnecting' | 'offline'

let isOpen = false
let hadSocket = false
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** The socket that all live views share. It opens with the first of them. */
export const connection: Connection = overWebSocket({
  url: `${location.origin}/graphql`,
  onSocket: (open) => {
    isOpen = open
    hadSocket = true
    notify()
  },
})
addEventListener('online', notify)
addEventListener('offline', notify)

function connectionState(): ConnectionState {
  if (!navigator.onLine) return 'offline'
  return isOpen || !hadSocket ? 'live' : 'reconnecting'
}

export const useConnectionState = (): ConnectionState =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, connectionState)
