import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wantsHtml } from '../../http/page.ts'

export interface ServerInformation {
  readonly name: string
  readonly version: string
  readonly startedAt: Date
  readonly links: Readonly<Record<string, { path: string; title: string }>>
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1c1e21 }
h1 { margin-bottom: 0 }
p.state { color: #57606a; margin-top: 0.25rem }
li { margin: 0.5rem 0 }
a { color: #0550ae }
code { background: #f0f2f5; padding: 0.1em 0.3em; border-radius: 3px }
@media (prefers-color-scheme: dark) {
  body { background: #16181c; color: #e6e8eb } p.state { color: #9aa4af } a { color: #79b8ff } code { background: #262a31 }
}
`

const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

const page = ({ name, version, startedAt, links }: ServerInformation) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} ${version}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<h1>${name}</h1>
<p class="state">Version ${version} is up, since <time datetime="${startedAt.toISOString()}">${startedAt.toUTCString()}</time>.</p>
<ul>
${Object.values(links)
  .map(({ path, title }) => `<li><a href="${path}">${title}</a> <code>${path}</code></li>`)
  .join('\n')}
</ul>
</body>
</html>
`

/** Answers at `/` and `/v1`: a page for browsers, and the same as JSON for programs. */
export function mountLanding(app: FastifyInstance, information: ServerInformation): void {
  const html = page(information)
  const { name, version, startedAt, links } = information
  const json = {
    object: 'api-information',
    name,
    version,
    build: version,
    status: 'up',
    startedAt: startedAt.toISOString(),
    links: Object.fromEntries(Object.entries(links).map(([key, { path }]) => [key, path])),
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Vary', 'Accept').header('Cache-Control', 'no-cache')
    if (!wantsHtml(request)) return json
    reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    return reply.type('text/html; charset=utf-8').send(html)
  }
  app.get('/', answer)
  app.get('/v1', answer)
}
