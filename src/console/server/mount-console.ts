import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { nothingHere } from '../../http/refusals.ts'
import { consoleAssets } from './console-assets.ts'
import { ASSETS, consoleHtml } from './console-html.ts'

interface ConsoleParts {
  /** The origin of published sites if they have one of their own: their previews are shown in frames. */
  sites: string | undefined
  /** Whether the caller of a request is an operator of this server. */
  isOperator: (request: FastifyRequest) => Promise<boolean>
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // The addresses of the pages can name what is confidential.
  'Referrer-Policy': 'no-referrer',
} as const

const BUILD_HEADER = 'X-Quire-Build'

/** Pages for people who are not signed in yet. They load little; everything else is the app. */
const PAGES = /^(?:sign-in|setup|reset|confirm|join\/[^/]+)\/?$/

/** Names the build of the console in what GraphQL answers to it, so that a page of an older one can offer to reload. */
export function nameBuild(http: FastifyInstance): void {
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    if (request.headers['x-quire-console'] !== undefined) reply.header(BUILD_HEADER, consoleAssets().build)
    done()
  }
  http.addHook('onRoute', (route) => {
    if (route.url === '/graphql') route.onRequest = [onRequest, ...[route.onRequest ?? []].flat()]
  })
}

/** Serves the pages below `/app/` and what they load. They contain nothing of anybody, so they need no session. */
export function mountConsole(app: FastifyInstance, { sites = '', isOperator }: ConsoleParts): void {
  const sendHtml = (reply: FastifyReply, path: string): FastifyReply => {
    const { html, policy } = consoleHtml(PAGES.test(path) ? 'pages' : 'app', sites)
    return reply
      .headers({
        ...HEADERS,
        'Content-Security-Policy': policy,
        [BUILD_HEADER]: consoleAssets().build,
      })
      .type('text/html; charset=utf-8')
      .send(html)
  }
  // Paths with and without a slash at their end have one route.
  app.get('/app', async (_request, reply) => sendHtml(reply, ''))
  app.get<{ Params: { '*': string } }>('/app/*', async (request, reply) =>
    // Slugs and ids do not begin with it: these are the assets and the endpoints for signing in.
    request.params['*'].startsWith('~') ? nothingHere(request) : sendHtml(reply, request.params['*']),
  )
  app.get<{ Params: { name: string } }>(`${ASSETS}/:name`, async (request, reply) => {
    const { files, maps } = consoleAssets()
    const { name } = request.params
    const asset = files.get(name)
    if (asset) {
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Cross-Origin-Resource-Policy', 'same-origin')
        .type(asset.type)
        .send(asset.bytes)
    }
    // The sources, for those who have them anyway.
    const map = maps.get(name)
    if (!map || !(await isOperator(request))) return nothingHere(request)
    return reply.header('Cache-Control', 'private, no-store').type('application/json').send(map())
  })
}
