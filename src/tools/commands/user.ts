import { writeFile } from 'node:fs/promises'
import { newId } from '../../core/ids.ts'
import { Caller } from '../../core/operations/caller.ts'
import { onlySettings } from '../../core/operations/no-tools.ts'
import { settingsOf } from '../../server/operation-tools.ts'
// All modules, because they declare event types.
import '../../modules/index.ts'
import { disableUser, enableUser } from '../../modules/tokens/index.ts'
import { dataOfUser, deleteUser, updateUser } from '../../modules/users/index.ts'
import type { Database } from '../../platform/database.ts'
import { type Command, CommandError, type CommandInput, UsageError } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import { findUser, firstOperator } from '../find-user.ts'
import { table } from '../output.ts'
import { withDatabase } from '../with-database.ts'

type Action = (database: Database, input: CommandInput, wanted: string) => Promise<void>

const MAX_LISTED = 10_000

/** What a result shows of a user. */
const SHOWN = {
  id: true,
  displayName: true,
  email: true,
  isOperator: true,
  deletedAt: true,
  disabled: { select: { disabledAt: true } },
} as const

const ACTIONS: Record<string, Action> = {
  create: async ({ prisma }, { values: { name, email, operator }, out }) => {
    if (typeof name !== 'string' || name.trim() === '' || name.length > 256) {
      throw new UsageError('--name is required: the name of the user, at most 256 characters.')
    }
    if (email !== undefined && !/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(String(email))) {
      throw new UsageError(`--email ${email}: must be an e-mail address.`)
    }
    const address = typeof email === 'string' ? email.toLowerCase() : null
    if (address !== null && (await prisma.user.count({ where: { email: address } })) > 0) {
      throw new CommandError(`There is a user with the e-mail ${address} already.`)
    }
    const data = {
      id: newId('User'),
      displayName: name.trim(),
      email: address,
      isOperator: operator === true,
    }
    const user = await prisma.user.create({ data, select: SHOWN })
    out.result(user, [`Created ${user.displayName} (${user.id}).`])
    out.note(`Create a token with: npx quire token --user ${user.id}`)
  },
  list: async ({ prisma }, { out }) => {
    const users = await prisma.user.findMany({ orderBy: { id: 'asc' }, select: SHOWN, take: MAX_LISTED })
    const rows = users.map(({ id, displayName, email, isOperator, disabled, deletedAt }) => [
      id,
      displayName,
      email ?? '-',
      [
        ...(isOperator ? ['operator'] : []),
        ...(disabled ? ['disabled'] : []),
        ...(deletedAt ? ['deleted'] : []),
      ].join(', '),
    ])
    out.result({ users }, table([['ID', 'NAME', 'E-MAIL', ''], ...rows]))
  },
  disable: async (database, { out, now }, wanted) => {
    const user = await findUser(database, wanted)
    const tokens = await database.transaction((tx) => disableUser(tx, { userId: user.id, now }))
    out.result({ id: user.id, revokedTokens: tokens }, [
      `Disabled ${user.displayName} (${user.id}) and revoked ${tokens} tokens.`,
    ])
  },
  enable: async (database, { out }, wanted) => {
    const user = await findUser(database, wanted)
    await enableUser(database.prisma, user.id)
    out.result({ id: user.id }, [`Enabled ${user.displayName} (${user.id}).`])
  },
  delete: async (database, input, wanted) => {
    const user = await findUser(database, wanted)
    const name = `${user.displayName} (${user.id})`
    await confirm(
      input,
      `${name} is deleted for good. What the user wrote stays, by a former member.`,
      user.id,
    )
    const caller = await operatorCaller(database, input)
    const { existed } = await caller.call(deleteUser, { userId: user.id })
    input.out.result({ id: user.id, existed }, [
      existed ? `Deleted ${name}.` : `${user.id} was deleted before.`,
    ])
  },
  export: async (database, { values: { output }, out, now }, wanted) => {
    const user = await findUser(database, wanted)
    const data = dataOfUser(database, user, now)
    if (typeof output !== 'string') {
      for await (const text of data) process.stdout.write(text)
      process.stdout.write('\n')
      return
    }
    // Not over another file, and for the operator alone.
    await writeFile(output, data, { flag: 'wx', mode: 0o600 })
    out.result({ id: user.id, file: output }, [`Wrote the data of ${user.displayName} to ${output}.`])
  },
  appoint: (database, input, wanted) => setOperator(database, input, wanted, true),
  dismiss: (database, input, wanted) => setOperator(database, input, wanted, false),
}

/** As an operator, so that the rules and events are those of the APIs. */
async function operatorCaller(
  database: Database,
  { config, now }: Pick<CommandInput, 'config' | 'now'>,
): Promise<Caller> {
  const operator = await firstOperator(database)
  const viewer = { userId: operator.id, tokenId: '', scopes: [], expiresAt: null }
  return new Caller(database, viewer, () => now, onlySettings(settingsOf(config)))
}

async function setOperator(
  database: Database,
  input: CommandInput,
  wanted: string,
  isOperator: boolean,
): Promise<void> {
  const user = await findUser(database, wanted)
  const caller = await operatorCaller(database, input)
  await caller.call(updateUser, { userId: user.id, isOperator })
  input.out.result({ id: user.id, isOperator }, [
    `${user.displayName} (${user.id}) is ${isOperator ? 'now' : 'no longer'} an operator of this instance.`,
  ])
}

export const user: Command = {
  summary:
    'Manages users: create --name <name>, list, and for <id or e-mail> disable, enable, appoint (as an operator), dismiss, delete (for good) and export (all data about the user as JSON).',
  positionals: '<create|list|disable|enable|appoint|dismiss|delete|export> [id or e-mail]',
  arity: { least: 1, most: 2 },
  options: {
    name: { type: 'string', value: 'text', description: 'the name of a new user' },
    email: {
      type: 'string',
      value: 'address',
      description: 'the e-mail address of a new user; none for a machine',
    },
    operator: { type: 'boolean', description: 'make a new user an operator of this instance' },
    output: {
      type: 'string',
      value: 'file',
      description: 'a new file for an export; the default is standard output',
    },
    yes: YES,
  },
  run: async (input) => {
    const [name = '', wanted] = input.positionals
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
    if (!action)
      throw new UsageError(`There is no action "${name}". Use one of ${Object.keys(ACTIONS).join(', ')}.`)
    const isAboutOne = name !== 'create' && name !== 'list'
    if (isAboutOne !== (wanted !== undefined)) {
      throw new UsageError(
        isAboutOne ? `${name} takes the id or e-mail of a user.` : `${name} takes no user.`,
      )
    }
    await withDatabase(input.config, (database) => action(database, input, wanted ?? ''))
    return undefined
  },
}
