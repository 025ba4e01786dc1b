import type { FastifyReply, FastifyRequest } from 'fastify'
import { makePage, type Page, sendPage } from '../http/page.ts'

const FIRST_QUERY = `# Quire's GraphQL API. Put your token into Headers below:
#   { "Authorization": "Bearer qre_…" }
#
# Then run this:
query Home {
  viewer {
    user { displayName }
    organizations(first: 5) {
      nodes {
        title
        spaces(first: 5) { nodes { id title emoji } }
      }
    }
  }
}
`

let page: Promise<Page> | undefined

/** The page has nine megabytes with everything inlined: rendered and compressed once, on the first visit. */
async function render(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  return makePage(
    'text/html; charset=utf-8',
    renderGraphiQL({
      title: 'Quire explorer',
      endpoint: '/graphql',
      defaultQuery: FIRST_QUERY,
      // Empty, not "Bearer ": requests without a token can read the schema, those with an invalid one
      // cannot.
      headers: '{ "Authorization": "" }',
      shouldPersistHeaders: false,
      subscriptionsProtocol: 'SSE',
    }),
  )
}

/** Serves the explorer from this process alone; the page cannot load anything from elsewhere. */
export async function serveExplorer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  page ??= render()
  reply.header(
    'Content-Security-Policy',
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
  )
  return sendPage(request, reply, await page)
}
