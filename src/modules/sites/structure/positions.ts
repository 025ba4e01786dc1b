import { DomainError, invalidField } from '../../../core/errors.ts'
import type { LoaderDefinition } from '../../../core/lists/definitions.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { type Beside, keyAt, type Sibling, type Siblings, siblingsBy } from '../../../core/order-keys.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { siteSpacesIn } from './append-site-spaces.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from './rows.ts'
import { groupById, sectionById, siteSpaceById } from './structure.loaders.ts'
import type { Item, ItemPosition, SiteItemKind } from './structure.model.ts'

/** Sections without a group, and groups, share the first level of a site. */
export const topItems = siblingsBy<[siteId: string]>({
  name: 'site-items',
  tables: { SiteSection: 'x."parentId" = $1', SiteSectionGroup: 'x."siteId" = $1' },
  parameters: 1,
})

export const sectionsIn = siblingsBy<[groupId: string]>({
  name: 'sections-of-group',
  tables: { SiteSection: 'x."parentId" = $1' },
  parameters: 1,
})

/** The siblings of a section: those of its group, or the first level of the site. */
export const sectionSiblings = ({ siteId, groupId }: Pick<SectionRow, 'siteId' | 'groupId'>): Siblings =>
  groupId === null ? topItems(siteId) : sectionsIn(groupId)

type ItemRow = SiteSpaceRow | SectionRow | GroupRow

const loaders: Record<SiteItemKind, LoaderDefinition<string, ItemRow>> = {
  'site-space': siteSpaceById,
  'site-section': sectionById,
  'site-section-group': groupById,
}

/** An item of this site that the viewer can see, or null. */
export async function findItem(
  ctx: WriteContext,
  siteId: string,
  { type, id }: Item,
): Promise<ItemRow | null> {
  const row = await ctx.reads.load(loaders[type], id)
  return row?.siteId === siteId ? row : null
}

export const tables = {
  'site-space': 'SiteSpace',
  'site-section': 'SiteSection',
  'site-section-group': 'SiteSectionGroup',
} as const satisfies Record<SiteItemKind, string>

/** Where an item is moved to: the place of its neighbour, or its own when there is none. */
export interface Destination {
  pointer: Item | null
  beside: ItemRow | null
  side: Beside['side']
}

/** The neighbour that a position names, which must be another item of the site that can be next to the moved one. */
export async function destinationOf(
  ctx: WriteContext,
  siteId: string,
  item: Item,
  position: ItemPosition,
): Promise<Destination> {
  const pointer = position.before ?? position.after ?? null
  const side = position.before ? 'before' : 'after'
  if (!pointer) return { pointer, beside: null, side }
  const beside = pointer.id === item.id ? null : await findItem(ctx, siteId, pointer)
  if (!beside) throw invalidField('position', `there is no other ${pointer.type} ${pointer.id} in this site`)
  if ((item.type === 'site-space') !== (pointer.type === 'site-space')) {
    throw invalidField('position', `a ${item.type} cannot be next to a ${pointer.type}`)
  }
  if (item.type === 'site-section-group' && 'groupId' in beside && beside.groupId !== null) {
    throw invalidField('position', 'a section group cannot be inside a group')
  }
  return { pointer, beside, side }
}

const orderKeyOf = (table: string) =>
  statement<Sibling>({
    name: `orderKeyOf${table}`,
    text: `SELECT x."id", x."orderKey" FROM "${table}" x WHERE x."id" = $1`,
  })
const ORDER_KEYS = {
  'site-space': orderKeyOf(tables['site-space']),
  'site-section': orderKeyOf(tables['site-section']),
  'site-section-group': orderKeyOf(tables['site-section-group']),
}

/** The order key next to the neighbour, or the last one of the siblings. */
export function keyFor(
  ctx: WriteContext,
  siblings: Siblings,
  { pointer, beside, side }: Destination,
  movingId: string,
): Promise<string> {
  let isRead = true
  const position = async (): Promise<Beside | null> => {
    if (!pointer || !beside) return null
    if (isRead) {
      isRead = false
      return { side, sibling: beside }
    }
    // The second time, all siblings have new keys.
    const [sibling] = await ctx.reads.db.query(ORDER_KEYS[pointer.type], [pointer.id])
    if (!sibling)
      throw new DomainError('conflict', 'The neighbour was deleted during this request. Try again.')
    return { side, sibling }
  }
  return keyAt(ctx.reads.db, siblings, position, movingId)
}

export const siblingsOfSiteSpace = ({ parentId }: { parentId: string }): Siblings => siteSpacesIn(parentId)
