/** A user whom an event concerns. Whether the user can see it is decided by the statement that tells them. */
export interface NamedUser {
  position: bigint
  userId: string
  kind: 'mention' | 'comment'
}
