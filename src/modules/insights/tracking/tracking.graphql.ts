import { graphqlEnum } from '../../../graphql/enums.ts'
import { mutation } from '../../../graphql/field.ts'
import { ReportedEventType } from './tracking.model.ts'
import { trackSiteEvents } from './tracking.service.ts'

graphqlEnum(
  'SiteEventType',
  ReportedEventType,
  'What a reader of a site did. Views of pages and searches are counted, and all others are ignored.',
  {
    page_view: 'They viewed a page.',
    page_markdown_request: 'They requested a page as Markdown.',
    search_open: 'They opened the search.',
    search_type_query: 'They searched.',
    search_open_result: 'They opened a result of a search.',
    page_post_feedback: 'They rated a page.',
    page_post_feedback_comment: 'They commented on their rating.',
    agent_feedback: 'An agent sent feedback.',
    ask_question: 'They asked a question.',
    ask_view: 'They opened the assistant.',
    ask_rate_response: 'They rated an answer.',
    link_click: 'They followed a link.',
    api_client_open: 'They opened an operation of an API.',
    api_client_request: 'They tried an operation of an API.',
    trademark_click: 'They followed the link to the software.',
    ad_click: 'They followed an advertisement.',
    ad_display: 'They saw an advertisement.',
    llms_request: 'A program requested the list of pages.',
    mcp_request: 'A program used the tools of the site.',
    rss_request: 'A program requested the updates.',
  },
)

mutation('trackSiteEvents', trackSiteEvents, {
  description: 'Counts what readers of a site did on a frontend of its own.',
  omit: ['organizationId'],
  payload: {
    counted: {
      type: 'Int',
      description: 'The number of events that were counted: views of pages of the site, and searches.',
      from: ({ counted }) => counted,
    },
  },
})
