import { z } from 'zod'
import { requireScope } from '../../core/access/viewer.ts'
import { idField } from '../../core/fields.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { LoaderDefinition } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { findPagesById } from '../content/index.ts'
import { getSpecRow, type SpecRow, SpecSlug } from '../openapi-specs/index.ts'
import { pathOf } from '../revisions/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'

/** Whether the pages of a spec are computed from a page, or blocks in the text of the page show parts of it. */
export const SpecUseKind = z.enum(['pages', 'blocks'])
type SpecUseKind = z.output<typeof SpecUseKind>

/** A page of main content that shows a spec. */
export interface SpecUse {
  kind: SpecUseKind
  spaceId: string
  spaceTitle: string
  organizationId: string
  revisionId: string
  pageId: string
}

/** The page of a use: its title and its path. */
export const pageOfUse: LoaderDefinition<SpecUse, { title: string; path: string }> = {
  name: 'pagesOfSpecUses',
  scope: 'space:read',
  cacheKey: ({ revisionId, pageId }) => `${revisionId}/${pageId}`,
  batch: async (reads, uses) => {
    const pages = await findPagesById(
      reads.db,
      uses.map(({ spaceId: id, organizationId, revisionId, pageId }) => ({
        space: { id, organizationId, revisionId },
        pageId,
      })),
    )
    return pages.map((placed) => placed && { title: placed.page.title, path: pathOf(placed) })
  },
}

/**
 * The nodes of the main content of each space `s` that has computed pages. Only these spaces are walked: a space that
 * has none is found by its revision. What blocks show is in the index of links.
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
  columns: `page."kind", s."id" AS "spaceId", s."title" AS "spaceTitle", s."organizationId", s."revisionId",
    page."pageId"`,
  from: `"OpenAPISpec" spec
    JOIN "Space" s ON s."organizationId" = spec."organizationId" ${joinAccess(VIEWER)}
    LEFT JOIN "Revision" held ON held."id" = s."revisionId" AND held."hasComputed"
    CROSS JOIN LATERAL (
      SELECT 'pages' AS "kind", node."pageId" FROM (${WALK}) node WHERE node."record" ->> 'type' = 'computed'
        AND node."record" #>> '{computed,dependencies,spec,ref,spec}' = spec."slug"
      UNION ALL
      SELECT 'blocks', shown."pageId" FROM "PageAnchors" shown
        WHERE shown."spaceId" = s."id" AND shown."specs" @> ARRAY[spec."slug"]) page`,
  match: `spec."id" = p.key AND ${NOT_DELETED}`,
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
