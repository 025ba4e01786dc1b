import { invalidField } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { type Beside, keyAt, type Sibling, siblingsBy } from '../../core/order-keys.ts'
import { statement } from '../../platform/statements/statement.ts'
import { joinPlacedAccess } from './collections.access.ts'
import type { Pointer, Position } from './collections.model.ts'
import type { TreePosition } from './placement.ts'

type PlaceValues = [organizationId: string, parentId: string | null]

/**
 * Spaces and collections with the same parent share one order. Deleted spaces count: a restored one returns
 * to its position.
 */
const siblingsWhere = (name: string, condition: string) => {
  const isHere = `x."organizationId" = $1 AND ${condition}`
  const pointedAt = (table: string, isVisible: string) =>
    statement<Sibling>({
      name: `${name}-pointedAt${table}`,
      text: `SELECT x."id", x."orderKey" FROM "${table}" x ${joinPlacedAccess('x', '$4')}
        WHERE ${isHere} AND x."id" = $3 ${isVisible}`,
    })
  return {
    siblings: siblingsBy<PlaceValues>({ name, tables: { Space: isHere, Collection: isHere }, parameters: 2 }),
    /** A sibling that the caller can see. A deleted or invisible one is not found. */
    pointedAt: {
      space: pointedAt('Space', 'AND x."deletedAt" IS NULL'),
      collection: pointedAt('Collection', ''),
    },
  }
}

/** Two forms, because an index serves `= $2` and `IS NULL`, but not a comparison that covers both. */
const AT_TOP = siblingsWhere('siblings-top', 'x."parentId" IS NULL AND $2::text IS NULL')
const BELOW_PARENT = siblingsWhere('siblings', 'x."parentId" = $2')
const statementsAt = ({ parentId }: TreePosition) => (parentId === null ? AT_TOP : BELOW_PARENT)

/** The order key for a position among siblings. Called under the lock on the tree. */
export function keyAmongSiblings(
  ctx: WriteContext,
  place: TreePosition,
  position: Position | undefined,
  movingId = '',
): Promise<string> {
  const siblings = statementsAt(place).siblings(place.organizationId, place.parentId)
  return keyAt(ctx.reads.db, siblings, () => besideOf(ctx, place, position, movingId), movingId)
}

async function besideOf(
  ctx: WriteContext,
  place: TreePosition,
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

async function pointedAt(
  ctx: WriteContext,
  place: TreePosition,
  pointer: Pointer,
): Promise<Sibling | undefined> {
  const [sibling] = await ctx.reads.db.query(statementsAt(place).pointedAt[pointer.type], [
    place.organizationId,
    place.parentId,
    pointer.space ?? pointer.collection,
    ctx.viewer.userId,
  ])
  return sibling
}
