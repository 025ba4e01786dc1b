import { notFound } from '../../../core/errors.ts'
import type { BatchDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { operation } from '../../../core/operations/operation.ts'
import type { SiteAdaptiveSchema } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { requirePublishable } from '../publishable.ts'
import { emitAboutSite, getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow } from '../sites.loaders.ts'
import { GetAdaptiveSchema, ListTemplateConditions, UpdateAdaptiveSchema } from './adaptive.model.ts'
import type { AdaptiveSchema } from './schema-problem.ts'
import { type TemplateCondition, templateConditions } from './template-conditions.ts'

/** The schema of a site, as it was written. */
export type AdaptiveSchemaRow = Omit<SiteAdaptiveSchema, 'jsonSchema'> & { jsonSchema: AdaptiveSchema }

const SCHEMAS = statement<SiteAdaptiveSchema>({
  name: 'adaptiveSchemaOfSite',
  text: `SELECT "siteId", "jsonSchema", "updatedAt", "version" FROM "SiteAdaptiveSchema" WHERE "siteId" = ANY($1)`,
})

/** The schemas of sites that were loaded for this caller. */
const schemasOfSites: BatchDefinition<string, AdaptiveSchemaRow> = {
  name: SCHEMAS.name,
  batch: async ({ db }, siteIds) => {
    const rows = await db.query(SCHEMAS, [siteIds])
    const found = new Map(
      rows.map((row) => [row.siteId, { ...row, jsonSchema: JSON.parse(row.jsonSchema) as AdaptiveSchema }]),
    )
    return siteIds.map((id) => found.get(id) ?? null)
  },
}

/** The schema of a site, or null. Access to the site is checked before. */
const findAdaptiveSchema = (reads: RequestLoaders, siteId: string): Promise<AdaptiveSchemaRow | null> =>
  reads.load(schemasOfSites, siteId)

async function getAdaptiveSchemaRow(reads: RequestLoaders, siteId: string): Promise<AdaptiveSchemaRow> {
  const row = await findAdaptiveSchema(reads, siteId)
  if (!row) throw notFound('The adaptive schema of this site')
  return row
}

export const getAdaptiveSchema = operation({
  id: 'adaptiveSchema.get',
  input: GetAdaptiveSchema,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, at) => getSiteRow(ctx.reads, at),
  run: (ctx, _input, site) => getAdaptiveSchemaRow(ctx.reads, site.id),
})

/** Conditions to begin with, by the schema of the site. None before it has one. */
export const listTemplateConditions = operation({
  id: 'adaptiveSchema.listTemplateConditions',
  input: ListTemplateConditions,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, at) => getSiteRow(ctx.reads, at),
  run: async (ctx, _input, site): Promise<TemplateCondition[]> => {
    const row = await findAdaptiveSchema(ctx.reads, site.id)
    return row ? templateConditions(row.jsonSchema) : []
  },
})

/** Replaces the schema. Writing the same one again changes nothing. */
export const updateAdaptiveSchema = operation({
  id: 'adaptiveSchema.update',
  input: UpdateAdaptiveSchema,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { jsonSchema: _schema, ...at }) => getWritable(ctx, at),
  changes: ({ id }) => ({ table: 'SiteAdaptiveSchema', where: { siteId: id } }),
  run: async (ctx, input, site) => {
    const jsonSchema = JSON.stringify(input.jsonSchema)
    // Conditions are met by claims that the schema has.
    await lockSite(ctx, site.id)
    await requirePublishable(ctx, { siteId: site.id }, 'change the adaptive schema of its site')
    const count = await ctx.tx.$executeRaw`
      INSERT INTO "SiteAdaptiveSchema" ("siteId", "jsonSchema", "updatedAt")
      VALUES (${site.id}, ${jsonSchema}, ${ctx.now()})
      ON CONFLICT ("siteId") DO UPDATE SET "jsonSchema" = excluded."jsonSchema", "updatedAt" = excluded."updatedAt"
      WHERE "SiteAdaptiveSchema"."jsonSchema" <> excluded."jsonSchema"`
    if (count > 0) emitAboutSite(ctx, site, 'site_adaptive_schema.updated')
    ctx.reads.forget()
    return getAdaptiveSchemaRow(ctx.reads, site.id)
  },
})
