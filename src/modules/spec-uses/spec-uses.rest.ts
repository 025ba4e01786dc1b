import { z } from 'zod'
import { listRoute } from '../../rest/route.ts'
import { listSpecUses, pageOfUse, SpecUseKind } from './spec-uses.service.ts'

const RestSpecUse = z
  .object({
    object: z.literal('openapi-spec-use'),
    kind: SpecUseKind.meta({
      description:
        'Whether the pages of the spec are shown in place of the page, or blocks in its text show parts of it.',
    }),
    page: z.string(),
    title: z.string().meta({ description: 'The title of the page.' }),
    path: z.string().meta({ description: 'The path of the page.' }),
    space: z.object({ object: z.literal('space'), id: z.string(), title: z.string() }),
  })
  .meta({ id: 'OpenAPISpecUse' })

export const routes = [
  listRoute('/orgs/:organizationId/openapi/:specSlug/uses', listSpecUses, {
    summary: 'List the pages that show an OpenAPI spec',
    item: RestSpecUse,
    present: (rows, { caller }) =>
      Promise.all(
        rows.map(async (use) => {
          const page = await caller.loadOptional(pageOfUse, use)
          return {
            object: 'openapi-spec-use' as const,
            kind: use.kind,
            page: use.pageId,
            title: page?.title ?? '',
            path: page?.path ?? '',
            space: { object: 'space' as const, id: use.spaceId, title: use.spaceTitle },
          }
        }),
      ),
  }),
]
