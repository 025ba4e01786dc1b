import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { REFERENCE } from '../../core/operations/web.ts'
import { makePage, type Page, sendPage } from '../../http/page.ts'
import { projectRoot } from '../../platform/project-root.ts'
import { type DescribedModule, describeApi } from '../openapi/describe-api.ts'
import { mountGuides } from './guides.ts'
import { mountLanding } from './landing.ts'
import { type MakeReference, mountReferencePage } from './reference-page.ts'

interface ReferenceOptions {
  modules: readonly DescribedModule[]
  /** Whether browsers get the explorer at `/graphql`. */
  hasExplorer: boolean
  startedAt: Date
  /** The public URL of this server. */
  origin: () => string
  makeReference: MakeReference
}

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }

/**
 * Serves the documentation of this server, without a token: the OpenAPI document, its reference page, the
 * guides, and links to them.
 */
export function mountReference(app: FastifyInstance, options: ReferenceOptions): void {
  let page: Page | undefined
  const described = () => describeApi(options.modules, version)
  app.get('/v1/openapi.json', async (request, reply) => {
    page ??= makePage('application/json; charset=utf-8', JSON.stringify(described()))
    return sendPage(request, reply, page)
  })
  const guides = mountGuides(app)
  mountReferencePage(app, () =>
    options.makeReference({
      base: REFERENCE,
      document: described(),
      origin: options.origin(),
      links: [
        { title: 'Console', href: '/app/' },
        ...(options.hasExplorer ? [{ title: 'GraphQL', href: '/graphql' }] : []),
        { title: 'OpenAPI', href: '/v1/openapi.json' },
      ],
      guides: Object.values(guides).map(({ title, path }) => ({ title, href: path })),
    }),
  )
  mountLanding(app, {
    name: 'Quire',
    version,
    startedAt: options.startedAt,
    links: {
      app: { path: '/app/', title: 'Sign in' },
      ...(options.hasExplorer ? { explorer: { path: '/graphql', title: 'GraphQL explorer' } } : {}),
      reference: { path: '/docs', title: 'REST API reference' },
      openapi: { path: '/v1/openapi.json', title: 'OpenAPI document of the REST API' },
      ...guides,
      health: { path: '/healthz', title: 'Health' },
    },
  })
}
