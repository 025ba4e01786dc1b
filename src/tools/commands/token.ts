import { Caller } from '../../core/operations/caller.ts'
import { onlySettings } from '../../core/operations/no-tools.ts'
import { settingsOf } from '../../server/operation-tools.ts'
// All modules, because they declare the scopes of tokens.
import '../../modules/index.ts'
import { createApiToken } from '../../modules/tokens/index.ts'
import { type Command, CommandError } from '../command.ts'
import { findUser, firstOperator } from '../find-user.ts'
import { withDatabase } from '../with-database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const token: Command = {
  summary: 'Creates an API token for a user. It is shown only once.',
  options: {
    user: {
      type: 'string',
      value: 'id or e-mail',
      description: 'the user of the token; the first operator when omitted',
    },
    label: { type: 'string', value: 'text', description: 'a label, at most 50 characters' },
    expires: {
      type: 'string',
      value: 'when',
      description: 'a number of days, or a time such as 2027-01-31T09:00:00Z; never when omitted',
    },
    scope: {
      type: 'string',
      value: 'scope',
      multiple: true,
      description: 'a scope of the token, repeated for several; no restriction when omitted',
    },
  },
  run: ({ values: { user: wanted, label, expires, scope }, config, out, now }) => {
    const expiresAt = typeof expires === 'string' ? timeOf(expires, now) : undefined
    return withDatabase(config, async (database) => {
      const user =
        typeof wanted === 'string' ? await findUser(database, wanted) : await firstOperator(database)
      const viewer = { userId: user.id, tokenId: '', scopes: [], expiresAt: null }
      const caller = new Caller(database, viewer, () => now, onlySettings(settingsOf(config)))
      const { token, apiToken } = await caller.call(createApiToken, {
        label: label ?? 'Created from the command line',
        expiresAt,
        scopes: scope,
      })
      const limits = apiToken.scopes.length > 0 ? apiToken.scopes.join(', ') : 'all scopes'
      const end = apiToken.expiresAt ? `until ${apiToken.expiresAt.toISOString()}` : 'until it is revoked'
      out.note(`A token for ${user.displayName} (${user.id}): ${limits}, ${end}. It is shown only once:`)
      const { id, scopes } = apiToken
      out.result({ token, id, user: user.id, scopes, expiresAt: apiToken.expiresAt }, [token])
      return undefined
    })
  },
}

function timeOf(text: string, now: Date): string {
  const time = /^\d{1,6}$/.test(text) ? new Date(now.getTime() + Number(text) * DAY_MS) : new Date(text)
  if (!Number.isNaN(time.getTime()) && /^\d/.test(text)) return time.toISOString()
  throw new CommandError(
    `--expires ${text}: must be a number of days, or a time such as 2027-01-31T09:00:00Z`,
  )
}
