import { z } from 'zod'
import { requireScope } from '../../core/access/viewer.ts'
import { idField } from '../../core/fields.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { getSpecRow, type SpecRow, SpecSlug } from '../openapi-specs/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'

/** A page of main content from which the pages of a spec are computed. */
export interface SpecUse {
  spaceId: string
  spaceTitle: string
  pageId: string
}

/**
 * The nodes of the main content of each space `s` that has computed pages. Only these spaces are walked: a space that
 * has none is found by its revision.
 */
const WALK = `WITH RECURSIVE walk("hash") AS (
    SELECT held."pagesRoot" UNION ALL
    SELECT child FROM walk JOIN "ContentNode" n ON n."spaceId" = s."id" AND n."hash" = walk."hash"
      CROSS JOIN unnest(n."children") child WHERE child <> '')
  SELECT entry.key AS "pageId", entry.value AS "record" FROM walk
    JOIN "ContentNode" n ON n."spaceId" = s."id" AND n."hash" = walk."hash"
    CROSS JOIN jsonb_each(n."entries") entry`

const usesOfSpec = defineList<SpecRow, object, SpecUse>({
  name: 'specUses',
  columns: `s."id" AS "spaceId", s."title" AS "spaceTitle", page."pageId"`,
  from: `"OpenAPISpec" spec
    JOIN "Space" s ON s."organizationId" = spec."organizationId" ${joinAccess(VIEWER)}
    JOIN "Revision" held ON held."id" = s."revisionId" AND held."hasComputed"
    CROSS JOIN LATERAL (${WALK}) page`,
  match: `spec."id" = p.key AND ${NOT_DELETED} AND page."record" ->> 'type' = 'computed'
    AND page."record" #>> '{computed,dependencies,spec,ref,spec}' = spec."slug"`,
  key: ({ id }) => id,
  sort: [
    { sql: 's."id"', type: 'text', value: ({ spaceId }) => spaceId },
    { sql: 'page."pageId"', type: 'text', value: ({ pageId }) => pageId },
  ],
  order: () => 'asc',
})

/** Where a spec is used, as far as the caller sees the spaces. */
export const listSpecUses = listOperation({
  id: 'openapiSpecs.listUses',
  input: z.object({
    organizationId: idField('Organization', 'The ID of the organization.'),
    specSlug: SpecSlug,
  }),
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, at) => {
    requireScope(ctx.viewer, 'openapi:read')
    return getSpecRow(ctx.reads, at)
  },
  list: () => usesOfSpec,
})
