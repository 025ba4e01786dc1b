import { DomainError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { keysAfter, lastOf, siblingsBy } from '../../../core/order-keys.ts'
import { freeSlug, slugOf } from '../../../core/slugs.ts'
import type { Space } from '../../../generated/prisma/client.ts'

import { atStart, settleDefaultSiteSpaces } from './defaults.ts'
import { MAX_SITE_SPACES } from './structure.model.ts'

/** Where site spaces are: in a section, or directly in a site. */
interface Container {
  siteId: string
  sectionId: string | null
}

const parentOf = ({ siteId, sectionId }: Container): string => sectionId ?? siteId

export const siteSpacesIn = siblingsBy<[parentId: string]>({
  name: 'site-spaces',
  tables: { SiteSpace: 'x."parentId" = $1' },
  parameters: 1,
})

/**
 * Adds spaces as the last ones of a section or a site, with paths made from their titles. Returns the ids of
 * the site spaces. Called under the lock on the site.
 */
export async function appendSiteSpaces(
  ctx: WriteContext,
  container: Container,
  spaces: readonly Pick<Space, 'id' | 'title'>[],
): Promise<string[]> {
  const { siteId, sectionId } = container
  if (spaces.length === 0) return []
  const parentId = parentOf(container)
  if ((await ctx.tx.siteSpace.count({ where: { siteId } })) + spaces.length > MAX_SITE_SPACES) {
    throw new DomainError(
      'conflict',
      `A site can have at most ${MAX_SITE_SPACES} spaces. Remove one first, or create another site.`,
    )
  }
  const taken = new Set(
    (await ctx.tx.siteSpace.findMany({ where: { parentId }, select: { path: true } })).map(
      ({ path }) => path,
    ),
  )
  const last = await lastOf(ctx.reads.db, siteSpacesIn(parentId))
  const keys = keysAfter(last?.orderKey ?? null, spaces.length)
  const createdAt = ctx.now()
  const rows = spaces.map((space, index) => {
    const path = freeSlug(slugOf(space.title), taken)
    taken.add(path)
    const orderKey = keys[index] ?? ''
    return {
      id: newId('SiteSpace'),
      siteId,
      sectionId,
      parentId,
      spaceId: space.id,
      path,
      orderKey,
      createdAt,
    }
  })
  await ctx.tx.siteSpace.createMany({ data: rows })
  await settleDefaultSiteSpaces(ctx, [atStart(parentId)])
  return rows.map(({ id }) => id)
}
