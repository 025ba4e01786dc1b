import { z } from 'zod'
import { siteAt } from '../../sites/index.ts'

/** What clients of the public API report. This server counts views and searches; everything else is ignored. */
export const ReportedEventType = z
  .enum([
    'page_view',
    'page_markdown_request',
    'search_open',
    'search_type_query',
    'search_open_result',
    'page_post_feedback',
    'page_post_feedback_comment',
    'agent_feedback',
    'ask_question',
    'ask_view',
    'ask_rate_response',
    'link_click',
    'api_client_open',
    'api_client_request',
    'trademark_click',
    'ad_click',
    'ad_display',
    'llms_request',
    'mcp_request',
    'rss_request',
  ])
  .meta({ description: 'What the reader did.' })

const Id = z.string().max(64).nullable().optional()
const Location = z
  .object({
    url: z.string().max(2_048).meta({ description: 'The URL of the page that the reader is on.' }),
    space: Id.meta({ description: 'The ID of the space.' }),
    page: Id.meta({ description: 'The ID of the page.' }),
  })
  .meta({ title: 'SiteEventLocation', description: 'Where it happened.' })
const Session = z
  .object({
    referrer: z
      .string()
      .max(2_048)
      .nullable()
      .optional()
      .meta({ description: 'The URL that the reader came from. Only its host is kept.' }),
  })
  .meta({
    title: 'SiteEventSession',
    description: 'How the reader came. Nothing that identifies them is read.',
  })

const ReportedEvent = z
  .object({
    type: ReportedEventType,
    query: z.string().max(512).optional().meta({ description: 'The words, for a search.' }),
    session: Session.optional(),
    location: Location,
  })
  .meta({ title: 'SiteEvent', description: 'What a reader of a site did.' })
export type ReportedEvent = z.output<typeof ReportedEvent>

export const TrackSiteEvents = z.object({
  ...siteAt,
  events: z.array(ReportedEvent).min(1).max(100).meta({ description: 'The events, at most 100.' }),
})
