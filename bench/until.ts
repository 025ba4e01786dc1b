import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './children.ts'

interface Patience {
  /** The time after which the wait fails. */
  seconds?: number
  /** The time between two checks. */
  everyMs?: number
}

/** Waits until a check succeeds. A wait that takes too long fails, so that no benchmark hangs. */
export async function until(
  what: string,
  isDone: () => Promise<boolean>,
  { seconds = 60, everyMs = 20 }: Patience = {},
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`${what} took longer than ${seconds} seconds.`)
    await pause(everyMs)
  }
}

/** At least as many as a server has connections to its database. */
const CHECKS = 20

/**
 * Waits until a server whose connections to the database were closed has new ones. One check uses one connection, and the
 * next request could use another one that was closed.
 */
export const untilReady = ({ name, origin }: Child): Promise<void> =>
  until(`The readiness of ${name}`, async () => {
    const isReady = async () => (await fetch(`${origin}/readyz`)).ok
    return (await Promise.all(Array.from({ length: CHECKS }, isReady))).every(Boolean)
  })
