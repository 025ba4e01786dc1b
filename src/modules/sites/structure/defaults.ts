import { invalidField } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { Sibling } from '../../../core/order-keys.ts'
import { statement } from '../../../platform/statements/statement.ts'

/** A section or a site whose default left, with the position that it had. */
export interface Vacated {
  parentId: string
  orderKey: string
  id: string
}

const SETTLE_SITE_SPACES = statement({
  name: 'settleDefaultSiteSpaces',
  text: `UPDATE "SiteSpace" t SET "isDefault" = true FROM (SELECT DISTINCT ON (x."parentId") x."id"
      FROM unnest($1::text[], $2::text[], $3::text[]) AS v("parentId", "orderKey", "id")
      JOIN "SiteSpace" x ON x."parentId" = v."parentId"
      JOIN "Space" s ON s."id" = x."spaceId" AND s."deletedAt" IS NULL
      WHERE NOT EXISTS (SELECT 1 FROM "SiteSpace" d WHERE d."parentId" = v."parentId" AND d."isDefault")
      ORDER BY x."parentId", ((x."orderKey", x."id") > (v."orderKey" COLLATE "C", v."id" COLLATE "C")) DESC,
        x."orderKey", x."id") next
    WHERE t."id" = next."id"`,
})

/**
 * Gives each section or site that has no default site space the next one after the position, or the first.
 * Site spaces of deleted spaces are passed over. Called under the lock on the site.
 */
export async function settleDefaultSiteSpaces(ctx: WriteContext, vacated: readonly Vacated[]): Promise<void> {
  if (vacated.length === 0) return
  await ctx.reads.db.query(SETTLE_SITE_SPACES, [
    vacated.map(({ parentId }) => parentId),
    vacated.map(({ orderKey }) => orderKey),
    vacated.map(({ id }) => id),
  ])
}

/** The same where nothing left: the first one. */
export const atStart = (parentId: string): Vacated => ({ parentId, orderKey: '', id: '' })

const SETTLE_SECTION = statement({
  name: 'settleDefaultSection',
  text: `WITH ordered AS (SELECT c."id", c."isDefault", coalesce(g."orderKey", c."orderKey") AS "top",
        coalesce(g."id", c."id") AS "topId", c."orderKey", (g."id" IS NOT NULL)::int AS "isInside"
      FROM "SiteSection" c LEFT JOIN "SiteSectionGroup" g ON g."id" = c."groupId" WHERE c."siteId" = $1)
    UPDATE "SiteSection" t SET "isDefault" = true WHERE NOT EXISTS (SELECT 1 FROM ordered WHERE "isDefault")
      AND t."id" = (SELECT o."id" FROM ordered o
        ORDER BY ((o."top", o."topId") >= ($2::text COLLATE "C", $3::text COLLATE "C")) DESC,
          o."top", o."topId", o."orderKey", o."id" LIMIT 1)`,
})

/** Gives a site that has no default section the next one from a position at its top, or the first. */
export async function settleDefaultSection(
  ctx: WriteContext,
  siteId: string,
  from: Sibling = { orderKey: '', id: '' },
): Promise<void> {
  await ctx.reads.db.query(SETTLE_SECTION, [siteId, from.orderKey, from.id])
}

const CHOOSE_SITE_SPACE = statement({
  name: 'chooseDefaultSiteSpace',
  text: `UPDATE "SiteSpace" x SET "isDefault" = (x."id" = $2) WHERE x."parentId" = $1
    AND x."isDefault" IS DISTINCT FROM (x."id" = $2)`,
})
const CHOOSE_SECTION = statement({
  name: 'chooseDefaultSection',
  text: `UPDATE "SiteSection" x SET "isDefault" = (x."id" = $2) WHERE x."siteId" = $1
    AND x."isDefault" IS DISTINCT FROM (x."id" = $2)`,
})

/** Makes a section the default of its site. */
export async function chooseSection(ctx: WriteContext, siteId: string, sectionId: string): Promise<void> {
  const section = await ctx.tx.siteSection.findFirst({ where: { id: sectionId, siteId } })
  if (!section) throw invalidField('defaultSiteSection', `there is no section ${sectionId} in this site`)
  await ctx.reads.db.query(CHOOSE_SECTION, [siteId, sectionId])
}

/** Makes a site space the default of its section or site. */
export async function chooseInParent(
  ctx: WriteContext,
  { id, parentId }: { id: string; parentId: string },
): Promise<void> {
  await ctx.reads.db.query(CHOOSE_SITE_SPACE, [parentId, id])
}
