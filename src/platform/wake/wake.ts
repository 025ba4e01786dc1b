import type { Announcer } from '../announce.ts'

export interface WakeOptions {
  url: string
  channels: readonly string[]
  /** The interval of polling, in case a notification was lost. */
  pollMs: number
  onMessage: (channel: string, payload: string) => void
  /** Sent to every node on every connection, because notifications before it were missed. */
  greeting: { channel: string; payload: string }
  /** Called on every connection and at every poll: changes in the meantime must be looked up. */
  onRecheck: () => void
  /** Called once for each time that the connection is lost, or cannot be established at first. */
  onDisconnect: (error: Error) => void
}

/** How nodes notify each other. Only latency depends on it: every change is in the database. */
export interface Wake {
  /** Sends the notifications of transactions, where PostgreSQL does not do so by itself. */
  announcer?: Announcer
  close(): Promise<void>
}
