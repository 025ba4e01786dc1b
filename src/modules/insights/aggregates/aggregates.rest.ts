import { z } from 'zod'
import { route } from '../../../rest/route.ts'
import { sitePath } from '../../sites/index.ts'
import { AggregateColumn } from './aggregates.model.ts'
import { aggregateSiteEvents } from './aggregates.service.ts'

const RestAggregate = z
  .object({
    columns: z
      .array(z.object({ column: AggregateColumn, values: z.array(z.unknown()) }))
      .meta({ description: 'The columns, each with its value for every row.' }),
  })
  .meta({ id: 'SiteInsightsAggregate' })

export const aggregateRoutes = [
  route('POST', `${sitePath}/insights/events/aggregate`, aggregateSiteEvents, {
    summary: 'Count what readers of a site did, by time, page, search, host or rating',
    response: RestAggregate,
    present: (columns) => ({ columns }),
  }),
]
