import { invalidField } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { type Beside, keyAt as keyAmong, type Sibling, type Siblings } from '../../core/order-keys.ts'
import { joinPlacedAccess } from './collections.access.ts'
import type { Pointer, Position } from './collections.model.ts'
import type { Place } from './placement.ts'

/** Two forms, because an index serves `= $2` and `IS NULL`, but not a comparison that covers both. */
const atPlace = ({ parentId }: Place) =>
  `x."organizationId" = $1 AND ${parentId === null ? 'x."parentId" IS NULL AND $2::text IS NULL' : 'x."parentId" = $2'}`

/**
 * Spaces and collections with the same parent share one order. Deleted spaces count: a restored one returns
 * to its position.
 */
const siblingsAt = (place: Place): Siblings => ({
  name: place.parentId === null ? 'siblings-top' : 'siblings',
  tables: { Space: atPlace(place), Collection: atPlace(place) },
  values: [place.organizationId, place.parentId],
})

/** The order key for a position among siblings. Called under the lock on the tree. */
export function keyAt(
  ctx: WriteContext,
  place: Place,
  position: Position | undefined,
  movingId = '',
): Promise<string> {
  return keyAmong(ctx.reads.db, siblingsAt(place), () => besideOf(ctx, place, position, movingId), movingId)
}

async function besideOf(
  ctx: WriteContext,
  place: Place,
  position: Position | undefined,
  movingId: string,
): Promise<Beside | null> {
  const pointer = position?.before ?? position?.after
  if (!pointer) return null
  const sibling = await pointedAt(ctx, place, pointer)
  if (!sibling || sibling.id === movingId) {
    throw invalidField('position', `there is no ${pointer.type} ${pointer[pointer.type]} with this parent`)
  }
  return { side: position?.before ? 'before' : 'after', sibling }
}

/** A sibling that the caller can see. A deleted or invisible one is not found. */
async function pointedAt(ctx: WriteContext, place: Place, pointer: Pointer): Promise<Sibling | undefined> {
  const table = pointer.type === 'space' ? 'Space' : 'Collection'
  const [sibling] = await ctx.reads.db.query<Sibling>(
    {
      name: `pointedAt${table}${place.parentId === null ? 'Top' : ''}`,
      text: `SELECT x."id", x."orderKey" FROM "${table}" x ${joinPlacedAccess('x', '$4')}
        WHERE ${atPlace(place)} AND x."id" = $3 ${table === 'Space' ? 'AND x."deletedAt" IS NULL' : ''}`,
    },
    [place.organizationId, place.parentId, pointer.space ?? pointer.collection, ctx.viewer.userId],
  )
  return sibling
}
