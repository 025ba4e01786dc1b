import type { Database } from '../database.ts'
import { statement } from '../statements/statement.ts'
import { type BudgetStore, type Grant, MINUTE_MS, type Take } from './store.ts'

const available = `least($3::float8, b."points" + greatest(0, $4::float8 - b."at") * $3::float8 / ${MINUTE_MS})`
/** The same arithmetic as `grantOf`. */
const grant = (points: string, price: string) =>
  `CASE WHEN ${points} < ${price} THEN 0
    ELSE floor(least(${points}, greatest(${price}, least($3::float8 / 100, ${points} / 10)))) END`

const TAKE = statement<{ key: string; points: number; granted: number }>({
  name: 'takeBudget',
  text: `INSERT INTO "Budget" AS b ("key", "points", "price", "granted", "at")
    SELECT a."key", $3::float8 - ${grant('$3::float8', 'a."price"')}, a."price", ${grant('$3::float8', 'a."price"')}, $4::float8
    FROM unnest($1::text[], $2::float8[]) AS a("key", "price") ORDER BY a."key"
    ON CONFLICT ("key") DO UPDATE SET
      "points" = ${available} - ${grant(available, 'excluded."price"')},
      "granted" = ${grant(available, 'excluded."price"')},
      "price" = excluded."price", "at" = greatest(b."at", excluded."at")
    RETURNING "key", "points", "granted"`,
})

/** Budgets in an unlogged table: one statement for all pending charges of a node. */
export class PostgresBudgets implements BudgetStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async take(asks: readonly Take[], limit: number, now: number): Promise<Grant[]> {
    const keys = asks.map(({ key }) => key)
    const prices = asks.map(({ price }) => price)
    const rows = await this.#db.query(TAKE, [keys, prices, limit, now])
    const byKey = new Map(rows.map((row) => [row.key, row]))
    return keys.map((key) => {
      const row = byKey.get(key)
      return { granted: row?.granted ?? 0, left: row?.points ?? 0 }
    })
  }

  async close(): Promise<void> {}
}

/** Removes the rows of budgets that are full again. */
export async function removeFullBudgets(db: Database, { now }: { now: Date }): Promise<void> {
  await db.pool.query('DELETE FROM "Budget" WHERE "at" < $1', [now.getTime() - 2 * MINUTE_MS])
}
