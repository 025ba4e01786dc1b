import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../core/errors.ts'
import { isKnown } from '../../http/bodies/etag.ts'
import { makePage, type Page } from '../../http/page.ts'
import { EXAMPLES } from './examples.ts'

/**
 * Where the explorer sends its queries: cookies do not count there, and its policy allows no other address. So it acts with
 * the token that was put into it, and never as the person who has signed in to the console in the same browser.
 */
export const EXPLORER_ENDPOINT = '/graphql/explorer'
const FILES = `${EXPLORER_ENDPOINT}/files`

const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** The bar above the explorer, which has the place for the token. */
const STYLE = `
body { --text: #1c1e21; --bar: #f6f8fa; --field: #fff; --line: #8b949e; --focus: #0550ae; margin: 0; height: 100dvh; display: flex; flex-direction: column }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) { --text: #e6e8eb; --bar: #14171b; --field: #1c2026; --line: #6e7681; --focus: #79b8ff }
}
body.graphiql-dark { --text: #e6e8eb; --bar: #14171b; --field: #1c2026; --line: #6e7681; --focus: #79b8ff }
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%) }
#root { flex: 1; min-height: 0 }
#root :is(.graphiql-logo, .graphiql-logo *, .line-numbers) { color: var(--text) }
/* Comments, which are too faint in the dark theme. */
#root .mtk8 { color: inherit }
#root > *, #root .graphiql-container { height: 100% }
.token { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; padding: 0.5rem 1rem; font: 0.875rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--bar) }
.token input { flex: 0 1 26rem; min-width: 8rem; padding: 0.25rem 0.5rem; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line); border-radius: 4px }
.token input:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px }
`

/** Starts GraphiQL with workers from this server, and adds the token to its requests. */
const START = `const { endpoint, workers, options } = JSON.parse(document.getElementById('settings').textContent)
const field = document.getElementById('token')

// The token is kept for this tab only.
const KEY = 'quire-explorer-token'
field.value = sessionStorage.getItem(KEY) ?? ''
field.addEventListener('input', () => sessionStorage.setItem(KEY, field.value.trim()))
document.querySelector('.token').addEventListener('submit', (event) => event.preventDefault())

const send = window.fetch.bind(window)
window.fetch = (url, init = {}) => {
  const token = field.value.trim()
  if (!token || new URL(url, location.href).pathname !== endpoint) return send(url, init)
  const headers = new Headers(init.headers)
  if (!headers.get('authorization')) headers.set('authorization', 'Bearer ' + token)
  return send(url, { ...init, headers })
}

self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] }
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), options)
`

/** The files of the explorer by their address, which changes with their content. */
interface Explorer {
  readonly page: Page
  readonly files: ReadonlyMap<string, Page>
}

let explorer: Promise<Explorer> | undefined

/** Read on the first visit: the package is one text of nine megabytes. */
export const loadExplorer = (): Promise<Explorer> => (explorer ??= load())

async function load(): Promise<Explorer> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql')
  const files = new Map<string, Page>()
  const add = (name: string, type: string, content: string): string => {
    const page = makePage(type, content)
    const address = `${FILES}/${page.etag.slice(1, -1)}/${name}`
    files.set(address, page)
    return address
  }
  const style = add('explorer.css', 'text/css; charset=utf-8', graphiql.css + STYLE)
  const script = add('graphiql.js', JAVASCRIPT, graphiql.js)
  const start = add('start.js', JAVASCRIPT, START)
  const settings = {
    endpoint: EXPLORER_ENDPOINT,
    workers: {
      editorWorkerService: add('editor-worker.js', JAVASCRIPT, graphiql.editorWorkerService),
      json: add('json-worker.js', JAVASCRIPT, graphiql.jsonWorker),
      graphql: add('graphql-worker.js', JAVASCRIPT, graphiql.graphqlWorker),
    },
    options: {
      endpoint: EXPLORER_ENDPOINT,
      defaultTabs: EXAMPLES,
      shouldPersistHeaders: false,
      subscriptionsProtocol: 'SSE',
    },
  }
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quire explorer</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body class="no-focus-outline">
<header>
<h1>Quire explorer</h1>
<form class="token">
<label for="token">Token</label>
<input id="token" type="password" placeholder="qre_…" autocomplete="off" spellcheck="false">
<span>It is kept for this tab, and is sent with each request.</span>
</form>
</header>
<main id="root"><noscript>The explorer needs JavaScript.</noscript></main>
<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
<script defer src="${script}"></script>
<script defer src="${start}"></script>
</body>
</html>
`
  return { page: makePage('text/html; charset=utf-8', html), files }
}

/** Serves the scripts and styles of the explorer. A browser keeps them: another version has another address. */
export function mountExplorerFiles(app: FastifyInstance): void {
  app.get(`${FILES}/:hash/:name`, async (request, reply) => {
    const file = (await loadExplorer()).files.get(request.url)
    if (!file) throw new DomainError('not_found', `The explorer has no file at ${request.url}.`)
    reply
      // A worker has the policy of its own response.
      .header('Content-Security-Policy', "default-src 'none'; script-src 'self'; frame-ancestors 'none'")
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('ETag', file.etag)
    if (isKnown(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
    return reply.type(file.type).send(file.bytes)
  })
}
