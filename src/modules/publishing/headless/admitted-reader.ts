import type { Queryable } from '../../../platform/database.ts'
import type { SiteReader } from '../../site-addresses/index.ts'
import { claimsOf, siteOfReader } from '../../site-visitors/index.ts'
import { readSite } from '../reading/known-site.ts'
import { withProposal } from '../reading/proposals.ts'
import { shownSite } from '../reading/shown-site.ts'
import type { Reader } from '../reading/visits.ts'

/** What the holder of a token for a site sees of it now. Throws unauthenticated when the token has ended. */
export async function admittedReader(db: Queryable, token: SiteReader): Promise<Reader> {
  const { site, visitor } = await siteOfReader(db, token)
  const ctx = { db }
  const known = await withProposal(ctx, await readSite(db, site), token.preview?.changeRequestId)
  const claims = claimsOf(site, visitor)
  return { ctx, known, claims, shown: await shownSite(known, visitor, claims, '') }
}
