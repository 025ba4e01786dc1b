import type { z } from 'zod'
import { invalidField } from '../../../core/errors.ts'
import type { EventType } from '../../../core/events/events.ts'
import type { Context, PrepareContext, WriteContext } from '../../../core/operations/context.ts'
import { operation, preparedOperation } from '../../../core/operations/operation.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { contentOfSpace, findPage } from '../../content/index.ts'
import { spaceById } from '../../spaces/index.ts'
import { imagesIn, withImages } from '../images/image-references.ts'
import { type PreparedImages, prepareImages, storeImages } from '../images/keep-images.ts'
import { emitAboutSite, getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow, type SiteRow } from '../sites.loaders.ts'
import { getWritablePart } from '../structure/changes.ts'
import { getInSite, siteSpaceById } from '../structure/structure.loaders.ts'
import {
  type CustomizationView,
  customizationOfSite,
  customizationOfSiteSpace,
} from './customization.loaders.ts'
import {
  DeleteSiteSpaceCustomization,
  GetCustomization,
  GetSiteSpaceCustomization,
  OverrideCustomization,
  ReplaceCustomization,
  UpdateCustomization,
} from './customization.model.ts'
import type { Customization, Target } from './customization.schema.ts'
import { changedOverrides, overridden, requireWhole } from './overrides.ts'
import { requireSupported } from './require-supported.ts'

const WHAT = 'This site space'

export const getCustomization = operation({
  id: 'siteCustomization.get',
  input: GetCustomization,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, at) => getSiteRow(ctx.reads, at),
  run: (ctx, _input, { id }) => customizationOfSite(ctx.reads, id),
})

const ofSite = {
  scope: 'site:write',
  authorize: (ctx: Context, { organizationId, siteId }: z.output<typeof GetCustomization>) =>
    getWritable(ctx, { organizationId, siteId }),
  changes: ({ id }: SiteRow) => ({ table: 'SiteCustomization', where: { siteId: id } }) as const,
  needsPreparation: (parts: object) => imagesIn(parts).length > 0,
  // References that are stored stay, so that settings can be sent back as they were returned.
  prepare: async (ctx: PrepareContext, parts: object, { id }: SiteRow) =>
    prepareImages(
      ctx,
      id,
      imagesIn(parts),
      imagesIn((await customizationOfSite(ctx.reads, id)).customization),
    ),
} as const

/** One statement: of two changes of different parts at the same time, both survive. */
const CHANGE_PARTS = statement({
  name: 'changeCustomizationParts',
  text: `INSERT INTO "SiteCustomization" AS c ("siteId", "settings", "updatedAt") VALUES ($1, $2::jsonb, $4::timestamptz)
    ON CONFLICT ("siteId") DO UPDATE SET "settings" = (c."settings" || EXCLUDED."settings") - $3::text[],
      "updatedAt" = EXCLUDED."updatedAt"`,
})

async function changeParts(
  ctx: WriteContext,
  site: SiteRow,
  parts: object,
  images: PreparedImages = new Map(),
): Promise<CustomizationView> {
  requireSupported(parts)
  const stored = withImages(parts, await storeImages(ctx, site, images))
  const given = Object.entries(stored).filter(([, part]) => part !== undefined)
  if (given.length > 0) {
    const settings = Object.fromEntries(given.filter(([, part]) => part !== null))
    const restored = given.flatMap(([name, part]) => (part === null ? name : []))
    await requireTargets(ctx, site, settings)
    await ctx.reads.db.query(CHANGE_PARTS, [site.id, JSON.stringify(settings), restored, ctx.now()])
    emitAboutSite(ctx, site, 'site_customization.updated')
    ctx.reads.forget()
  }
  return customizationOfSite(ctx.reads, site.id)
}

/** Replaces some parts, and keeps the others. */
export const updateCustomization = preparedOperation({
  id: 'siteCustomization.update',
  input: UpdateCustomization,
  ...ofSite,
  run: (ctx, { organizationId: _o, siteId: _s, ...parts }, site, images) =>
    changeParts(ctx, site, parts, images),
})

/** Replaces all of it. */
export const replaceCustomization = preparedOperation({
  id: 'siteCustomization.replace',
  input: ReplaceCustomization,
  ...ofSite,
  run: (
    ctx,
    { organizationId: _o, siteId: _s, title = null, announcement = null, apis = null, ...parts },
    site,
    images,
  ) => changeParts(ctx, site, { ...parts, title, announcement, apis }, images),
})

