import type { FastifyInstance, FastifyReply } from 'fastify'
import { nothingHere } from '../../http/refusals.ts'
import { consoleAssets } from './console-assets.ts'

const ASSETS = '/app/~assets'

/** Nothing inline, nothing from other hosts, in no frame, and no text becomes a script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // The addresses of the pages can name what is confidential.
  'Referrer-Policy': 'no-referrer',
} as const

/** The same for every address: the script shows the page of the address. */
function consoleHtml(): string {
  const { entries, font } = consoleAssets()
  const at = (entry: keyof typeof entries) => `${ASSETS}/${entries[entry]}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Quire</title>
<link rel="icon" href="${at('icon.svg')}">
<link rel="preload" href="${ASSETS}/${font}" as="font" type="font/woff2" crossorigin>
<script src="${at('theme.ts')}"></script>
<link rel="stylesheet" href="${at('styles/main.css')}">
<script src="${at('main.ts')}" defer></script>
</head>
<body>
<noscript><main><h1>Quire</h1><p>This page needs JavaScript. Turn it on and reload the page.</p></main></noscript>
</body>
</html>
`
}

const sendHtml = (reply: FastifyReply): FastifyReply =>
  reply.headers(HEADERS).type('text/html; charset=utf-8').send(consoleHtml())

/** Serves the pages below `/app/` and what they load. They contain nothing of anybody, so they need no session. */
export function mountConsole(app: FastifyInstance): void {
  // Paths with and without a slash at their end have one route.
  app.get('/app', async (_request, reply) => sendHtml(reply))
  app.get<{ Params: { '*': string } }>('/app/*', async (request, reply) =>
    // Slugs and ids do not begin with it: these are the assets and the endpoints for signing in.
    request.params['*'].startsWith('~') ? nothingHere(request) : sendHtml(reply),
  )
  app.get<{ Params: { name: string } }>(`${ASSETS}/:name`, async (request, reply) => {
    const asset = consoleAssets().files.get(request.params.name)
    if (!asset) return nothingHere(request)
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .type(asset.type)
      .send(asset.bytes)
  })
}
