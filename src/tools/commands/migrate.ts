import pg from 'pg'
import { applyMigrations, pendingMigrations } from '../../platform/migrate.ts'
import { type Command, EXIT } from '../command.ts'
import { withUrl } from '../with-database.ts'

export const migrate: Command = {
  summary: 'Applies pending migrations to the database. The server does this too when it starts.',
  options: {
    check: {
      type: 'boolean',
      description: 'only list pending migrations; the exit code is 3 if there are any',
    },
  },
  run: ({ values, config, out }) =>
    withUrl(
      config,
      async (connectionString) => {
        if (values.check) {
          const pending = await listPending(connectionString)
          const lines =
            pending.length > 0
              ? ['Pending migrations:', ...pending.map((name) => `  ${name}`)]
              : ['No migration is pending.']
          out.result({ pending }, lines)
          return pending.length > 0 ? EXIT.problems : undefined
        }
        const applied = await applyMigrations({ connectionString, log: (line) => out.note(line) })
        out.result({ applied }, [
          applied.length > 0
            ? `Applied ${applied.length} migrations.`
            : 'Nothing to apply: the database has every migration.',
        ])
        return undefined
      },
      { create: values.check !== true },
    ),
}

async function listPending(connectionString: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString, max: 1 })
  try {
    return await pendingMigrations(pool)
  } finally {
    await pool.end()
  }
}
