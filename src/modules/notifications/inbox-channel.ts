/** The channel that notifies every node of users whose inboxes have changed. */
export const INBOX_CHANNEL = 'quire_inboxes'

/** PostgreSQL accepts 8,000 bytes in a notification; an id has about 30. */
const USERS_PER_PAYLOAD = 200

/** The payloads of notifications that name these users. */
export const payloadsOf = (userIds: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(userIds.length / USERS_PER_PAYLOAD) }, (_, part) =>
    userIds.slice(part * USERS_PER_PAYLOAD, (part + 1) * USERS_PER_PAYLOAD).join(' '),
  )

export const usersIn = (payload: string): string[] => payload.split(' ')
