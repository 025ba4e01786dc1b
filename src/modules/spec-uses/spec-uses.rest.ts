import { z } from 'zod'
import { listRoute } from '../../rest/route.ts'
import { listSpecUses } from './spec-uses.service.ts'

const RestSpecUse = z
  .object({
    object: z.literal('openapi-spec-use'),
    page: z.string().meta({ description: 'The page that stands for the pages of the spec.' }),
    space: z.object({ object: z.literal('space'), id: z.string(), title: z.string() }),
  })
  .meta({ id: 'OpenAPISpecUse' })

export const routes = [
  listRoute('/orgs/:organizationId/openapi/:specSlug/uses', listSpecUses, {
    summary: 'List the spaces that show the pages of an OpenAPI spec',
    item: RestSpecUse,
    present: (rows) =>
      rows.map(({ pageId, spaceId, spaceTitle }) => ({
        object: 'openapi-spec-use' as const,
        page: pageId,
        space: { object: 'space' as const, id: spaceId, title: spaceTitle },
      })),
  }),
]
