import { Caller } from '../../core/operations/caller.ts'
import { onlySettings } from '../../core/operations/no-tools.ts'
// All modules, because they declare event types.
import '../../modules/index.ts'
import { deleteOrganization, restoreOrganization } from '../../modules/organizations/index.ts'
import { settingsOf } from '../../server/operation-tools.ts'
import { type Command, CommandError, UsageError } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import { adminOf } from '../find-user.ts'
import { withDatabase } from '../with-database.ts'

export const organization: Command = {
  summary:
    'Deletes an organization with all that it has, or restores it within 7 days. It acts as an admin of the organization.',
  positionals: '<delete|restore> <id>',
  arity: { least: 2, most: 2 },
  options: { yes: YES },
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
      const viewer = { userId: (await adminOf(database, id)).id, tokenId: '', scopes: [], expiresAt: null }
      const caller = new Caller(database, viewer, () => now, onlySettings(settingsOf(config)))
      const chosen = { organizationId: id }
      if (action === 'delete') await caller.call(deleteOrganization, chosen)
      else await caller.call(restoreOrganization, chosen)
      out.result({ id, action }, [action === 'delete' ? `Deleted ${name}.` : `Restored ${name}.`])
    })
    return undefined
  },
}
