import { DomainError, forbidden, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import {
  listOperation,
  operation,
  preparedOperation,
  readOperation,
} from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { requirePublishable } from '../publishable.ts'
import { getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow, reachOfSite } from '../sites.loaders.ts'
import { maySeeShareLinks } from '../sites.policy.ts'
import { emitAbout, findDeletablePart, getWritablePart } from '../structure/changes.ts'
import { getInSite } from '../structure/structure.loaders.ts'
import { type ShareLinkRow, shareLinkById, shareLinksOfSite } from './share-links.loaders.ts'
import {
  CreateShareLink,
  DeleteShareLink,
  digestOfShareKey,
  GetShareLink,
  ListShareLinks,
  MAX_SHARE_LINKS,
  newShareKey,
  UpdateShareLink,
} from './share-links.model.ts'

const WHAT = 'This share link'

/** A link shows its key, so the list requires the role that can create links. */
export const listShareLinks = listOperation({
  id: 'shareLinks.list',
  input: ListShareLinks,
  filters: NoFilters,
  scope: 'site:auth:read',
  parent: (ctx, at) => getSiteRow(ctx.reads, at),
  guard: async (_ctx, site) => {
    if (!maySeeShareLinks(reachOfSite(site))) {
      throw forbidden('You need the create role or higher in the organization to see share links.')
    }
  },
  list: () => shareLinksOfSite,
})

export const getShareLink = readOperation({
  id: 'shareLinks.get',
  input: GetShareLink,
  scope: 'site:auth:read',
  read: async (ctx, { shareLinkId, ...at }) =>
    (await getInSite(ctx.reads, shareLinkById, at, shareLinkId, WHAT)).row,
})

/** The row after this transaction's own writes. */
async function readAgain(ctx: WriteContext, id: string): Promise<ShareLinkRow> {
  ctx.reads.forget()
  const row = await ctx.reads.load(shareLinkById, id)
  if (!row) throw notFound(WHAT)
  return row
}

/** A new link is active. */
export const createShareLink = preparedOperation({
  id: 'shareLinks.create',
  input: CreateShareLink,
  scope: 'site:auth:write',
  authorize: (ctx, { organizationId, siteId }) => getWritable(ctx, { organizationId, siteId }),
  prepare: async ({ tools }) => {
    const key = newShareKey()
    return { keyDigest: digestOfShareKey(key), sealedKey: await tools.secrets.seal(key) }
  },
  run: async (ctx, { name }, site, sealed) => {
    await lockSite(ctx, site.id)
    await requirePublishable(ctx, { siteId: site.id }, 'create a share link')
    if ((await ctx.tx.shareLink.count({ where: { siteId: site.id } })) >= MAX_SHARE_LINKS) {
      throw new DomainError(
        'conflict',
        `A site can have at most ${MAX_SHARE_LINKS} share links. Delete one first.`,
      )
    }
    const { id } = await ctx.tx.shareLink.create({
      data: {
        id: newId('ShareLink'),
        siteId: site.id,
        name,
        ...sealed,
        createdById: ctx.viewer.userId,
        createdAt: ctx.now(),
      },
    })
    emitAbout(ctx, site, 'share_link.created', id)
    return readAgain(ctx, id)
  },
})

export const updateShareLink = operation({
  id: 'shareLinks.update',
  input: UpdateShareLink,
  scope: 'site:auth:write',
  writes: true,
  authorize: (ctx, { shareLinkId, organizationId, siteId }) =>
    getWritablePart(ctx, shareLinkById, { organizationId, siteId }, shareLinkId, WHAT),
  changes: ({ row }) => rowOf('ShareLink', row),
  run: async (ctx, { name, active }, { row, site }) => {
    const data = {
      ...(name === undefined || name === row.name ? {} : { name }),
      ...(active === undefined || active === row.active ? {} : { active }),
    }
    if (data.active) {
      await lockSite(ctx, site.id)
      await requirePublishable(ctx, { siteId: site.id }, 'activate a share link')
    }
    if (Object.keys(data).length > 0) {
      await ctx.tx.shareLink.updateMany({ where: { id: row.id }, data })
      emitAbout(ctx, site, 'share_link.updated', row.id)
    }
    return readAgain(ctx, row.id)
  },
})

/** Returns whether it existed: deleting a link that is already deleted succeeds. */
export const deleteShareLink = operation({
  id: 'shareLinks.delete',
  input: DeleteShareLink,
  scope: 'site:auth:write',
  writes: true,
  authorize: (ctx, { shareLinkId: id, ...at }) =>
    findDeletablePart(ctx, shareLinkById, at, { id, resource: 'share_link', what: WHAT }),
  changes: (found) => rowOf('ShareLink', found?.row),
  run: async (ctx, { shareLinkId }, found) => {
    const { count } = found ? await ctx.tx.shareLink.deleteMany({ where: { id: shareLinkId } }) : { count: 0 }
    if (found && count > 0) emitAbout(ctx, found.site, 'share_link.deleted', shareLinkId)
    return { deletedId: shareLinkId, existed: count > 0 }
  },
})
