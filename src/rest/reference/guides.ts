import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { makePage, type Page, sendPage } from '../../http/page.ts'
import { projectRoot } from '../../platform/project-root.ts'

/** The guides that are served unchanged from the project, by the name of their link. */
const guides: Readonly<Record<string, { file: string; title: string }>> = {
  readme: { file: 'README.md', title: 'README: what Quire is, and its first start' },
  tour: { file: 'docs/tour.md', title: 'A tour from the terminal' },
  settings: { file: 'docs/settings.md', title: 'Settings' },
  restApi: { file: 'docs/rest-api.md', title: 'REST API guide and table of operations' },
  liveViews: { file: 'docs/live-views.md', title: 'Live views with GraphQL subscriptions' },
  access: { file: 'docs/access.md', title: 'Roles and access' },
  changelog: { file: 'docs/changelog.md', title: 'Changelog' },
}

const pathOf = (file: string) => `/docs/${file.replace(/^docs\//, '')}`

/** Serves the guides as plain text, and returns the links to those that exist. */
export function mountGuides(app: FastifyInstance): Record<string, { path: string; title: string }> {
  const links: Record<string, { path: string; title: string }> = {}
  for (const [name, { file, title }] of Object.entries(guides)) {
    const source = join(projectRoot, file)
    if (!existsSync(source)) continue
    const path = pathOf(file)
    links[name] = { path, title }
    let page: Promise<Page> | undefined
    app.get(path, async (request, reply) => {
      page ??= readFile(source).then((text) => makePage('text/plain; charset=utf-8', text))
      reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
      return sendPage(request, reply, await page)
    })
  }
  return links
}
