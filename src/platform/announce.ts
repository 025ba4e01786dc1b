import type { Prisma } from '../generated/prisma/client.ts'

/**
 * Sends a short notification to every node on a channel. A node that misses it finds the change by polling.
 */
export type Announcer = (channel: string, payload: string) => void

/**
 * Notifications of transactions that are sent after their commit, where something other than PostgreSQL
 * sends them.
 */
const heldBack = new WeakMap<object, Set<string>>()

/**
 * Notifies every node when this transaction commits, and never when it does not: by PostgreSQL's NOTIFY,
 * which waits for the commit, or by the database's announcer right after it.
 */
export async function announce(
  tx: Prisma.TransactionClient,
  channel: string,
  ...payloads: string[]
): Promise<void> {
  if (announceLater(tx, channel, payloads)) return
  await tx.$executeRaw`SELECT pg_notify(${channel}, payload) FROM unnest(${payloads}::text[]) payload`
}

/** The same where the announcer sends them. Returns false where it is left to a statement of the transaction. */
export function announceLater(
  tx: Prisma.TransactionClient,
  channel: string,
  payloads: readonly string[],
): boolean {
  const held = heldBack.get(tx)
  for (const payload of held ? payloads : []) held?.add(JSON.stringify([channel, payload]))
  return held !== undefined
}

/** From here on the notifications of this transaction are held back; returns a function that sends them. */
export function holdBack(tx: Prisma.TransactionClient): (announcer: Announcer) => void {
  const held = new Set<string>()
  heldBack.set(tx, held)
  return (announcer) => {
    for (const message of held) {
      const [channel, payload] = JSON.parse(message) as [string, string]
      announcer(channel, payload)
    }
  }
}
