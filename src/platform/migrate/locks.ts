interface Rule {
  pattern: RegExp
  problem: string
}

/** Statements that lock an existing table for as long as they read or rewrite it, or that older nodes do not survive. */
const RULES: readonly Rule[] = [
  {
    pattern: /^ALTER TABLE .* ADD COLUMN .* NOT NULL(?!.* DEFAULT )/i,
    problem: 'a required column without a default fails for existing rows, and for nodes that do not know it',
  },
  {
    pattern: /^ALTER TABLE .* ALTER COLUMN .* (?:SET DATA )?TYPE /i,
    problem: 'a new type rewrites the table. Add a column, copy in batches, and remove the old one later',
  },
  {
    pattern: /^ALTER TABLE .* ALTER COLUMN .* SET NOT NULL/i,
    problem: 'the whole table is read. Add a CHECK constraint NOT VALID, validate it later',
  },
  {
    pattern: /^ALTER TABLE .* ADD CONSTRAINT .* (?:FOREIGN KEY|CHECK)(?!.* NOT VALID)/i,
    problem: 'the whole table is read. Add it NOT VALID, and validate it in the next migration',
  },
  { pattern: /^CREATE (?:UNIQUE )?INDEX /i, problem: 'writers wait until the index is built' },
  {
    pattern: /^(?:DROP TABLE|ALTER TABLE .* (?:DROP COLUMN|RENAME))/i,
    problem: 'nodes of the previous release still use it. Remove it one release later',
  },
  {
    pattern: /^(?:UPDATE|DELETE FROM) /i,
    problem: 'rows are locked until the migration ends. Change them in batches by a job',
  },
]

/** `-- locks: reason` before a statement accepts it, such as for a table that is always small. */
const ACCEPTED = /^-- locks: \S/

/**
 * The statements of a migration that would lock a large table or break nodes of the previous release, each with the
 * reason. Statements about tables that the migration creates are fine.
 */
export function locksIn(script: string): string[] {
  const created = new Set([...script.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table = '']) => table))
  return statementsOf(script).flatMap(({ text, isAccepted }) => {
    const table = /^(?:ALTER TABLE|UPDATE|DELETE FROM|DROP TABLE)\s+"(\w+)"|\sON\s+"(\w+)"/i.exec(text)
    if (isAccepted || created.has(table?.[1] ?? table?.[2] ?? '')) return []
    const rule = RULES.find(({ pattern }) => pattern.test(text))
    return rule ? [`${text.slice(0, 120)}: ${rule.problem}.`] : []
  })
}

function statementsOf(script: string): { text: string; isAccepted: boolean }[] {
  // The body of a function contains semicolons.
  const plain = script.replaceAll(/\$\$[\s\S]*?\$\$/g, "''")
  return plain.split(';').map((part) => {
    const lines = part.split('\n').map((line) => line.trim())
    return {
      isAccepted: lines.some((line) => ACCEPTED.test(line)),
      text: lines.filter((line) => line !== '' && !line.startsWith('--')).join(' '),
    }
  })
}
