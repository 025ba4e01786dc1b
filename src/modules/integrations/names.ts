import { DomainError } from '../../core/errors.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'

/**
 * The name of the integration `x` as callers know it. The column holds a key: the name, or the name and the ID of the
 * organization, where another organization had the name first.
 */
export const NAME = `split_part(x."name", '/', 1)`

const TAKE = statement({
  name: 'integrationNameTake',
  text: `INSERT INTO "IntegrationName" ("name", "organizationId") VALUES ($1, $2) ON CONFLICT DO NOTHING`,
})
const LOCK = statement<{ organizationId: string }>({
  name: 'integrationNameLock',
  text: `SELECT "organizationId" FROM "IntegrationName" WHERE "name" = $1 FOR UPDATE`,
})
const VISIBLE_ELSEWHERE = statement<object>({
  name: 'integrationNameElsewhere',
  text: `SELECT 1 FROM "Integration" x
    WHERE ${NAME} = $1 AND x."visibility" <> 'private' AND x."organizationId" <> $2 LIMIT 1`,
})

/** Locks a name until the transaction ends: publishing and unpublishing do not overlap. Returns who had it first. */
export async function lockName(db: Queryable, name: string): Promise<string | undefined> {
  const [row] = await db.query(LOCK, [name])
  return row?.organizationId
}

/**
 * The key under which an organization publishes a name. Names are unique in an organization, and among integrations that
 * everyone can see: a private integration must not be noticed by other organizations, so its name is free for them.
 */
export async function takeName(db: Queryable, name: string, organizationId: string): Promise<string> {
  await db.query(TAKE, [name, organizationId])
  const first = await lockName(db, name)
  const [elsewhere] = await db.query(VISIBLE_ELSEWHERE, [name, organizationId])
  if (elsewhere) {
    throw new DomainError(
      'conflict',
      `The name "${name}" belongs to an integration that is not private. Choose another name.`,
    )
  }
  if (first === organizationId) return name
  const key = `${name}/${organizationId}`
  await db.query(TAKE, [key, organizationId])
  return key
}
