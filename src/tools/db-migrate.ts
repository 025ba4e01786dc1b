import { resolve } from 'node:path'
import { loadConfig } from '../config.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { applyMigrations } from '../platform/migrate.ts'
import { projectRoot } from '../project-root.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Applies pending migrations to DATABASE_URL, or to the embedded server without it. */
export async function main(_args: string[], { databaseUrl, dataDir } = loadConfig()): Promise<void> {
  if (databaseUrl !== undefined) return migrate(databaseUrl)
  const server = await startEmbeddedPostgres({ dataDir: resolve(projectRoot, dataDir), log: print })
  try {
    await migrate(server.url)
  } finally {
    await server.stop()
  }
}

async function migrate(connectionString: string): Promise<void> {
  const applied = await applyMigrations({ connectionString, log: print })
  if (applied.length === 0) print('Nothing to apply: the database has every migration.')
}
