import { createSetupCode, setupLink } from '../../modules/sessions/index.ts'
import { settingsOf } from '../../server/operation-tools.ts'
import type { Command } from '../command.ts'
import { findUser, firstOperator } from '../find-user.ts'
import { withDatabase } from '../with-database.ts'

export const setupLinkCommand: Command = {
  summary: 'Creates a link with which a user sets up how they sign in. It works once, for 24 hours.',
  options: {
    user: {
      type: 'string',
      value: 'id or e-mail',
      description: 'the user who signs in with it; the first operator when omitted',
    },
  },
  run: ({ values: { user: wanted }, config, out, now }) =>
    withDatabase(config, async (database) => {
      const user =
        typeof wanted === 'string' ? await findUser(database, wanted) : await firstOperator(database)
      const code = await database.transaction((tx) => createSetupCode(tx, user.id, now))
      const link = setupLink(settingsOf(config).origin(), code)
      out.note(`A link for ${user.displayName} (${user.id}). Earlier ones no longer work:`)
      out.result({ link, user: user.id }, [link])
      return undefined
    }),
}
