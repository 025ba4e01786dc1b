import type { Announcer } from '../announce.ts'

export interface WakeOptions {
  url: string
  channels: readonly string[]
  /** How often to doubt that every notification arrived. */
  pollMs: number
  onMessage: (channel: string, payload: string) => void
  /** Called on every connection and at every poll: what was said in the meantime has to be looked up. */
  onDoubt: () => void
  /** Called once for each time that the connection is lost, or cannot be made at first. */
  onDisconnect: (error: Error) => void
}

/** How nodes wake each other. Nothing depends on it but speed: what happened is in the database. */
export interface Wake {
  /** Says what transactions announce, where PostgreSQL does not do so by itself. */
  announcer?: Announcer
  close(): Promise<void>
}
