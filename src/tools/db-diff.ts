import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { locksIn } from '../platform/migrate/locks.ts'
import { diffMigration } from '../platform/migrate.ts'
import { projectRoot } from '../platform/project-root.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Writes the migration from the committed migrations to the schema, if they differ. */
export async function main(args: string[]): Promise<void> {
  const { name } = parseArgs({ args, options: { name: { type: 'string' } } }).values
  if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error(
      '--name is required: what the migration does, in lower case, e.g. npm run db:diff -- --name add_teams',
    )
  }

  const script = await diff()
  if (script === '') return print('Nothing to write: the migrations match the schema.')

  const written = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const file = join(projectRoot, 'prisma/migrations', `${written}_${name}`, 'migration.sql')
  await mkdir(join(file, '..'))
  await writeFile(file, script)
  print(`Wrote ${relative(projectRoot, file)}. Read it before you commit it.`)
  const locks = locksIn(script)
  if (locks.length > 0) {
    throw new Error(
      `It is not safe while the previous release serves:\n${locks.map((lock) => `  ${lock}`).join('\n')}\nChange it, or write "-- locks: reason" before a statement that is harmless.`,
    )
  }
}

/** On a server of its own, so that it does not affect a running Quire. */
async function diff(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quire-diff-'))
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
    try {
      return await diffMigration({ connectionString: server.url })
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
