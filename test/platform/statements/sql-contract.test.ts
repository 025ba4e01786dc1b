import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../support/database.ts'
import type { Report } from './check-sql.ts'
import { Describer } from './described.ts'
import { outdated, unknownProblems } from './known-differences.ts'

// PostgreSQL prepares every statement of the sources on a migrated database, and its columns and parameters are compared
// with the TypeScript types: those that are declared by `statement(…)`, those of lists with every filter, and SQL that is
// written where it is sent. Calls of Prisma's interface are compared with Prisma in prisma-contract.test.ts.

const url = await createDatabase()
const report = await checkedSql()
const describer = await Describer.on(url)
afterAll(async () => {
  await describer.close()
  await dropDatabase(url)
})

async function checkedSql(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-sql-'))
  const renamed = await createDatabase()
  try {
    const script = join(import.meta.dirname, 'check-sql.ts')
    const path = join(folder, 'report.json')
    await promisify(execFile)(process.execPath, ['--import', 'tsx', script, url, renamed, path])
    return JSON.parse(readFileSync(path, 'utf8'))
  } finally {
    await dropDatabase(renamed)
    rmSync(folder, { recursive: true })
  }
}

/** Places that compose statements when they are used, and what covers them. */
const COMPOSERS = [
  // A list that is made by defineList, and statement(…) itself.
  'as src/core/lists/define-list.ts',
  'new src/platform/statements/statement.ts',
  // The statements of lists: below, with every filter, direction and cursor.
  'new src/core/lists/list.ts',
  // A row that is created and read by a loader: below.
  'new src/platform/statements/creating.ts',
  // Calls of Prisma's interface, alone or joined with a declared statement: prisma-contract.test.ts, statement-call.test.ts.
  'new src/platform/statements/statement-call.ts',
  'new src/platform/statements/transaction-client.ts',
].sort()

/** Files with SQL for the driver that is composed of values that only a run knows. */
const COMPOSED_TEXTS = [
  // Passes on the statements of others.
  'src/platform/statements/observed-client.ts',
  'src/platform/statements/prisma-transactions.ts',
  'src/platform/statements/transaction-client.ts',
  // Explains the statements of others.
  'src/platform/observing/statement-watch.ts',
  // Names of databases, channels and tables that the catalog or a backup contains.
  'src/platform/backup/restore-backup.ts',
  'src/platform/embedded-postgres/connection.ts',
  'src/platform/migrate.ts',
  'src/platform/wake/listen-to-postgres.ts',
  'src/core/purging.ts',
  // Tables with a version, and columns with secrets, which modules declare.
  'src/core/operations/versions.ts',
  'src/platform/secrets/rotate-keys.ts',
].sort()

it('no statement is made in another way than by a declaration', () => {
  expect(report.escapes).toEqual(COMPOSERS)
  expect([...new Set(report.composedTexts)].sort()).toEqual(COMPOSED_TEXTS)
})

it('every statement and list is declared while its module is loaded', () => {
  expect(report.unseen).toEqual([])
  expect(report.statements.length).toBeGreaterThan(300)
  expect(report.lists.length).toBeGreaterThan(80)
  expect(report.creations.length).toBeGreaterThan(1)
})

it('every known difference is still there', () => {
  expect(outdated([...report.statements, ...report.lists])).toEqual([])
})

it('a statement whose column was renamed fails with its name', () => {
  expect(report.renamed).toContainEqual(
    expect.stringMatching(/^commentById cannot be prepared: column .*markdown.* does not exist/),
  )
})

describe.each([
  ['a declared statement has the columns of its row type', report.statements],
  ['a row that is created has the columns of the row type of its loader', report.creations],
  ['a list has the columns of its row type, with every filter', report.lists],
  ['SQL that is written where it is sent has the columns of its row type', report.raw],
  ['a call sends values of the types of the parameters', report.callSites],
])('%s', (_, checked) => {
  it.each(checked.map(({ name, problems }) => [name, problems] as const))('%s', (name, problems) => {
    expect(unknownProblems(name, problems)).toEqual([])
  })
})

describe('it is known whether a column can be NULL', () => {
  it.each([
    ['a column that is NOT NULL', 'SELECT s."title" FROM "Space" s', 'never'],
    ['a column that is not', 'SELECT s."deletedAt" FROM "Space" s', 'sometimes'],
    [
      'a column that a condition requires',
      'SELECT "deletedAt" FROM "Space" WHERE "deletedAt" > now()',
      'never',
    ],
    [
      'the inner side of an outer join',
      'SELECT o."id" FROM "Space" s LEFT JOIN "Organization" o ON true',
      'sometimes',
    ],
    [
      'the outer side of an outer join',
      'SELECT s."id" FROM "Space" s LEFT JOIN "Organization" o ON true',
      'never',
    ],
    ['a column of a subquery', 'SELECT x."title" FROM (SELECT * FROM "Space") x', 'never'],
    [
      'a column of a common table',
      'WITH x AS (SELECT "deletedAt" FROM "Space") SELECT * FROM x',
      'sometimes',
    ],
    [
      'a column of a union',
      'SELECT "title" FROM "Space" UNION ALL SELECT "hostname" FROM "Site"',
      'sometimes',
    ],
    ['a subquery for a value', 'SELECT (SELECT "title" FROM "Space" LIMIT 1) AS t', 'sometimes'],
    ['a count', 'SELECT (SELECT count(*) FROM "Space") AS n', 'never'],
    ['a maximum', 'SELECT max("createdAt") FROM "Space"', 'sometimes'],
    ['coalesce', 'SELECT coalesce(max("createdAt"), now()) FROM "Space"', 'unknown'],
    ['a row that is changed', 'UPDATE "Space" SET "title" = $1 RETURNING "title"', 'never'],
    ['NULL', 'SELECT NULL AS x', 'always'],
  ])('%s', async (_, text, expected) => {
    expect((await describer.describe(text)).columns.map(({ nullability }) => nullability)).toEqual([expected])
  })
})
