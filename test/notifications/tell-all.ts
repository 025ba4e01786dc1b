import { fanOutNotifications } from '../../src/modules/notifications/fan-out/fan-out.ts'
import type { TestApp } from '../support/app.ts'

/** Turns all events into notifications, as a node does in the background. */
export async function tellAll({ db, clock }: TestApp, { isMailed = false } = {}): Promise<void> {
  const { signal } = new AbortController()
  let organizationIds: string[] | null = null
  do {
    organizationIds = await fanOutNotifications(db.database, {
      organizationIds,
      now: clock.now(),
      isMailed,
      signal,
    })
  } while (organizationIds.length > 0)
}

/** A mention of a user, as the editor writes it. */
export const mentionOf = ({ user }: { user: { id: string } }) => `[@Somebody](/users/${user.id} "mention")`
