import type { FastifyInstance, FastifyReply } from 'fastify'
import { nothingHere } from '../../http/refusals.ts'
import { consoleAssets } from './console-assets.ts'

const ASSETS = '/app/~assets'

/** Nothing inline, nothing from other hosts, in no frame, and no text becomes a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // The addresses of the pages can name what is confidential.
  'Referrer-Policy': 'no-referrer',
} as const

/** Pages for people who are not signed in yet. They load little; everything else is the app. */
const PAGES = /^(?:sign-in|setup|reset|confirm|account|join\/[^/]+)\/?$/

interface Shell {
  html: string
  policy: string
}

const NO_SCRIPT =
  '<noscript><main><h1>Quire</h1><p>This page needs JavaScript. Turn it on and reload the page.</p></main></noscript>'

function shellOf(head: string, body: string, trustedTypes: string): Shell {
  const { entries, font } = consoleAssets()
  const html = `<!doctype html>
<html lang="en" class="js">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Quire</title>
<link rel="icon" href="${ASSETS}/${entries['pages/icon.svg']}">
<link rel="preload" href="${ASSETS}/${font}" as="font" type="font/woff2" crossorigin>
<script src="${ASSETS}/${entries['pages/theme.ts']}"></script>
${head}
</head>
<body>
${body}${NO_SCRIPT}
</body>
</html>
`
  return { html, policy: `${POLICY}; trusted-types ${trustedTypes}` }
}

/** The HTML is the same for every address of its kind: the script shows the page of the address. */
function makeShells(): { pages: Shell; app: Shell } {
  const { entries } = consoleAssets()
  const styles = (name: string) => `<link rel="stylesheet" href="${ASSETS}/${name}">`
  const pages = `${styles(entries['pages/styles/main.css'])}
<script src="${ASSETS}/${entries['pages/main.ts']}" defer></script>`
  const app = `${styles(entries['app/main.tsx.css'])}
<script type="module" src="${ASSETS}/${entries['app/main.tsx']}"></script>`
  return {
    pages: shellOf(pages, '', "'none'"),
    // The one policy of the app passes on HTML that the server has rendered and sanitized.
    app: shellOf(app, '<div id="app"></div>', 'quire-html'),
  }
}

let shells: ReturnType<typeof makeShells> | undefined

function sendHtml(reply: FastifyReply, path: string): FastifyReply {
  shells ??= makeShells()
  const { html, policy } = PAGES.test(path) ? shells.pages : shells.app
  return reply
    .headers({ ...HEADERS, 'Content-Security-Policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Serves the pages below `/app/` and what they load. They contain nothing of anybody, so they need no session. */
export function mountConsole(app: FastifyInstance): void {
  // Paths with and without a slash at their end have one route.
  app.get('/app', async (_request, reply) => sendHtml(reply, ''))
  app.get<{ Params: { '*': string } }>('/app/*', async (request, reply) =>
    // Slugs and ids do not begin with it: these are the assets and the endpoints for signing in.
    request.params['*'].startsWith('~') ? nothingHere(request) : sendHtml(reply, request.params['*']),
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
