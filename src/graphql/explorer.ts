import type { FastifyReply, FastifyRequest } from 'fastify'
import { makePage, type Page, sendPage, wantsHtml } from '../http/page.ts'

/**
 * Where the explorer sends its queries: cookies do not count there, and its policy allows no other address. So it acts with
 * the token that was put into it, and never as the person who has signed in to the console in the same browser.
 */
export const EXPLORER_ENDPOINT = '/graphql/explorer'

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

async function render(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  return makePage(
    'text/html; charset=utf-8',
    renderGraphiQL({
      title: 'Quire explorer',
      endpoint: EXPLORER_ENDPOINT,
      defaultQuery: FIRST_QUERY,
      // Empty, not "Bearer ": requests without a token can read the schema, those with an invalid one
      // cannot.
      headers: '{ "Authorization": "" }',
      shouldPersistHeaders: false,
      subscriptionsProtocol: 'SSE',
    }),
  )
}

/** True for a browser that opens the URL, as opposed to a program that queries it. */
export function wantsExplorer(request: FastifyRequest): boolean {
  const query = request.query as Record<string, unknown>
  return request.method === 'GET' && query.query === undefined && wantsHtml(request)
}

/**
 * The page that Yoga shows. Unlike the one that Yoga has itself, it loads nothing from elsewhere: it has nine megabytes with
 * everything inlined, and is rendered and compressed once, on the first visit.
 */
export function explorerPage(): Promise<Page> {
  page ??= render()
  return page
}

const HOST = /^[\w.:[\]-]+$/

/** The page has its scripts and styles in itself. A source without a scheme has that of the page. */
const policyAt = (host: string): string =>
  [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' blob:",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    `connect-src ${HOST.test(host) ? host + EXPLORER_ENDPOINT : "'none'"}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Sends the page, unless the browser has it. */
export async function sendExplorer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('Content-Security-Policy', policyAt(request.headers.host ?? ''))
  return sendPage(request, reply, await explorerPage())
}
