import { z } from 'zod'
import { forbidden, invalidField } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import { readOperation } from '../../../core/operations/operation.ts'
import { getSiteRow, reachOfSite, type SiteRow } from '../sites.loaders.ts'
import { siteAt } from '../sites.model.ts'
import { mayPublishSite } from '../sites.policy.ts'
import type { SiteSpaceRow } from '../structure/rows.ts'
import { siteSpaceById } from '../structure/structure.loaders.ts'
import { signPreview } from '../visitors/preview-token.ts'
import { ClaimsOfPreview } from './preview.model.ts'

const GetPreview = z.object({
  ...siteAt,
  siteSpace: idField(
    'SiteSpace',
    'The ID of the site space to open. If omitted, the one that opens first.',
  ).optional(),
  claims: ClaimsOfPreview.optional(),
})

/** A site, a place on it, and the token that shows it for an hour. */
export interface SitePreview {
  site: SiteRow
  row: SiteSpaceRow | null
  token: string
}

/** The address works for everyone who has it, so it requires the role that can publish. */
export const getPreview = readOperation({
  id: 'sitePreview.get',
  input: GetPreview,
  scope: 'site:publish',
  read: async (ctx, { siteSpace, claims, ...at }): Promise<SitePreview> => {
    const site = await getSiteRow(ctx.reads, at)
    if (!mayPublishSite(reachOfSite(site))) {
      throw forbidden('You need the create role or higher in the organization to preview a site.')
    }
    const row = siteSpace === undefined ? null : await ctx.reads.load(siteSpaceById, siteSpace)
    if (siteSpace !== undefined && row?.siteId !== site.id) {
      throw invalidField('siteSpace', `there is no site space ${siteSpace} in this site`)
    }
    return { site, row, token: await signPreview(ctx, { siteId: site.id, claims: claims ?? {} }) }
  },
})
