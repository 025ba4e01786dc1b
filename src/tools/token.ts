import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '../config.ts'
import { isUnavailable } from '../core/errors.ts'
import { Caller } from '../core/operations/caller.ts'
import { onlyLimits } from '../core/operations/no-tools.ts'
import type { User } from '../generated/prisma/client.ts'
// All modules, because they declare the scopes of tokens.
import '../modules/index.ts'
import { createApiToken } from '../modules/tokens/index.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { pendingMigrations } from '../platform/migrate.ts'
import { projectRoot } from '../project-root.ts'

const USAGE = `Usage: npm run token -- [options]
  --user <id or e-mail>  the user of the token; the first operator when omitted
  --label <text>         a label, at most 50 characters
  --expires <when>       a number of days, or a time such as 2027-01-31T09:00:00Z; never when omitted
  --scope <scope>        a scope of the token, repeated for several; no restriction when omitted`

const DAY_MS = 24 * 60 * 60 * 1000

interface Wish {
  user: string | undefined
  label: string
  expiresAt: string | undefined
  scopes: string[] | undefined
}

/** Creates an API token for a user from the command line. Only the token is written to standard output. */
export async function main(args: string[], config = loadConfig()): Promise<void> {
  const wish = wishOf(args)
  if (!wish) return void process.stdout.write(`${USAGE}\n`)
  await withDatabase(config, async (database) => {
    const user = await findUser(database, wish.user)
    const viewer = { userId: user.id, tokenId: '', scopes: [], expiresAt: null }
    const { token, apiToken } = await new Caller(
      database,
      viewer,
      () => new Date(),
      onlyLimits(config.limits),
    ).call(createApiToken, {
      label: wish.label,
      expiresAt: wish.expiresAt,
      scopes: wish.scopes,
    })
    const limits = apiToken.scopes.length > 0 ? apiToken.scopes.join(', ') : 'all scopes'
    const end = apiToken.expiresAt ? `until ${apiToken.expiresAt.toISOString()}` : 'until it is revoked'
    process.stderr.write(
      `A token for ${user.displayName} (${user.id}): ${limits}, ${end}. It is shown only once:\n`,
    )
    process.stdout.write(`${token}\n`)
  })
}

function wishOf(args: string[]): Wish | null {
  const { values } = readArgs(args)
  if (values.help) return null
  const { user, label, expires, scope } = values
  return {
    user,
    label: label ?? 'Created from the command line',
    expiresAt: expires === undefined ? undefined : timeOf(expires),
    scopes: scope,
  }
}

function readArgs(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        user: { type: 'string' },
        label: { type: 'string' },
        expires: { type: 'string' },
        scope: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function timeOf(text: string): string {
  const time = /^\d{1,6}$/.test(text) ? new Date(Date.now() + Number(text) * DAY_MS) : new Date(text)
  if (!Number.isNaN(time.getTime()) && /^\d/.test(text)) return time.toISOString()
  throw new Error(`--expires ${text}: must be a number of days, or a time such as 2027-01-31T09:00:00Z`)
}

async function findUser({ prisma }: Database, wanted: string | undefined): Promise<User> {
  const where = wanted === undefined ? { isOperator: true } : { OR: [{ id: wanted }, { email: wanted }] }
  const user = await prisma.user.findFirst({ where, orderBy: { id: 'asc' } })
  if (user) return user
  throw new Error(
    wanted === undefined
      ? 'There is no operator yet. Start the server once (npm start), or set a user with --user.'
      : `There is no user with the id or e-mail ${wanted}.`,
  )
}

/**
 * Works beside a running server as well: the embedded server is shared, and this process does not stop it.
 */
async function withDatabase(config: Config, use: (database: Database) => Promise<void>): Promise<void> {
  if (config.databaseUrl !== undefined) return withOpen(config.databaseUrl, use)
  const dataDir = resolve(projectRoot, config.dataDir)
  if (!existsSync(dataDir)) {
    throw new Error(`There is no data in ${dataDir} yet. Start the server once (npm start), or set DATA_DIR.`)
  }
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    await withOpen(server.url, use)
  } finally {
    await server.stop()
  }
}

async function withOpen(url: string, use: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase({ url, poolSize: 2 })
  try {
    if ((await pendingMigrations(database.pool)).length > 0) {
      throw new Error(
        'The database is not migrated. Start the server once (npm start), or run npm run db:migrate.',
      )
    }
    await use(database)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const { hostname, port } = new URL(url)
    throw new Error(`The database at ${hostname}:${port || 5432} cannot be reached. Check DATABASE_URL.`, {
      cause: error,
    })
  } finally {
    await database.close()
  }
}
