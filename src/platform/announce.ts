import type { Prisma } from '../generated/prisma/client.ts'

/** Tells every node something short on a channel. A node that misses it finds out by its own poll. */
export type Announcer = (channel: string, payload: string) => void

/** What transactions have to say once they have committed, where something else than PostgreSQL carries it. */
const heldBack = new WeakMap<object, Set<string>>()

/**
 * Tells every node something when this transaction commits, and never when it does not: by PostgreSQL's NOTIFY, which
 * waits for the commit by itself, or by the database's announcer right after it.
 */
export async function announce(
  tx: Prisma.TransactionClient,
  channel: string,
  payload: string,
): Promise<void> {
  const held = heldBack.get(tx)
  if (held) held.add(JSON.stringify([channel, payload]))
  else await tx.$executeRaw`SELECT pg_notify(${channel}, ${payload})`
}

/** From here on what this transaction announces is held back; gives how to say it. */
export function holdBack(tx: Prisma.TransactionClient): (announcer: Announcer) => void {
  const held = new Set<string>()
  heldBack.set(tx, held)
  return (announcer) => {
    for (const said of held) {
      const [channel, payload] = JSON.parse(said) as [string, string]
      announcer(channel, payload)
    }
  }
}
