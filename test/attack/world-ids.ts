import { newId, prefixes } from '../../src/core/ids.ts'
import type { World } from '../access/world.ts'
import type { IdFor } from './from-zod.ts'
import type { Random } from './random.ts'

const OTHER_NAMES: Record<string, keyof World> = {
  commentReplyId: 'replyId',
  parentId: 'collectionId',
  intoId: 'pageId',
  conflictedId: 'conflictedId',
  subjectId: 'pageId',
}

/** Returns existing ids for most fields, and for some an id of another kind, an unknown or a damaged one. */
export function idsOf(random: Random, world: World): IdFor {
  const ids = Object.values(world).filter((value) => typeof value === 'string')
  return (field) => {
    const name = field.endsWith('Id') ? field : `${field}Id`
    const known = world[OTHER_NAMES[name] ?? (name as keyof World)]
    if (random.chance(0.05)) return newId(random.pick(prefixes.names()))
    if (random.chance(0.05)) return random.damaged(random.pick(ids))
    return typeof known === 'string' && random.chance(0.9) ? known : random.pick(ids)
  }
}
