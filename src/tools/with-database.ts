import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { isUnavailable } from '../core/errors.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { pendingMigrations } from '../platform/migrate.ts'
import { projectRoot } from '../platform/project-root.ts'
import { CommandError } from './command.ts'

/**
 * Calls `use` with the URL of the database. Works beside a running server as well: the embedded server is shared, and
 * this process does not stop it. `create` makes a new embedded database where there is none.
 */
export async function withUrl<T>(
  config: Config,
  use: (url: string) => Promise<T>,
  { create = false }: { create?: boolean } = {},
): Promise<T> {
  if (config.databaseUrl !== undefined) return reachable(config.databaseUrl, use)
  const dataDir = resolve(projectRoot, config.dataDir)
  if (!create && !existsSync(dataDir)) {
    throw new CommandError(
      `There is no data in ${dataDir} yet. Start the server once (npm start), or set DATA_DIR.`,
    )
  }
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}

/** Calls `use` with a migrated database. */
export function withDatabase<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  return withUrl(config, async (url) => {
    const database = openDatabase({ url, poolSize: 4 })
    try {
      if ((await pendingMigrations(database.pool)).length > 0) {
        throw new CommandError(
          'The database is not migrated. Start the server once (npm start), or run npx quire migrate.',
        )
      }
      return await use(database)
    } finally {
      await database.close()
    }
  })
}

/** Calls `use` with one connection. */
export async function withClient<T>(
  connectionString: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

async function reachable<T>(url: string, use: (url: string) => Promise<T>): Promise<T> {
  try {
    return await use(url)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const { hostname, port } = new URL(url)
    throw new CommandError(
      `The database at ${hostname}:${port || 5432} cannot be reached. Check DATABASE_URL.`,
      {
        cause: error,
      },
    )
  }
}
