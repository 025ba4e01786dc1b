import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { makePage, type Page, sendPage } from '../../http/page.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quire REST API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `window.reference = SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`

const resolve = createRequire(import.meta.url).resolve
const packaged = (file: string) => () => readFile(resolve(`swagger-ui-dist/${file}`))

const files: Readonly<Record<string, { type: string; read: () => Promise<Buffer> | string }>> = {
  '/docs': { type: 'text/html; charset=utf-8', read: () => HTML },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', read: () => START },
  '/docs/swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: packaged('swagger-ui-bundle.js'),
  },
  '/docs/swagger-ui.css': { type: 'text/css; charset=utf-8', read: packaged('swagger-ui.css') },
}

/**
 * Serves the reference of the REST API from this process alone. The page cannot load anything from
 * elsewhere.
 */
export function mountReferencePage(app: FastifyInstance): void {
  for (const [path, { type, read }] of Object.entries(files)) {
    let page: Promise<Page> | undefined
    app.get(path, async (request, reply) => {
      page ??= Promise.resolve(read()).then((content) => makePage(type, content))
      reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      return sendPage(request, reply, await page)
    })
  }
}
