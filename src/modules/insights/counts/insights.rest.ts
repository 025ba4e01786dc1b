import { z } from 'zod'
import { route } from '../../../rest/route.ts'
import { sitePath } from '../../sites/index.ts'
import { getInsights } from './insights.service.ts'

const ratings = { good: z.int(), ok: z.int(), bad: z.int() }

const RestInsights = z
  .object({
    object: z.literal('site-insights'),
    from: z.string().meta({ description: 'The first day, in UTC.' }),
    to: z.string().meta({ description: 'The last day, in UTC.' }),
    days: z
      .array(
        z.object({
          day: z.string(),
          views: z.int(),
          searches: z.int(),
          searchesWithoutResult: z.int(),
          ...ratings,
        }),
      )
      .meta({ description: 'Every day, oldest first.' }),
    pages: z
      .array(z.object({ space: z.string(), page: z.string(), title: z.string(), views: z.int(), ...ratings }))
      .meta({ description: 'At most 100 pages, the most viewed first.' }),
    searches: z
      .array(z.object({ query: z.string(), count: z.int(), withoutResult: z.int() }))
      .meta({ description: 'At most 100 queries, the most frequent first.' }),
    referrers: z
      .array(z.object({ host: z.string(), count: z.int() }))
      .meta({ description: 'At most 100 hosts that readers came from, the most frequent first.' }),
  })
  .meta({ id: 'SiteInsights' })

export const insightsRoutes = [
  route('GET', `${sitePath}/insights`, getInsights, {
    summary: 'Get what readers of a site did, by day',
    response: RestInsights,
    present: (insights) => ({ object: 'site-insights' as const, ...insights }),
  }),
]
