import { DomainError } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { checkTransfers } from '../../collections/index.ts'
import { followSpaces } from '../../spaces/index.ts'
import { atStart, settleDefaultSiteSpaces, type Vacated } from './defaults.ts'

const LOCK = statement({
  name: 'lockSitesOfSpace',
  text: `SELECT i."id" FROM "Site" i WHERE i."id" IN (SELECT x."siteId" FROM "SiteSpace" x WHERE x."spaceId" = $1)
    ORDER BY i."id" FOR NO KEY UPDATE`,
})
const VACATE = statement<Vacated>({
  name: 'vacateDefaults',
  text: `UPDATE "SiteSpace" x SET "isDefault" = false WHERE x."spaceId" = $1 AND x."isDefault"
    RETURNING x."parentId", x."orderKey", x."id"`,
})

/** The site spaces of a deleted space are invisible. Where one was the default, the next one becomes it. */
async function deleted(ctx: WriteContext, spaceId: string): Promise<void> {
  await ctx.reads.db.query(LOCK, [spaceId])
  await settleDefaultSiteSpaces(ctx, await ctx.reads.db.query(VACATE, [spaceId]))
}

/** They are back, as the default where there is no other. */
async function restored(ctx: WriteContext, spaceId: string): Promise<void> {
  await ctx.reads.db.query(LOCK, [spaceId])
  const rows = await ctx.tx.siteSpace.findMany({ where: { spaceId }, select: { parentId: true } })
  await settleDefaultSiteSpaces(
    ctx,
    rows.map(({ parentId }) => atStart(parentId)),
  )
}

/** A space on a site cannot be transferred: the site stays in its organization. */
async function requireOffSites(ctx: WriteContext, spaceIds: readonly string[]): Promise<void> {
  const placed = await ctx.tx.siteSpace.findFirst({
    where: { spaceId: { in: [...spaceIds] } },
    select: { id: true },
  })
  if (!placed) return
  throw new DomainError(
    'precondition_failed',
    'A space that is on a site cannot be transferred. Remove it from its sites first.',
  )
}

followSpaces({ deleted, restored })
checkTransfers(requireOffSites)
