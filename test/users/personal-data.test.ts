import { expect, it } from 'vitest'
import { personalData } from '../../src/core/personal-data.ts'
import { appForFile } from '../support/app.ts'

const t = await appForFile()

/** Columns that refer to users: by a foreign key, or by a name that only such columns have. */
const REFERENCES = `
  SELECT x.relname AS "table", a.attname AS "column" FROM pg_constraint f
    JOIN pg_class x ON x.oid = f.conrelid JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY(f.conkey)
    WHERE f.contype = 'f' AND f.confrelid = '"User"'::regclass
  UNION SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ '(^u|U)serId$|(^a|A)ctorId$|^principalId$|ById$|(^r|R)eviewerId$'
  ORDER BY 1, 2`

it('every column that refers to users is declared, with what happens to it when a user is deleted', async () => {
  const { rows } = await t.db.database.pool.query<{ table: string; column: string }>(REFERENCES)
  const declared = personalData.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
  expect(rows.length).toBeGreaterThan(20)
  expect(declared.toSorted()).toEqual(rows.map(({ table, column }) => `${table}.${column}`).toSorted())
})

it('the lists of an export have different names', () => {
  const names = personalData.flatMap(({ exported = {} }) => Object.keys(exported))
  expect(names).toEqual([...new Set(names)])
})
