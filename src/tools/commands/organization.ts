import { Caller } from '../../core/operations/caller.ts'
import { onlySettings } from '../../core/operations/no-tools.ts'
// All modules, because they declare event types.
import '../../modules/index.ts'
import { appointAdmin, deleteOrganization, restoreOrganization } from '../../modules/organizations/index.ts'
import { settingsOf } from '../../server/operation-tools.ts'
import { type Command, CommandError, UsageError } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import { adminOf, findUser, firstOperator } from '../find-user.ts'
import { withDatabase } from '../with-database.ts'

export const organization: Command = {
  summary:
    'Deletes an organization with all that it has, or restores it within 7 days. It acts as an admin of the organization.',
  positionals: '<delete|restore> <id>',
  arity: { least: 2, most: 2 },
  options: {
    user: {
      type: 'string',
      value: 'id or e-mail',
      description:
        'acts as this user, who becomes an admin; needed where the organization has no admin any more',
    },
    yes: YES,
  },
  run: async (input) => {
    const { config, now, out } = input
    const [action = '', id = ''] = input.positionals
    if (action !== 'delete' && action !== 'restore') {
      throw new UsageError(`There is no action "${action}". Use delete or restore.`)
    }
    await withDatabase(config, async (database) => {
      const found = await database.prisma.organization.findUnique({ where: { id } })
      if (!found) throw new CommandError(`There is no organization ${id}.`)
      const name = `${found.title} (${id})`
      if (action === 'delete') {
        await confirm(input, `${name} is deleted with all that it has. It can be restored for 7 days.`, id)
      }
      const callerFor = ({ id: userId }: { id: string }) =>
        new Caller(
          database,
          { userId, tokenId: '', scopes: [], expiresAt: null },
          () => now,
          onlySettings(settingsOf(config)),
        )
      const chosen = { organizationId: id }
      const { user } = input.values
      const admin = typeof user === 'string' ? await findUser(database, user) : await adminOf(database, id)
      if (user !== undefined) {
        await callerFor(await firstOperator(database)).call(appointAdmin, { ...chosen, userId: admin.id })
      }
      const caller = callerFor(admin)
      if (action === 'delete') await caller.call(deleteOrganization, chosen)
      else await caller.call(restoreOrganization, chosen)
      out.result({ id, action }, [action === 'delete' ? `Deleted ${name}.` : `Restored ${name}.`])
    })
    return undefined
  },
}
