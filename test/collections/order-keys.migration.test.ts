import { readFileSync } from 'node:fs'
import { generateNKeysBetween } from 'fractional-indexing'
import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'

const t = await appForFile()

const MIGRATION = new URL(
  '../../prisma/migrations/20261115144000_fractional_order_keys/migration.sql',
  import.meta.url,
)

it('keys of an earlier version become keys of the library, in the same order', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  // Rows with the same key are sorted by id; spaces and collections share one order.
  const keys = [
    '0zz',
    'A',
    'V',
    'V',
    'W',
    'y',
    ...Array.from({ length: 60 }, (_, n) => `z${n + 10}`),
    'zz001',
  ]
  const ids: string[] = []
  for (const [n, orderKey] of keys.entries()) {
    const build = n % 3 === 0 ? t.build.buildSpace : t.build.buildCollection
    ids.push((await build({ organizationId, orderKey })).id)
  }
  const wanted = ids
    .map((id, n) => ({ id, key: keys[n] ?? '' }))
    .sort((a, b) => (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -1 : 1))
    .map(({ id }) => id)
  await t.db.database.pool.query(readFileSync(MIGRATION, 'utf8'))
  const { rows } = await t.db.database.pool.query<{ id: string; orderKey: string }>(
    `SELECT "id", "orderKey" FROM "Space" WHERE "organizationId" = $1
      UNION ALL SELECT "id", "orderKey" FROM "Collection" WHERE "organizationId" = $1 ORDER BY "orderKey"`,
    [organizationId],
  )
  expect(rows.map(({ id }) => id)).toEqual(wanted)
  expect(rows.map(({ orderKey }) => orderKey)).toEqual(generateNKeysBetween(null, null, keys.length))
})
