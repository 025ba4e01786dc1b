import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { newId } from '../../core/ids.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import {
  listOperation,
  operation,
  preparedOperation,
  readOperation,
} from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  getOrganizationRow,
  mayCreateContent,
  type OrganizationRow,
  reachOfOrganization,
} from '../organizations/index.ts'
import { enqueueFollowers } from './followers.ts'
import {
  findSpec,
  getSpecRow,
  reachOfSpec,
  type SpecAt,
  type SpecRow,
  specsOfOrganization,
} from './openapi-specs.loaders.ts'
import { CreateSpec, DeleteSpec, GetSpec, ListSpecs, PutSpec, UpdateSpec } from './openapi-specs.model.ts'
import { mayEditSpec } from './openapi-specs.policy.ts'
import { processingJob } from './processing-job.ts'
import { type StoredSource, sealSource, storeText } from './source.ts'

/** The number of specs in an organization. */
export const MAX_SPECS = 1_000

export const listSpecs = listOperation({
  id: 'openapiSpecs.list',
  input: ListSpecs,
  filters: NoFilters,
  scope: 'openapi:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: () => specsOfOrganization,
})

export const getSpec = readOperation({
  id: 'openapiSpecs.get',
  input: GetSpec,
  scope: 'openapi:read',
  read: (ctx, at) => getSpecRow(ctx.reads, at),
})

export const createSpec = preparedOperation({
  id: 'openapiSpecs.create',
  input: CreateSpec,
  scope: 'openapi:write',
  authorize: (ctx, { organizationId }) => getCreatable(ctx, organizationId),
  prepare: (ctx, { source }) => sealSource(ctx, source),
  run: async (ctx, { organizationId, slug }, _organization, source) => {
    const id = await insertSpec(ctx, { organizationId, specSlug: slug }, source)
    if (id === null) {
      throw new DomainError(
        'conflict',
        `The organization already has an OpenAPI spec with the slug "${slug}". Choose another slug, or replace its source with PUT.`,
      )
    }
    return readAgain(ctx, { organizationId, specSlug: slug })
  },
})

/** Creates the spec, or replaces its source. The newest source wins. */
export const putSpec = preparedOperation({
  id: 'openapiSpecs.put',
  input: PutSpec,
  scope: 'openapi:write',
  authorize: async (ctx, at) => {
    const spec = await findSpec(ctx.reads, at)
    if (spec) requireMayEdit(spec)
    else await getCreatable(ctx, at.organizationId)
    return spec
  },
  changes: (spec) => rowOf('OpenAPISpec', spec),
  prepare: (ctx, { source }) => sealSource(ctx, source),
  run: async (ctx, { organizationId, specSlug }, spec, source) => {
    const at = { organizationId, specSlug }
    // A concurrent request may create or delete it between the check and the write.
    const isNew = spec ? false : (await insertSpec(ctx, at, source)) !== null
    if (!isNew) await replaceSource(ctx, at, source)
    return { ...(await readAgain(ctx, at)), isNew }
  },
})

export const updateSpec = operation({
  id: 'openapiSpecs.update',
  input: UpdateSpec,
  scope: 'openapi:write',
  writes: true,
  authorize: async (ctx, at) => {
    const spec = await getSpecRow(ctx.reads, at)
    requireMayEdit(spec)
    return spec
  },
  changes: (spec) => rowOf('OpenAPISpec', spec),
  run: async (ctx, { organizationId, specSlug, visibility }, spec) => {
    if (visibility === spec.visibility) return spec
    await ctx.tx.openAPISpec.updateMany({
      where: { id: spec.id },
      data: { visibility, updatedAt: ctx.now() },
    })
    emitAboutSpec(ctx, spec, 'openapi.updated')
    return readAgain(ctx, { organizationId, specSlug })
  },
})

