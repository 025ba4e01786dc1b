import { forbidden } from '../../core/errors.ts'
import { kindOf } from '../../core/ids.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import type { Caller } from '../../core/operations/caller.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import type { Collection, Space } from '../../generated/prisma/client.ts'
import { collectionById, getCollectionRow, reachOfCollection, underLock } from '../collections/index.ts'
import { getSpaceRow, reachOf, spaceById } from '../spaces/index.ts'
import type { GrantPlace } from './grants.model.ts'
import { mayManageGrants, type TargetReach } from './grants.policy.ts'

/** The target of grants, as loaded by its module. */
export type GrantTarget = Space | Collection

export const isSpace = (target: { id: string }): target is Space => kindOf(target.id) === 'Space'

/** What a target is, as subjects of events name it. */
export function targetKind({ id }: { id: string }): 'space' | 'collection' | 'site' {
  const kind = kindOf(id)
  if (kind === 'Site') return 'site'
  return kind === 'Space' ? 'space' : 'collection'
}

/** The space or collection with this id. Null if the caller cannot see it, or the token may not read it. */
export const loadTarget = (caller: Pick<Caller, 'loadOptional'>, id: string): Promise<GrantTarget | null> =>
  isSpace({ id }) ? caller.loadOptional(spaceById, id) : caller.loadOptional(collectionById, id)

export function getTarget(
  reads: RequestLoaders,
  { spaceId, collectionId }: GrantPlace,
): Promise<GrantTarget> {
  return spaceId === undefined ? getCollectionRow(reads, collectionId ?? '') : getSpaceRow(reads, spaceId)
}

export async function requireManager(ctx: Context, target: GrantTarget): Promise<TargetReach> {
  const reach = await (isSpace(target) ? reachOf : reachOfCollection)(ctx.reads, target.id)
  if (!mayManageGrants(reach))
    throw forbidden('You need the create role or higher to manage who has access to this.')
  return reach
}

/**
 * The target of a change that the caller is authorized to make. Under the lock on the tree, so that it is
 * not transferred meanwhile: a transfer removes all grants, and a later one would give users of the old
 * organization a role in the new one.
 */
export async function getManaged(
  ctx: WriteContext,
  place: GrantPlace,
): Promise<{ target: GrantTarget; reach: TargetReach }> {
  const target = await underLock(ctx, async () => {
    const seen = await getTarget(ctx.reads, place)
    await requireManager(ctx, seen)
    return seen
  })
  return { target, reach: await requireManager(ctx, target) }
}
