import type { Role } from '../../core/access/roles.ts'
import { requireScope } from '../../core/access/viewer.ts'
import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { BatchDefinition, LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import type { Context } from '../../core/operations/context.ts'
import { type OpenAPISpec, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { getOrganizationRow, type OrganizationRow } from '../organizations/index.ts'
import type { ProcessError } from './openapi-specs.model.ts'
import type { SpecReach } from './openapi-specs.policy.ts'

/** A spec for the viewer: only processing reads the complete URL of its source. */
export type SpecRow = Omit<OpenAPISpec, 'sealedUrl' | 'sourceTag' | 'lastProcessedErrors'> & {
  lastProcessedErrors: ProcessError[]
  viewerRole: Role
}

const { sealedUrl: _url, sourceTag: _tag, ...shown } = Prisma.OpenAPISpecScalarFieldEnum
const COLUMNS = `${columnsOf('x', shown)}, m."role" AS "viewerRole"`

/** Joins the viewer's membership in the organization of the spec `x`. Guests, who have no role, see no specs. */
export const joinSpecAccess = (viewer: string) =>
  `JOIN "Member" m ON m."organizationId" = x."organizationId" AND m."userId" = ${viewer}
    AND m."role" IS NOT NULL AND NOT m."disabled"`

export const specById: LoaderDefinition<string, SpecRow> = loaderById<SpecRow>({
  name: 'openAPISpecById',
  scope: 'openapi:read',
  text: `SELECT ${COLUMNS} FROM "OpenAPISpec" x ${joinSpecAccess('$2')} WHERE x."id" = ANY($1)`,
})

export const reachOfSpec = ({ viewerRole }: SpecRow): SpecReach => ({ role: viewerRole })

/** The specs of an organization, oldest first. */
export const specsOfOrganization = defineList<OrganizationRow, object, SpecRow>({
  name: 'openAPISpecs',
  columns: COLUMNS,
  from: `"OpenAPISpec" x ${joinSpecAccess(VIEWER)}`,
  match: 'x."organizationId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'x."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
})

export interface SpecAt {
  organizationId: string
  specSlug: string
}

const BY_SLUG = statement<SpecRow>({
  name: 'openAPISpecBySlug',
  text: `SELECT ${COLUMNS} FROM unnest($1::text[], $2::text[]) AS k(org, slug)
    JOIN "OpenAPISpec" x ON x."organizationId" = k.org AND x."slug" = k.slug ${joinSpecAccess('$3')}`,
})

const specKeyOf = ({ organizationId, specSlug }: SpecAt) => `${organizationId}/${specSlug}`

const specBySlug: BatchDefinition<SpecAt, SpecRow> = {
  name: BY_SLUG.name,
  cacheKey: specKeyOf,
  batch: async ({ db, viewer }, keys) => {
    const rows = await db.query(BY_SLUG, [
      keys.map(({ organizationId }) => organizationId),
      keys.map(({ specSlug }) => specSlug),
      viewer.userId,
    ])
    const found = new Map(
      rows.map((row) => [specKeyOf({ organizationId: row.organizationId, specSlug: row.slug }), row]),
    )
    return keys.map((key) => found.get(specKeyOf(key)) ?? null)
  },
}

/** The spec at this location, or null. Its organization is authorized first. */
export async function findSpec(reads: RequestLoaders, at: SpecAt): Promise<SpecRow | null> {
  await getOrganizationRow(reads, at.organizationId)
  return reads.load(specBySlug, at)
}

export async function getSpecRow(reads: RequestLoaders, at: SpecAt): Promise<SpecRow> {
  const spec = await findSpec(reads, at)
  if (!spec) throw notFound('This OpenAPI spec')
  return spec
}

/** For a row that refers to its spec. */
export const requiredSpec = readOf('openapi:read', async (reads, specId: string) => {
  const spec = await reads.load(specById, specId)
  if (!spec) throw notFound('This OpenAPI spec')
  return spec
})

/** Whether the caller can read a spec: pages that are computed from it show its content. */
export const visibleSpec = readOf(
  'openapi:read',
  async (reads, at: SpecAt): Promise<boolean> => (await reads.load(specBySlug, at)) !== null,
)

/** The same within an operation that has another scope. */
export function isVisibleSpec({ viewer, reads }: Context, at: SpecAt): Promise<boolean> {
  requireScope(viewer, 'openapi:read')
  return visibleSpec.read(reads, at)
}
