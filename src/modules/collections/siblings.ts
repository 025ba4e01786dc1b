import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { invalidField } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { joinPlacedAccess } from './collections.access.ts'
import type { Pointer, Position } from './collections.model.ts'
import type { Place } from './placement.ts'

interface Sibling {
  id: string
  orderKey: string
}

/** The longest order key. When a new key would be longer, all siblings get new keys. */
const MAX_KEY_LENGTH = 64

/** Spaces and collections with the same parent share one order, so both tables are read. */
const TABLES = ['Space', 'Collection'] as const

/** Two forms, because an index serves `= $2` and `IS NULL`, but not a comparison that covers both. */
const atPlace = ({ parentId }: Place) =>
  `x."organizationId" = $1 AND ${parentId === null ? 'x."parentId" IS NULL AND $2::text IS NULL' : 'x."parentId" = $2'}`

/**
 * The order key for a position among siblings. Called under the lock on the tree, so the siblings do not
 * change meanwhile. When no key fits (old rows can share a key, with ties broken by id) or it would be too
 * long, all siblings get new keys.
 */
export async function keyAt(
  ctx: WriteContext,
  place: Place,
  position: Position | undefined,
  movingId = '',
): Promise<string> {
  const first = keyIn(await gapAt(ctx, place, position, movingId))
  if (first !== null) return first
  await renumber(ctx, place)
  const second = keyIn(await gapAt(ctx, place, position, movingId))
  if (second === null) throw new Error('Siblings with new order keys leave no room between them.')
  return second
}

type Gap = [before: string | null, after: string | null]

function keyIn([before, after]: Gap): string | null {
  if (before !== null && after !== null && before >= after) return null
  const key = generateKeyBetween(before, after)
  return key.length > MAX_KEY_LENGTH ? null : key
}

async function gapAt(
  ctx: WriteContext,
  place: Place,
  position: Position | undefined,
  movingId: string,
): Promise<Gap> {
  const pointer = position?.before ?? position?.after
  if (!pointer) return [(await neighbour(ctx, place, movingId, 'last'))?.orderKey ?? null, null]
  const sibling = await pointedAt(ctx, place, pointer)
  if (!sibling || sibling.id === movingId) {
    throw invalidField('position', `there is no ${pointer.type} ${pointer[pointer.type]} with this parent`)
  }
  return position?.before
    ? [(await neighbour(ctx, place, movingId, 'previous', sibling))?.orderKey ?? null, sibling.orderKey]
    : [sibling.orderKey, (await neighbour(ctx, place, movingId, 'next', sibling))?.orderKey ?? null]
}

/** A sibling that the caller can see. A deleted or invisible one is not found. */
async function pointedAt(ctx: WriteContext, place: Place, pointer: Pointer): Promise<Sibling | undefined> {
  const table = pointer.type === 'space' ? 'Space' : 'Collection'
  const [sibling] = await ctx.reads.db.query<Sibling>(
    {
      name: `pointedAt${table}`,
      text: `SELECT x."id", x."orderKey" FROM "${table}" x ${joinPlacedAccess('x', '$4')}
        WHERE ${atPlace(place)} AND x."id" = $3 ${table === 'Space' ? 'AND x."deletedAt" IS NULL' : ''}`,
    },
    [place.organizationId, place.parentId, pointer.space ?? pointer.collection, ctx.viewer.userId],
  )
  return sibling
}

/** Deleted spaces count: a restored one returns to its position. */
async function neighbour(
  ctx: WriteContext,
  place: Place,
  movingId: string,
  which: 'last' | 'previous' | 'next',
  from?: Sibling,
): Promise<Sibling | undefined> {
  const direction = which === 'next' ? 'ASC' : 'DESC'
  const boundary = from ? `AND (x."orderKey", x."id") ${which === 'next' ? '>' : '<'} ($4, $5)` : ''
  const order = `ORDER BY "orderKey" ${direction}, "id" ${direction} LIMIT 1`
  const each = TABLES.map(
    (table) =>
      `(SELECT x."id", x."orderKey" FROM "${table}" x WHERE ${atPlace(place)} AND x."id" <> $3 ${boundary} ${order})`,
  )
  const [sibling] = await ctx.reads.db.query<Sibling>(
    { name: `sibling-${which}`, text: `SELECT * FROM (${each.join(' UNION ALL ')}) n ${order}` },
    [place.organizationId, place.parentId, movingId, ...(from ? [from.orderKey, from.id] : [])],
  )
  return sibling
}

async function renumber(ctx: WriteContext, place: Place): Promise<void> {
  const each = TABLES.map((table) => `SELECT x."id", x."orderKey" FROM "${table}" x WHERE ${atPlace(place)}`)
  const siblings = await ctx.reads.db.query<Sibling>(
    { name: 'siblings', text: `SELECT * FROM (${each.join(' UNION ALL ')}) n ORDER BY "orderKey", "id"` },
    [place.organizationId, place.parentId],
  )
  const ids = siblings.map(({ id }) => id)
  for (const table of TABLES) {
    await ctx.tx.$executeRawUnsafe(
      `UPDATE "${table}" x SET "orderKey" = n.key FROM unnest($1::text[], $2::text[]) AS n(id, key) WHERE x."id" = n.id`,
      ids,
      generateNKeysBetween(null, null, ids.length),
    )
  }
}
