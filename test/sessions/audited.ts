import { accountApis } from '../support/apis-accounts.ts'
import type { TestApp } from '../support/app.ts'
import { done } from '../support/outcome.ts'

/** Who did something and to what, as an admin sees it in the audit list: once by each API. */
export function audited(t: TestApp, admin: { token: string }, organizationId: string, action: string) {
  return Promise.all(
    accountApis.map(async ({ enter }) => {
      const { items } = await done(enter(t, admin).auditEvents(organizationId, { action }))
      return items.map(({ actor, target, related }) => ({
        actor: actor.id,
        about: [target, ...related].map(({ type, id }) => ({ type, id })),
      }))
    }),
  )
}
