import { DomainError, forbidden, invalidInput } from '../../../core/errors.ts'
import type { EventType } from '../../../core/events/events.ts'
import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../../core/operations/operation.ts'
import { getOrganizationRow, mayCreateContent, reachOfOrganization } from '../../organizations/index.ts'
import { getGlossaryRow, glossaryOfOrganization } from './glossary.loaders.ts'
import {
  GetGlossaryEntry,
  type GlossaryChange,
  GlossaryFilters,
  ListGlossary,
  MAX_ENTRIES,
  type Terms,
  UpdateGlossary,
} from './glossary.model.ts'

export const listGlossary = listOperation({
  id: 'glossary.list',
  input: ListGlossary,
  filters: GlossaryFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: (_organization, filters) => glossaryOfOrganization(filters),
})

export const getGlossaryEntry = readOperation({
  id: 'glossary.get',
  input: GetGlossaryEntry,
  scope: 'organization:read',
  read: (ctx, place) => getGlossaryRow(ctx.reads, place),
})

/** Adds, replaces and deletes entries: all of the changes, or none. */
export const updateGlossary = operation({
  id: 'glossary.update',
  input: UpdateGlossary,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx, { organizationId }) => {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (mayCreateContent(reachOfOrganization(organization))) return organization
    throw forbidden('You need the create role or higher in this organization to change its glossary.')
  },
  run: async (ctx, { operations }, organization) => {
    // Two changes wait for each other here, so that together they stay below the limit.
    await ctx.tx.$queryRaw`SELECT 1 FROM "Organization" WHERE "id" = ${organization.id} FOR NO KEY UPDATE`
    await remove(ctx, organization.id, idsOf(operations, 'delete'))
    await replace(ctx, organization.id, operations)
    await insert(ctx, organization.id, operations)
    ctx.reads.forget()
    return organization
  },
})

const idsOf = (changes: readonly GlossaryChange[], type: 'update' | 'delete'): string[] =>
  changes.flatMap((change) => (change.type === type ? [change.id] : []))

async function remove(ctx: WriteContext, organizationId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await ctx.tx.$queryRaw<{ id: string }[]>`DELETE FROM "GlossaryEntry"
    WHERE "organizationId" = ${organizationId} AND "id" = ANY(${ids}) RETURNING "id"`
  for (const { id } of gone) emit(ctx, organizationId, 'glossary_entry.deleted', id)
}

async function replace(
  ctx: WriteContext,
  organizationId: string,
  changes: readonly GlossaryChange[],
): Promise<void> {
  const ids = idsOf(changes, 'update')
  if (ids.length === 0) return
  const known = await ctx.tx.$queryRaw<{ id: string }[]>`SELECT "id" FROM "GlossaryEntry"
    WHERE "organizationId" = ${organizationId} AND "id" = ANY(${ids}) ORDER BY "id" FOR NO KEY UPDATE`
  const found = new Set(known.map(({ id }) => id))
  const unknown = changes.flatMap((change, index) =>
    change.type === 'update' && !found.has(change.id)
      ? [
          {
            path: ['operations', index, 'id'],
            message: `there is no entry ${change.id} in this organization`,
          },
        ]
      : [],
  )
  if (unknown.length > 0) throw invalidInput(...unknown)
  const texts = changes.flatMap((change) =>
    change.type === 'update' ? [JSON.stringify(sorted(change.translations))] : [],
  )
  const changed = await ctx.tx.$queryRaw<{ id: string }[]>`UPDATE "GlossaryEntry" e
    SET "translations" = n."text"::jsonb, "updatedAt" = ${ctx.now()}::timestamptz
    FROM unnest(${ids}::text[], ${texts}::text[]) AS n("id", "text")
    WHERE e."id" = n."id" AND e."translations" <> n."text"::jsonb RETURNING e."id"`
  for (const { id } of changed) emit(ctx, organizationId, 'glossary_entry.updated', id)
}

async function insert(
  ctx: WriteContext,
  organizationId: string,
  changes: readonly GlossaryChange[],
): Promise<void> {
  const now = ctx.now()
  const data = changes.flatMap((change) =>
    change.type === 'insert'
      ? [
          {
            id: newId('GlossaryEntry'),
            organizationId,
            translations: sorted(change.translations),
            createdAt: now,
            updatedAt: now,
          },
        ]
      : [],
  )
  if (data.length === 0) return
  const present = await ctx.tx.glossaryEntry.count({ where: { organizationId } })
  if (present + data.length > MAX_ENTRIES) {
    throw new DomainError('conflict', `A glossary has at most ${MAX_ENTRIES} entries. Delete some first.`)
  }
  await ctx.tx.glossaryEntry.createMany({ data })
  for (const { id } of data) emit(ctx, organizationId, 'glossary_entry.created', id)
}

/** In the order of the codes. */
const sorted = (terms: Terms): Record<string, string> =>
  Object.fromEntries(Object.entries(terms).sort(([one], [other]) => (one < other ? -1 : 1)))

function emit(ctx: WriteContext, organizationId: string, type: EventType, id: string): void {
  ctx.emit({ organizationId, type, subject: { glossaryEntry: id } })
}
