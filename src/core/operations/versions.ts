import type { Prisma } from '../../generated/prisma/client.ts'
import { DomainError } from '../errors.ts'

type Models = Prisma.TypeMap['model']

/** Tables whose rows have a `version`, which a trigger increments with every change. */
type VersionedTable = {
  [Name in keyof Models]: Models[Name]['payload']['scalars'] extends { version: number } ? Name : never
}[keyof Models]

/** The row whose version a write can depend on. */
export interface VersionedRow {
  readonly table: VersionedTable
  readonly where: Readonly<Record<string, string>>
}

/** A row by its id; null where there is none, such as for a repeated deletion. */
export const rowOf = (table: VersionedTable, row: { id: string } | null | undefined): VersionedRow | null =>
  row ? { table, where: { id: row.id } } : null

/** The versions that a write accepts; `any` accepts every version of an existing row. */
export type ExpectedVersion = readonly number[] | 'any'

const stale = (message: string) => new DomainError('precondition_failed', message)

/**
 * Locks the row until the transaction ends and compares its version: of two writers that expect the same
 * version, the second one waits and then finds another.
 */
export async function requireVersion(
  tx: Prisma.TransactionClient,
  { table, where }: VersionedRow,
  expected: ExpectedVersion,
): Promise<void> {
  const columns = Object.keys(where)
  const condition = columns.map((column, index) => `"${column}" = $${index + 1}`).join(' AND ')
  const [row] = await tx.$queryRawUnsafe<{ version: number }[]>(
    `SELECT "version" FROM "${table}" WHERE ${condition} FOR NO KEY UPDATE`,
    ...Object.values(where),
  )
  if (!row) throw stale('This resource no longer exists, so its version does not match. Read it again.')
  if (expected === 'any' || expected.includes(row.version)) return
  throw stale(
    `This resource was changed: its version is now ${row.version}. Read it again, and repeat your change.`,
  )
}

/** An operation whose subject has no version cannot meet a condition on it. */
export const withoutVersion = () =>
  stale('This resource has no version. Send the request without the condition.')
