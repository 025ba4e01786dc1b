import { z } from 'zod'
import { requireScope } from '../../core/access/viewer.ts'
import { DomainError } from '../../core/errors.ts'
import { operation } from '../../core/operations/operation.ts'
import { requireNewSpace } from '../spaces/index.ts'
import { createSpaceForSite } from './create-space-for-site.ts'
import { emitAboutSite, getWritable, lockSite, readAgain } from './sites.changes.ts'
import { siteAt } from './sites.model.ts'
import { appendSiteSpaces } from './structure/append-site-spaces.ts'

/** Puts a new space with sample pages on a site that has no spaces yet. */
export const applySiteTemplate = operation({
  id: 'sites.applyTemplate',
  input: z.object(siteAt),
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, at) => {
    const site = await getWritable(ctx, at)
    requireScope(ctx.viewer, 'space:write')
    await requireNewSpace(ctx, { organizationId: site.organizationId, parentId: null })
    return site
  },
  run: async (ctx, _input, site) => {
    const { id: siteId, organizationId, title } = site
    await lockSite(ctx, siteId)
    const [spaces, sections] = await Promise.all([
      ctx.tx.siteSpace.count({ where: { siteId } }),
      ctx.tx.siteSection.count({ where: { siteId } }),
    ])
    if (spaces + sections > 0) {
      throw new DomainError('conflict', 'This site has spaces already. Add a space to it instead.')
    }
    const made = await createSpaceForSite(ctx, { organizationId, title, kind: 'sample' })
    await appendSiteSpaces(ctx, { siteId, sectionId: null }, [made])
    emitAboutSite(ctx, site, 'site.updated')
    return readAgain(ctx, siteId)
  },
})
