import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wantsHtml } from '../../http/page.ts'

interface ServerInformation {
  readonly name: string
  readonly version: string
  readonly startedAt: Date
  readonly links: Readonly<Record<string, { path: string; title: string }>>
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c1e21; --quiet: #57606a; --line: #d8dee4; --card: #fff; --ground: #f6f8fa; --link: #0550ae }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --quiet: #9aa4af; --line: #30363d; --card: #1c2026; --ground: #14171b; --link: #79b8ff }
}
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: var(--ground); color: var(--text) }
main { max-width: 52rem; margin: 0 auto; padding: 4rem 1.25rem }
h1 { font-size: 2.25rem; line-height: 1.2; margin: 0 }
p { margin: 0.5rem 0 0; color: var(--quiet) }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.75rem; list-style: none; margin: 2rem 0 0; padding: 0 }
a { display: block; height: 100%; padding: 0.9rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; color: var(--link); font-weight: 600; text-decoration: none }
a:hover, a:focus-visible { border-color: var(--link) }
code { display: block; margin-top: 0.25rem; color: var(--quiet); font: 0.85rem/1.4 ui-monospace, monospace }
`

const CONTENT_SECURITY_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

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
<main>
<h1>${name}</h1>
<p>A documentation publishing service, with a GraphQL API and a REST API.</p>
<p>Version ${version}, running since <time datetime="${startedAt.toISOString()}">${startedAt.toUTCString()}</time>.</p>
<ul>
${Object.values(links)
  .map(({ path, title }) => `<li><a href="${path}">${title}<code>${path}</code></a></li>`)
  .join('\n')}
</ul>
</main>
</body>
</html>
`

/** Answers at `/` and `/v1`: JSON for programs; for browsers the console, and a page with the same as the JSON. */
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
  app.get('/', async (request, reply) => {
    if (!wantsHtml(request)) return answer(request, reply)
    return reply.header('Vary', 'Accept').header('Cache-Control', 'no-cache').redirect('/app/', 302)
  })
  app.get('/v1', answer)
}