/** Returns whether it existed: deleting a spec that is already deleted succeeds. */
export const deleteSpec = operation({
  id: 'openapiSpecs.delete',
  input: DeleteSpec,
  scope: 'openapi:write',
  writes: true,
  authorize: async (ctx, at) => {
    const spec = await findSpec(ctx.reads, at)
    if (spec) requireMayEdit(spec)
    else if (!mayCreateContent(reachOfOrganization(await getOrganizationRow(ctx.reads, at.organizationId)))) {
      throw notFound('This OpenAPI spec')
    }
    return spec
  },
  changes: (spec) => rowOf('OpenAPISpec', spec),
  run: async (ctx, { specSlug }, spec) => {
    const { count } = spec ? await ctx.tx.openAPISpec.deleteMany({ where: { id: spec.id } }) : { count: 0 }
    if (spec && count > 0) {
      await enqueueFollowers(ctx.tx, spec.organizationId)
      emitAboutSpec(ctx, spec, 'openapi.deleted')
    }
    return { existed: count > 0, deletedId: spec?.id ?? null, specSlug }
  },
})

async function getCreatable(ctx: Context, organizationId: string): Promise<OrganizationRow> {
  const organization = await getOrganizationRow(ctx.reads, organizationId)
  if (mayCreateContent(reachOfOrganization(organization))) return organization
  throw forbidden('You need the create role or higher in this organization to create an OpenAPI spec.')
}

function requireMayEdit(spec: SpecRow): void {
  if (mayEditSpec(reachOfSpec(spec))) return
  throw forbidden('You need the create role or higher in the organization to change this OpenAPI spec.')
}

const INSERT = statement<{ id: string }>({
  name: 'openAPISpecInsert',
  text: `INSERT INTO "OpenAPISpec" ("id", "organizationId", "slug", "sourceUrl", "sealedUrl", "createdById", "createdAt", "updatedAt")
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT ("organizationId", "slug") DO NOTHING RETURNING "id"`,
})

/** Null if the slug is taken: the unique index decides between concurrent requests. */
async function insertSpec(
  ctx: WriteContext,
  { organizationId, specSlug }: SpecAt,
  { sourceUrl, sealedUrl, text }: StoredSource,
): Promise<string | null> {
  if ((await ctx.tx.openAPISpec.count({ where: { organizationId } })) >= MAX_SPECS) {
    throw new DomainError(
      'conflict',
      `An organization can have at most ${MAX_SPECS} OpenAPI specs. Delete one first.`,
    )
  }
  const id = newId('OpenAPISpec')
  const values = [id, organizationId, specSlug, sourceUrl, sealedUrl, ctx.viewer.userId, ctx.now()]
  const [row] = await ctx.reads.db.query(INSERT, values)
  if (!row) return null
  await storeText(ctx.reads.db, id, text)
  await ctx.enqueue(...processingJob(id, organizationId))
  emitAboutSpec(ctx, { id, organizationId }, 'openapi.created')
  return id
}

async function replaceSource(
  ctx: WriteContext,
  { organizationId, specSlug: slug }: SpecAt,
  { sourceUrl, sealedUrl, text }: StoredSource,
): Promise<void> {
  const where = { organizationId, slug }
  const row = await ctx.tx.openAPISpec.findFirst({ where, select: { id: true } })
  if (!row) throw new DomainError('conflict', 'The OpenAPI spec was deleted by another request. Try again.')
  // The text first: the row of the spec is locked for as few statements as possible.
  await storeText(ctx.reads.db, row.id, text)
  await ctx.tx.openAPISpec.updateMany({
    where: { id: row.id },
    data: {
      sourceUrl,
      sealedUrl,
      sourceTag: null,
      sourceNumber: { increment: 1 },
      processingState: 'pending',
      updatedAt: ctx.now(),
    },
  })
  await ctx.enqueue(...processingJob(row.id, organizationId))
  emitAboutSpec(ctx, { id: row.id, organizationId }, 'openapi.updated')
}

/** The row after this transaction's own writes. */
async function readAgain(ctx: WriteContext, at: SpecAt): Promise<SpecRow> {
  ctx.reads.forget()
  return getSpecRow(ctx.reads, at)
}

function emitAboutSpec(
  ctx: WriteContext,
  { id, organizationId }: Pick<SpecRow, 'id' | 'organizationId'>,
  type: EventType,
): void {
  ctx.emit({ organizationId, type, subject: { openAPISpec: id } })
}
