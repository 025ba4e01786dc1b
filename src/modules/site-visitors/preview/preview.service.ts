import { z } from 'zod'
import { requireScope } from '../../../core/access/viewer.ts'
import { forbidden, invalidField } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { Context } from '../../../core/operations/context.ts'
import { readOperation } from '../../../core/operations/operation.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { changeRequestById } from '../../change-requests/index.ts'
import type { SiteSpaceRow } from '../../sites/index.ts'
import {
  getSiteRow,
  mayPublishSite,
  reachOfSite,
  type SiteRow,
  siteAt,
  siteSpaceById,
} from '../../sites/index.ts'
import { ClaimsOfPreview } from './preview.model.ts'
import { signPreview } from './preview-token.ts'

const GetPreview = z.object({
  ...siteAt,
  siteSpace: idField(
    'SiteSpace',
    'The ID of the site space to open. If omitted, the one that opens first.',
  ).optional(),
  changeRequest: idField(
    'ChangeRequest',
    'The ID of a change request of a space of the site. Its content is shown instead of the main content of the space.',
  ).optional(),
  claims: ClaimsOfPreview.optional(),
})

const HAS_SPACE = statement<{ found: boolean }>({
  name: 'siteHasSpace',
  text: `SELECT EXISTS (SELECT 1 FROM "SiteSpace" WHERE "siteId" = $1 AND "spaceId" = $2) AS "found"`,
})

/** Throws unless the caller can see the change request, and its space is on the site. */
async function requireOnSite({ reads }: Context, siteId: string, changeRequestId: string): Promise<void> {
  const changeRequest = await reads.load(changeRequestById, changeRequestId)
  const [row] = changeRequest ? await reads.db.query(HAS_SPACE, [siteId, changeRequest.spaceId]) : []
  if (row?.found) return
  throw invalidField('changeRequest', `there is no change request ${changeRequestId} in a space of this site`)
}

/** A site, a place on it, and the token that shows it for an hour. */
export interface SitePreview {
  site: SiteRow
  row: SiteSpaceRow | null
  token: string
}

/**
 * The address works for everyone who has it, so it requires the role that can publish. It shows the spaces that the
 * caller can read.
 */
export const getPreview = readOperation({
  id: 'sitePreview.get',
  input: GetPreview,
  scope: 'site:publish',
  read: async (ctx, { siteSpace, changeRequest, claims, ...at }): Promise<SitePreview> => {
    const site = await getSiteRow(ctx.reads, at)
    if (!mayPublishSite(reachOfSite(site))) {
      throw forbidden('You need the create role or higher in the organization to preview a site.')
    }
    // It shows the content of spaces.
    requireScope(ctx.viewer, 'space:read')
    const row = siteSpace === undefined ? null : await ctx.reads.load(siteSpaceById, siteSpace)
    if (siteSpace !== undefined && row?.siteId !== site.id) {
      throw invalidField('siteSpace', `there is no site space ${siteSpace} in this site`)
    }
    if (changeRequest !== undefined) await requireOnSite(ctx, site.id, changeRequest)
    const preview = {
      siteId: site.id,
      makerId: ctx.viewer.userId,
      claims: claims ?? {},
      changeRequestId: changeRequest,
    }
    return { site, row, token: await signPreview(ctx, preview) }
  },
})
