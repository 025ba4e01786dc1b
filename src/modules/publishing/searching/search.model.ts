import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { SearchFilters } from '../../search/index.ts'
import { VisitorToken } from '../../site-visitors/index.ts'
import { ShareKey, siteAt } from '../../sites/index.ts'

const MAX_SITE_SPACES = 100

export const SearchScopeMode = z.enum(['default', 'specific', 'all']).meta({
  description:
    'Which site spaces are searched: the default one of each section, those in `siteSpaceIds`, or all.',
})

export const SearchRestriction = z.enum(['currentSiteSpace', 'otherSiteSpaces'])

const siteSpaceIds = z
  .array(idField('SiteSpace', 'The ID of a site space.'))
  .max(MAX_SITE_SPACES)
  .optional()
  .meta({
    description: `The IDs of the site spaces, for the mode specific, at most ${MAX_SITE_SPACES}.`,
  })

const Scope = z
  .object({
    mode: SearchScopeMode,
    currentSiteSpace: idField(
      'SiteSpace',
      'The ID of the site space that the reader is in, for the mode default. It is searched in place of the default one of its section, and site spaces in its language in place of those of other sections.',
    ).optional(),
    restrictTo: SearchRestriction.optional().meta({
      description:
        'Searches only the current site space, or only the others, for the mode default with `currentSiteSpace`.',
    }),
    siteSpaceIds,
  })
  .refine(({ mode, siteSpaceIds = [] }) => mode !== 'specific' || siteSpaceIds.length > 0, {
    path: ['siteSpaceIds'],
    message: 'is required with the mode specific',
  })
  .refine(
    ({ mode, restrictTo, currentSiteSpace }) =>
      restrictTo === undefined || (mode === 'default' && currentSiteSpace !== undefined),
    { path: ['restrictTo'], message: 'requires the mode default and currentSiteSpace' },
  )
  .meta({ title: 'SiteSearchScope', description: 'Which site spaces are searched.' })

export const SearchPublishedSite = z.object({
  ...siteAt,
  query: SearchFilters.shape.query,
  scope: Scope.optional(),
  // What clients sent before there were scopes. GraphQL has `scope` alone.
  mode: z.enum(['all', 'current', 'specific']).optional().meta({
    description: 'Deprecated: send `scope`. Ignored with it.',
  }),
  siteSpaceId: idField('SiteSpace', 'Deprecated: the current site space, for the mode current.').optional(),
  siteSpaceIds: siteSpaceIds.meta({ description: 'Deprecated: send `scope`. Ignored with it.' }),
  shareKey: ShareKey.optional(),
  jwtToken: VisitorToken.optional().meta({
    description: 'The token of a visitor. The REST API also accepts it as bearer token.',
  }),
})

type Search = z.output<typeof SearchPublishedSite>

/** The scope of a search, also in the form that clients sent before there were scopes. */
export function scopeOf({ scope, mode, siteSpaceId, siteSpaceIds: ids }: Search): z.output<typeof Scope> {
  if (scope) return scope
  if (mode === 'all') return { mode: 'all' }
  if (mode !== 'current' && ids && ids.length > 0) return { mode: 'specific', siteSpaceIds: ids }
  return { mode: 'default', ...(siteSpaceId === undefined ? {} : { currentSiteSpace: siteSpaceId }) }
}
