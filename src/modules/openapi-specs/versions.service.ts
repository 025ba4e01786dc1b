import { notFound } from '../../core/errors.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { organizationMentioning } from '../../core/lists/reader-sight.ts'
import { listOperation, readOperation } from '../../core/operations/operation.ts'
import { getSpecRow } from './openapi-specs.loaders.ts'
import { GetLatestVersion, GetVersion, ListVersions } from './openapi-specs.model.ts'
import { findLatestVersion, getVersionRow, type VersionRow, versionsOfSpec } from './versions.loaders.ts'

export const listVersions = listOperation({
  id: 'openapiSpecVersions.list',
  input: ListVersions,
  filters: NoFilters,
  scope: 'openapi:read',
  parent: (ctx, at) => getSpecRow(ctx.reads, at),
  list: () => versionsOfSpec,
})

export const getLatestVersion = readOperation({
  id: 'openapiSpecVersions.getLatest',
  input: GetLatestVersion,
  scope: 'openapi:read',
  forReaders: true,
  read: async (ctx, at) =>
    ctx.viewer.reader
      ? getShownVersion(ctx.reads, at)
      : getVersionRow(ctx.reads, await getSpecRow(ctx.reads, at)),
})

/** The latest version of a spec that a page which the reader of a site sees refers to. */
async function getShownVersion(
  reads: RequestLoaders,
  { organizationId, specSlug }: { organizationId: string; specSlug: string },
): Promise<VersionRow> {
  // First, so that only the specs of the organization are looked for in its pages.
  const version = await findLatestVersion(reads.db, organizationId, specSlug)
  const texts = [`spec="${specSlug}"`, `spec='${specSlug}'`, `"spec":"${specSlug}"`]
  const isShown = version && (await organizationMentioning(reads, texts)) === organizationId
  if (!isShown) throw notFound('This OpenAPI spec')
  return version
}

export const getVersion = readOperation({
  id: 'openapiSpecVersions.get',
  input: GetVersion,
  scope: 'openapi:read',
  read: async (ctx, { versionId, ...at }) =>
    getVersionRow(ctx.reads, await getSpecRow(ctx.reads, at), versionId),
})
