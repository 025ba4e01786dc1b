import { forbidden } from '../../../core/errors.ts'
import type { EventType } from '../../../core/events/events.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { requirePublishable } from '../publishable.ts'
import { emitAboutSite, lockSite, readAgain } from '../sites.changes.ts'
import { getSiteRow, reachOfSite, type SiteAt, type SiteRow } from '../sites.loaders.ts'
import { PublishSite } from '../sites.model.ts'
import { mayPublishSite } from '../sites.policy.ts'

async function getPublishable(ctx: WriteContext, at: SiteAt): Promise<SiteRow> {
  const site = await getSiteRow(ctx.reads, at)
  if (mayPublishSite(reachOfSite(site))) return site
  throw forbidden('You need the create role or higher in the organization to publish or unpublish a site.')
}

/** Changes whether a site is published. Repeating it changes nothing; of two at once, one makes the event. */
const publication = (id: string, isPublished: boolean, type: EventType) =>
  operation({
    id,
    input: PublishSite,
    scope: 'site:publish',
    writes: true,
    authorize: getPublishable,
    changes: (site) => rowOf('Site', site),
    run: async (ctx, { siteId }, site) => {
      await lockSite(ctx, siteId)
      if (isPublished) await requirePublishable(ctx, { siteId }, 'publish this site')
      const now = ctx.now()
      const { count } = await ctx.tx.site.updateMany({
        where: { id: siteId, publishedAt: isPublished ? null : { not: null } },
        data: { publishedAt: isPublished ? now : null, updatedAt: now },
      })
      if (count > 0) emitAboutSite(ctx, site, type)
      return readAgain(ctx, siteId)
    },
  })

export const publishSite = publication('sites.publish', true, 'site.published')
export const unpublishSite = publication('sites.unpublish', false, 'site.unpublished')
