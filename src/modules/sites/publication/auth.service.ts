import { requireRecentSignIn } from '../../../core/access/viewer.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { preparedOperation, readOperation } from '../../../core/operations/operation.ts'
import { Prisma, type SitePublishingAuth } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { emitAboutSite } from '../sites.changes.ts'
import { getSiteRow, reachOfSite, type SiteAt, type SiteRow } from '../sites.loaders.ts'
import { mayAdministrateSite } from '../sites.policy.ts'
import {
  GetPublishingAuth,
  newVisitorKey,
  RegeneratePublishingAuth,
  UpdatePublishingAuth,
} from './auth.model.ts'

const COLUMNS = columnsOf('a', Prisma.SitePublishingAuthScalarFieldEnum)
const FIND = statement<SitePublishingAuth>({
  name: 'publishingAuthOfSite',
  text: `SELECT ${COLUMNS} FROM "SitePublishingAuth" a WHERE a."siteId" = $1`,
})
/** It writes nothing if the site is deleted at the same time: a read has no transaction that could be repeated. */
const INSERT = statement({
  name: 'insertPublishingAuth',
  text: `INSERT INTO "SitePublishingAuth" ("siteId", "sealedKey", "updatedAt")
    SELECT s."id", $2::text, $3::timestamptz FROM "Site" s WHERE s."id" = $1 FOR KEY SHARE
    ON CONFLICT ("siteId") DO NOTHING`,
})

async function getAdministered(ctx: Context, at: SiteAt): Promise<SiteRow> {
  const site = await getSiteRow(ctx.reads, at)
  if (mayAdministrateSite(reachOfSite(site))) return site
  throw forbidden('You need the admin role in the organization to see or change its publishing keys.')
}

const newSealedKey = ({ tools }: Pick<Context, 'tools'>): Promise<string> =>
  tools.secrets.seal(newVisitorKey())

async function find(ctx: Context, siteId: string): Promise<SitePublishingAuth | null> {
  const [row] = await ctx.reads.db.query(FIND, [siteId])
  return row ?? null
}

/** The row of a site, which is written with this key if there is none. Of two callers at once, one writes it. */
async function settled(ctx: Context, siteId: string, sealedKey: string): Promise<SitePublishingAuth> {
  await ctx.reads.db.query(INSERT, [siteId, sealedKey, ctx.now()])
  const row = await find(ctx, siteId)
  if (!row) throw notFound('This site')
  return row
}

/** A site has a key from the first time that it is read. */
export const getPublishingAuth = readOperation({
  id: 'publishingAuth.get',
  input: GetPublishingAuth,
  scope: 'site:auth:read',
  read: async (ctx, at) => {
    const { id } = await getAdministered(ctx, at)
    return (await find(ctx, id)) ?? settled(ctx, id, await newSealedKey(ctx))
  },
})

const changes = ({ id }: SiteRow) => ({ table: 'SitePublishingAuth', where: { siteId: id } }) as const

export const updatePublishingAuth = preparedOperation({
  id: 'publishingAuth.update',
  input: UpdatePublishingAuth,
  scope: 'site:auth:write',
  authorize: (ctx, { organizationId, siteId }) => getAdministered(ctx, { organizationId, siteId }),
  changes,
  prepare: newSealedKey,
  run: async (ctx, { backend, fallbackURL }, site, sealedKey) => {
    const before = await settled(ctx, site.id, sealedKey)
    const data = {
      ...(backend === undefined || backend === before.backend ? {} : { backend }),
      ...(fallbackURL === undefined || fallbackURL === before.fallbackURL ? {} : { fallbackURL }),
    }
    if (Object.keys(data).length === 0) return before
    return changed(ctx, site, data, 'publishing_auth.updated')
  },
})

/** Replaces the key. Tokens that were signed with the former one are rejected from then on, on every node. */
export const regeneratePublishingAuth = preparedOperation({
  id: 'publishingAuth.regenerate',
  input: RegeneratePublishingAuth,
  scope: 'site:auth:write',
  authorize: (ctx, at) => {
    requireRecentSignIn(ctx)
    return getAdministered(ctx, at)
  },
  prepare: newSealedKey,
  run: async (ctx, _input, site, sealedKey) => {
    await settled(ctx, site.id, sealedKey)
    return changed(ctx, site, { sealedKey }, 'publishing_auth.regenerated')
  },
})

async function changed(
  ctx: WriteContext,
  site: SiteRow,
  data: Prisma.SitePublishingAuthUncheckedUpdateInput,
  type: 'publishing_auth.updated' | 'publishing_auth.regenerated',
): Promise<SitePublishingAuth> {
  const row = await ctx.tx.sitePublishingAuth.update({
    where: { siteId: site.id },
    data: { ...data, updatedAt: ctx.now() },
  })
  emitAboutSite(ctx, site, type)
  return row
}
