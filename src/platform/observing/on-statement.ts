import type { WorkOrigin } from './origin.ts'

/**
 * Called with every statement that has succeeded: its text, its rows, how long it took, what it was sent for, and
 * whether it shared the round trip of the previous one.
 */
export type OnStatement = (
  text: string,
  rows: number,
  ms: number,
  origin: WorkOrigin | undefined,
  isJoined: boolean,
) => void

/** Called with every statement that has failed, and when it began, as `performance.now()`. */
export type OnStatementFailure = (
  text: string,
  error: Error,
  begun: number,
  origin: WorkOrigin | undefined,
) => void
