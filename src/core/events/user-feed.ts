/** Delivers what happens for single users to their live subscribers on this node. */
export interface UserFeed {
  /** The channel on which nodes notify each other of users for whom something has happened. */
  readonly channel: string
  /** The number of subscribers on this node. */
  readonly size: number
  onMessage(payload: string): void
  /** Messages between nodes may have been lost. */
  recheck(): void
  /** What happens for a user after a cursor, or from now on. */
  follow(userId: string, after: string | undefined): Promise<AsyncIterable<object>>
  /** Ends every subscription: the node is stopping, and clients resume on another one. */
  close(): void
}
