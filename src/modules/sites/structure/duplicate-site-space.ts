import { requireScope } from '../../../core/access/viewer.ts'
import { operation } from '../../../core/operations/operation.ts'
import { underLock } from '../../collections/index.ts'
import { copySpace, requireDuplicable } from '../../spaces/index.ts'
import { appendSiteSpaces } from './append-site-spaces.ts'
import { emitAbout, getWritablePart, lockedRow } from './changes.ts'
import { readSiteSpace } from './site-spaces.service.ts'
import { siteSpaceById } from './structure.loaders.ts'
import { DuplicateSiteSpace } from './structure.model.ts'

const WHAT = 'This site space'

/** Copies the space of a site space, and adds the copy as the last one beside it. */
export const duplicateSiteSpace = operation({
  id: 'siteSpaces.duplicate',
  input: DuplicateSiteSpace,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSpaceId, ...at }) =>
    underLock(ctx, async () => {
      const found = await getWritablePart(ctx, siteSpaceById, at, siteSpaceId, WHAT)
      requireScope(ctx.viewer, 'space:write')
      await requireDuplicable(ctx, found.row.spaceId)
      return { ...found, organizationId: found.site.organizationId }
    }),
  run: async (ctx, _input, { row: seen, site }) => {
    const row = await lockedRow(ctx, siteSpaceById, seen, WHAT)
    const copy = await copySpace(ctx, await requireDuplicable(ctx, row.spaceId))
    const container = { siteId: site.id, sectionId: row.sectionId }
    const [id = ''] = await appendSiteSpaces(ctx, container, [copy])
    emitAbout(ctx, site, 'site_space.added', id, copy.id)
    return readSiteSpace(ctx, site, id)
  },
})
