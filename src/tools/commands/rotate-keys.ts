import { sealedColumns } from '../../core/operations/module.ts'
// All modules, because they declare their encrypted columns.
import '../../modules/index.ts'
import { readKeys } from '../../platform/instance-key.ts'
import { rotateKeys as rotate } from '../../platform/secrets/rotate-keys.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { keySourceOf } from '../../server/operation-tools.ts'
import { type Command, EXIT } from '../command.ts'
import { encryptsWith, FORCE, requireNodes } from '../require-nodes.ts'
import { withDatabase } from '../with-database.ts'

const NEW_KEY_FIRST =
  'Set SECRET_KEY to the new key, a comma and the old one on every node, restart them, and run this again. --force does it now: a node without the new key then fails to decrypt secrets, and one that encrypts with another key writes some that have to be encrypted again.'

export const rotateKeys: Command = {
  summary: 'Encrypts all secrets again with the first key of SECRET_KEY, also while the server runs.',
  options: FORCE,
  run: ({ values, config, out }) =>
    withDatabase(config, async (database) => {
      const source = keySourceOf(config)
      if (!values.force) {
        const { current } = await readKeys(database, source)
        await requireNodes(database.pool, encryptsWith(current.id), NEW_KEY_FIRST)
      }
      const secrets = createSecrets(database, source)
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
