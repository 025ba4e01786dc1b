import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { SearchFilters } from '../../search/index.ts'
import { ShareKey, siteAt, VisitorToken } from '../../sites/index.ts'

const MAX_SITE_SPACES = 100

export const SearchScopeMode = z.enum(['default', 'specific', 'all']).meta({
  description:
    'Which site spaces are searched: the default one of each section, those in `siteSpaceIds`, or all.',
})

const Scope = z
  .object({
    mode: SearchScopeMode,
    siteSpaceIds: z
      .array(idField('SiteSpace', 'The ID of a site space.'))
      .max(MAX_SITE_SPACES)
      .optional()
      .meta({
        description: `The IDs of the site spaces, for the mode specific, at most ${MAX_SITE_SPACES}.`,
      }),
  })
  .refine(({ mode, siteSpaceIds = [] }) => mode !== 'specific' || siteSpaceIds.length > 0, {
    path: ['siteSpaceIds'],
    message: 'is required with the mode specific',
  })
  .meta({ title: 'SiteSearchScope', description: 'Which site spaces are searched.' })

export const SearchPublishedSite = z.object({
  ...siteAt,
  query: SearchFilters.shape.query,
  scope: Scope.optional(),
  shareKey: ShareKey.optional(),
  jwtToken: VisitorToken.optional().meta({
    description: 'The token of a visitor. The REST API also accepts it as bearer token.',
  }),
})