export const getSiteSpaceCustomization = operation({
  id: 'siteSpaceCustomization.get',
  input: GetSiteSpaceCustomization,
  scope: 'site:read',
  writes: false,
  authorize: async (ctx, { siteSpaceId, ...at }) =>
    (await getInSite(ctx.reads, siteSpaceById, at, siteSpaceId, WHAT)).row,
  run: (ctx, _input, row) => customizationOfSiteSpace(ctx.reads, row),
})

/** Changes fields one by one; null clears them. */
export const overrideCustomization = preparedOperation({
  id: 'siteSpaceCustomization.override',
  input: OverrideCustomization,
  scope: 'site:write',
  authorize: (ctx, { siteSpaceId, organizationId, siteId }) =>
    getWritablePart(ctx, siteSpaceById, { organizationId, siteId }, siteSpaceId, WHAT),
  changes: ({ row }) => ({ table: 'SiteSpaceCustomization', where: { siteSpaceId: row.id } }),
  needsPreparation: (changes) => imagesIn(changes).length > 0,
  prepare: async (ctx, changes, { row, site }) =>
    prepareImages(
      ctx,
      site.id,
      imagesIn(changes),
      imagesIn((await customizationOfSiteSpace(ctx.reads, row)).customization),
    ),
  run: async (
    ctx,
    { organizationId: _o, siteId: _s, siteSpaceId, ...given },
    { row, site },
    images: PreparedImages = new Map(),
  ) => {
    requireSupported(given)
    const changes = withImages(given, await storeImages(ctx, site, images))
    // Changes of different fields at the same time must not lose one of them.
    await lockSite(ctx, site.id)
    ctx.reads.forget()
    const [before, { customization }] = [
      await customizationOfSiteSpace(ctx.reads, row),
      await customizationOfSite(ctx.reads, site.id),
    ]
    const overrides = changedOverrides(before.overrides, changes)
    const after = overridden(customization, overrides)
    requireWhole(after)
    await requireTargets(ctx, site, after)
    const data = { overrides: overrides as object, updatedAt: ctx.now() }
    await ctx.tx.siteSpaceCustomization.upsert({
      where: { siteSpaceId },
      create: { siteSpaceId, ...data },
      update: data,
    })
    emitAboutSiteSpace(ctx, site, 'site_space_customization.updated', siteSpaceId)
    ctx.reads.forget()
    return customizationOfSiteSpace(ctx.reads, row)
  },
})

/** Clears all overrides. The site space then looks like its site. */
export const deleteSiteSpaceCustomization = operation({
  id: 'siteSpaceCustomization.delete',
  input: DeleteSiteSpaceCustomization,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSpaceId, ...at }) => getWritablePart(ctx, siteSpaceById, at, siteSpaceId, WHAT),
  changes: ({ row }) => ({ table: 'SiteSpaceCustomization', where: { siteSpaceId: row.id } }),
  run: async (ctx, { siteSpaceId }, { site }) => {
    const { count } = await ctx.tx.siteSpaceCustomization.deleteMany({ where: { siteSpaceId } })
    if (count > 0) emitAboutSiteSpace(ctx, site, 'site_space_customization.deleted', siteSpaceId)
    return { deletedId: siteSpaceId, existed: count > 0 }
  },
})

function emitAboutSiteSpace(
  ctx: WriteContext,
  { id: site, organizationId }: SiteRow,
  type: EventType,
  id: string,
): void {
  ctx.emit({ organizationId, type, subject: { site_space: id, site } })
}

/** Links lead to spaces of the organization that the caller can see, and to pages of their main content. */
async function requireTargets(
  ctx: WriteContext,
  site: SiteRow,
  { header, footer, announcement }: Partial<Customization>,
): Promise<void> {
  const targets: (Target | null | undefined)[] = [
    ...(header?.links ?? []).flatMap(({ to, links }) => [to, ...links.map((link) => link.to)]),
    ...(footer?.groups ?? []).flatMap(({ links }) => links.map((link) => link.to)),
    announcement?.link?.to,
  ]
  const ids = [...new Set(targets.flatMap((target) => target?.space ?? []))]
  const spaces = await ctx.reads.loadMany(spaceById, ids)
  for (const [index, space] of spaces.entries()) {
    if (space?.organizationId === site.organizationId) continue
    throw invalidField('links', `there is no space ${ids[index]} in the organization of this site`)
  }
  const known = new Map(spaces.flatMap((space) => (space ? [[space.id, space] as const] : [])))
  await Promise.all(
    targets.map(async (target) => {
      const space = known.get(target?.space ?? '')
      if (!space || target?.page === undefined) return
      if (await findPage(ctx.reads, await contentOfSpace(ctx.reads, space), target.page)) return
      throw invalidField('links', `there is no page ${target.page} in the space ${space.id}`)
    }),
  )
}
