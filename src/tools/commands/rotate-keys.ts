import { resolve } from 'node:path'
import { sealedColumns } from '../../core/operations/module.ts'
// All modules, because they declare their encrypted columns.
import '../../modules/index.ts'
import { rotateKeys as rotate } from '../../platform/secrets/rotate-keys.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { projectRoot } from '../../project-root.ts'
import { type Command, EXIT } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const rotateKeys: Command = {
  summary: 'Encrypts all secrets again with the first key of SECRET_KEY, also while the server runs.',
  run: ({ config, out }) =>
    withDatabase(config, async (database) => {
      const secrets = createSecrets(database, {
        configured: config.secretKey,
        dataDir: resolve(projectRoot, config.dataDir),
      })
      const report = await rotate({
        pool: database.pool,
        secrets,
        columns: sealedColumns.entries(),
        onProgress: (table, done, of) => out.progress(table, done, of),
      })
      const count = Object.values(report.resealed).reduce((sum, each) => sum + each, 0)
      const problems = Object.entries(report.unreadable)
      out.result(report, [
        `Encrypted ${count} secrets again with the first key.`,
        ...problems.map(([column, number]) => `  ${number} in ${column} cannot be decrypted with any key.`),
        problems.length === 0
          ? 'Nothing is encrypted with the other keys any more: remove them from SECRET_KEY when all nodes have the first one.'
          : 'Add the keys that they were encrypted with to SECRET_KEY, and run this again.',
      ])
      return problems.length === 0 ? undefined : EXIT.problems
    }),
}
