import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

const FIRST_QUERY = `# Quire's GraphQL door. Put your token into Headers below:
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

interface ExplorerPage {
  html: Buffer
  compressed: Buffer
  etag: string
}

let page: Promise<ExplorerPage> | undefined

/** Nine megabytes of page with everything inside: rendered and compressed once, on the first visit. */
async function render(): Promise<ExplorerPage> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = Buffer.from(
    renderGraphiQL({
      title: 'Quire explorer',
      endpoint: '/graphql',
      defaultQuery: FIRST_QUERY,
      // Empty, not "Bearer ": nobody may read the schema, a bad token may not.
      headers: '{ "Authorization": "" }',
      shouldPersistHeaders: false,
      subscriptionsProtocol: 'SSE',
    }),
  )
  return {
    html,
    compressed: await compress(html),
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  }
}

/** True for a browser that opens the address, as opposed to a program that queries it. */
export function wantsExplorer(request: FastifyRequest): boolean {
  const query = request.query as Record<string, unknown>
  return (
    request.method === 'GET' &&
    query.query === undefined &&
    (request.headers.accept ?? '').includes('text/html')
  )
}

/** Serves the explorer from this process alone; the page may load nothing from elsewhere. */
export async function serveExplorer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  page ??= render()
  const { html, compressed, etag } = await page
  reply
    .header('ETag', etag)
    .header('Cache-Control', 'private, no-cache')
    .header('Vary', 'Accept, Accept-Encoding')
    .header(
      'Content-Security-Policy',
      "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    )
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  if (!(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(html)
  return reply.header('Content-Encoding', 'gzip').send(compressed)
}
