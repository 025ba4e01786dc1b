import { NoFilters } from '../../core/lists/page.ts'
import { listOperation, readOperation } from '../../core/operations/operation.ts'
import { getSpecRow } from './openapi-specs.loaders.ts'
import { GetLatestVersion, GetVersion, ListVersions } from './openapi-specs.model.ts'
import { getVersionRow, versionsOfSpec } from './versions.loaders.ts'

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
  read: async (ctx, at) => getVersionRow(ctx.reads, await getSpecRow(ctx.reads, at)),
})

export const getVersion = readOperation({
  id: 'openapiSpecVersions.get',
  input: GetVersion,
  scope: 'openapi:read',
  read: async (ctx, { versionId, ...at }) =>
    getVersionRow(ctx.reads, await getSpecRow(ctx.reads, at), versionId),
})
