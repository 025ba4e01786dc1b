import type { User } from '../generated/prisma/client.ts'
import type { Database } from '../platform/database.ts'
import { CommandError } from './command.ts'

export async function findUser({ prisma }: Database, wanted: string): Promise<User> {
  const user = await prisma.user.findFirst({ where: { OR: [{ id: wanted }, { email: wanted }] } })
  if (user) return user
  throw new CommandError(`There is no user with the id or e-mail ${wanted}.`)
}

export async function firstOperator({ prisma }: Database): Promise<User> {
  const user = await prisma.user.findFirst({ where: { isOperator: true }, orderBy: { id: 'asc' } })
  if (user) return user
  throw new CommandError(
    'There is no operator yet. Start the server once (npm start), or set a user with --user.',
  )
}

/** An admin of an organization; of a deleted one, an admin who can restore it. */
export async function adminOf({ prisma }: Database, organizationId: string): Promise<User> {
  const member = await prisma.member.findFirst({
    where: {
      organizationId,
      role: 'admin',
      user: { disabled: null },
      OR: [{ disabled: false }, { isSuspended: true }],
    },
    orderBy: { joinedAt: 'asc' },
    include: { user: true },
  })
  if (member) return member.user
  throw new CommandError('The organization has no admin. Set a user with --user.')
}
