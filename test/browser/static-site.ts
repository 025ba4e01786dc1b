import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { siteAssets } from '../../src/modules/publishing/assets/assets.ts'
import { renderPage } from '../../src/modules/site-rendering/layout/page.ts'
import { renderProblem } from '../../src/modules/site-rendering/layout/problem.ts'
import { renderSearch } from '../../src/modules/site-rendering/layout/search.ts'
import { lookOf } from '../../src/modules/site-rendering/theme/look.ts'
import type {
  PageView,
  ProblemState,
  RenderedDocument,
  SiteFrame,
} from '../../src/modules/site-rendering/views.ts'
import { defaultCustomization } from '../../src/modules/sites/customization/defaults.ts'
import { sampleFrame, samplePage } from '../publishing/rendering/samples.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' https://eu.example.com; form-action 'self'; base-uri 'none'"
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#7aa2e8"/></svg>'
const answer = {
  results: [
    {
      title: 'Tokens',
      titleParts: [{ text: 'Tokens', marked: true }],
      href: '/found.html',
      path: ['Guides'],
      passages: [{ parts: [{ text: 'token', marked: true }] }],
    },
  ],
  suggestions: [],
}

/** Serves rendered pages with the policy of a published site. */
export class StaticSite {
  readonly #files: Map<string, { body: string | Uint8Array; type: string }>
  readonly #server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = this.#files.get(decodeURIComponent(pathname))
    response.writeHead(file ? 200 : 404, {
      'content-type': file?.type ?? 'text/plain',
      'content-security-policy': policy,
    })
    response.end(file?.body)
  })
  readonly #frame: SiteFrame

  private constructor(files: [string, { body: string | Uint8Array; type: string }][], frame: SiteFrame) {
    this.#files = new Map(files)
    this.#frame = frame
  }

  static async start(customization = defaultCustomization): Promise<StaticSite> {
    const assets = siteAssets()
    const { stylesheet, classes, font } = lookOf(customization, assets)
    const files = [...assets.files, stylesheet].map(
      ({ path, body, contentType }) =>
        [`/${path}`, { body, type: contentType }] as [string, { body: Uint8Array; type: string }],
    )
    const frame = sampleFrame({
      classes,
      searchHref: '/~search',
      assets: {
        stylesheet: `/${stylesheet.path}`,
        script: `/${assets.script}`,
        themeScript: `/${assets.themeScript}`,
        icon: `/${assets.icon}`,
        tryScript: `/${assets.tryScript}`,
        ...(font ? { font: `/${font}` } : {}),
      },
    })
    const site = new StaticSite(files, frame)
    site.#files.set('/~files/1/file.png', { body: picture, type: 'image/svg+xml' })
    site.#files.set('/docs/target', { body: picture, type: 'image/svg+xml' })
    site.#files.set('/~search', { body: JSON.stringify(answer), type: 'application/json' })
    site.#files.set('/docs/~nav/e', {
      body: '<ul><li><a class="nav-link" href="/late.html">Late</a></li></ul>',
      type: 'text/html',
    })
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve))
    return site
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Adds a page with a document, and returns its address. */
  add(
    name: string,
    document: RenderedDocument,
    changes: Partial<PageView> & { frame?: SiteFrame } = {},
    frame: Partial<SiteFrame> = {},
  ): string {
    return this.#put(
      name,
      renderPage(samplePage({ ...document, ...changes, frame: { ...this.#frame, ...frame } })),
    )
  }

  addProblem(status: number, state: ProblemState): string {
    return this.#put(state, renderProblem({ frame: this.#frame, status, state, path: '/x' }))
  }

  addSearch(query: string): string {
    const view = { frame: this.#frame, query, head: { alternates: [] } }
    return this.#put('search', renderSearch({ ...view, ...answer }))
  }

  #put(name: string, body: string): string {
    this.#files.set(`/${name}.html`, { body, type: 'text/html; charset=utf-8' })
    return `${this.origin}/${name}.html`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
