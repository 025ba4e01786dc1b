import type { WebAnswer, WebContent, WebOptions, WebRequest } from '../../core/operations/web.ts'
import { StatementLimit } from '../../platform/statement-limit.ts'
import { receiveFeedback, VisitCounts } from '../insights/index.ts'
import type { PlacedPage } from '../revisions/index.ts'
import { hostingOf, parseAddress, type SiteHosts } from '../site-addresses/index.ts'
import {
  type Asset,
  renderNav,
  renderPage,
  renderProblem,
  renderSearch,
  type SearchAnswer,
  type SiteFrame,
} from '../site-rendering/index.ts'
import { candidatesAmong } from '../site-visitors/index.ts'
import { defaultCustomization, type SiteSpaceRow } from '../sites/index.ts'
import { siteAssets } from './assets/assets.ts'
import { ForeignImages } from './foreign/foreign-images.ts'
import { markdownOf } from './machines/markdown.ts'
import { siteTools } from './machines/site-tools.ts'
import { MARKS, markedIn, siteSpaceNamed } from './pages/addresses.ts'
import { Assets } from './pages/assets.ts'
import { foreignImageAt } from './pages/foreign-image-at.ts'
import { frameOf, interfaceLocale } from './pages/frame.ts'
import { frameAnswer, scriptAnswer } from './pages/frames.ts'
import { imageAnswer } from './pages/image-answer.ts'
import { branchOf } from './pages/navigation.ts'
import { pageView, type Rendering } from './pages/page-view.ts'
import { fileAt, noPage, partOf, pdfAt } from './pages/paths/marked-parts.ts'
import { previewAt } from './pages/paths/preview-at.ts'
import { resolvePath } from './pages/paths/resolving.ts'
import { problemFrame } from './pages/problem-frame.ts'
import { Previews } from './previews/previews.ts'
import { countVisit } from './reading/count-visit.ts'
import { isSiteAt } from './reading/is-site-at.ts'
import { NotShown, stateOf } from './reading/not-shown.ts'
import { adviceOn, SHARED_ORIGINS } from './reading/shared-origins.ts'
import { type Entered, type SiteVisit, Visits } from './reading/visits.ts'
import { answerOf, nearWords, searchSite } from './searching/searching.ts'
import { TriedRequests } from './trying/tried-requests.ts'

/** The heap size of a page without its text. */
const PAGE_BYTES = 2_000
/** Longer queries are cut. */
const MAX_QUERY = 512

/** A page of a site for a reader: its HTML or Markdown, or where it is now. */
export type Served =
  | { kind: 'text'; text: string; frameOrigins?: readonly string[]; connectOrigins?: readonly string[] }
  | { kind: 'moved'; href: string; isPermanent: boolean }

const removed = { status: 410, message: 'The page at this address was removed.' }

/** Published sites, as readers open them. */
export class PublishedSites {
  readonly #options: WebOptions
  readonly #visits: Visits
  readonly #counts: VisitCounts
  readonly #previews: Previews
  readonly rendering: Rendering
  readonly hosting: SiteHosts

  constructor(options: WebOptions) {
    this.#options = options
    this.hosting = hostingOf(options.tools.settings)
    this.#visits = new Visits(options)
    this.#counts = new VisitCounts(options.database, options.now)
    this.#previews = new Previews(options.cache)
    this.rendering = {
      cache: options.cache,
      files: options.files,
      assets: new Assets(options.cache),
      sites: { settings: options.tools.settings },
      images: new ForeignImages(options),
      tried: new TriedRequests(options),
    }
  }

  enter(request: WebRequest): Promise<Entered> {
    return this.#visits.enter(request)
  }

  known(origin: string, path: string): SiteVisit | undefined {
    return this.#visits.known(origin, path)
  }

  get forget(): WebContent['forget'] {
    return this.#visits.forget
  }

  async advice(): Promise<string | null> {
    const { database } = this.#options
    const isGenerated = this.hosting.originOf('') !== null
    const [shared] = await database.query(SHARED_ORIGINS, [isGenerated])
    return shared ? adviceOn(shared) : null
  }

  isSiteAt(host: string, beforeLookup: () => Promise<void>): Promise<boolean> {
    return isSiteAt(this.#options, host, beforeLookup)
  }

  async page(visit: SiteVisit, segments: readonly string[]): Promise<Served> {
    const found = await resolvePath(visit, segments)
    if (!found) throw noPage()
    if (found.kind === 'moved') return found
    if (found.kind === 'page') {
      const view = await pageView(visit, found, this.rendering)
      const { frameOrigins, connectOrigins } = view
      return { kind: 'text', text: renderPage(view), frameOrigins, connectOrigins }
    }
    if (found.kind === 'gone') throw new NotShown(removed, 'gone')
    const frame = await frameOf(visit, found.row, this.rendering)
    const path = [visit.base, ...segments.map(encodeURIComponent)].join('/')
    return { kind: 'text', text: renderProblem({ frame, status: 200, state: 'empty', path }) }
  }

  async markdown(visit: SiteVisit, segments: readonly string[]): Promise<Served> {
    const found = await resolvePath(visit, segments)
    if (!found || found.kind === 'empty' || found.kind === 'gone') throw noPage()
    return found.kind === 'moved' ? found : { kind: 'text', text: await markdownOf(visit, found) }
  }

  /** The entries of the table of contents below a page. */
  async branch(visit: SiteVisit): Promise<string> {
    const { pages, id } = partOf(visit, MARKS.nav)
    const page = (await pages.byId([id])).get(id)
    if (!page) throw noPage()
    return renderNav(await branchOf(visit, pages, page), interfaceLocale(visit, pages.row))
  }

  /** Answers a program that asks the site as its reader, by the Model Context Protocol. */
  async mcp(visit: SiteVisit, origin: string, message: unknown): Promise<{ status: number; body: string }> {
    // Few sites are asked this way, so it is loaded with the first message.
    const { answerMessage } = await import('./mcp/answer-message.ts')
    return answerMessage(siteTools(visit, origin, this), message)
  }

  /** The pages that a reader finds: in one variant of each section, or in all. */
  async search(visit: SiteVisit, query: string, isInAll: boolean): Promise<SearchAnswer> {
    const current = this.#searchedFrom(visit)
    const text = query.slice(0, MAX_QUERY)
    const scope = isInAll ? ({ mode: 'all' } as const) : ({ mode: 'default', current } as const)
    const hits = await searchSite(visit, text, scope, { cache: this.#options.cache })
    const near = hits.length > 0 ? [] : await nearWords(visit, text, scope)
    return answerOf(visit, text, hits, near)
  }

  async searchPage(visit: SiteVisit, query: string, found: SearchAnswer): Promise<string> {
    const frame = await frameOf(visit, this.#searchedFrom(visit), this.rendering)
    return renderSearch({ frame, query, ...found, head: { alternates: [], robots: 'noindex' } })
  }

  /** Stores what a reader says about a page. */
  async feedback(visit: SiteVisit, received: unknown): Promise<{ id: string }> {
    const { row, page } = await this.#pageAt(visit, MARKS.feedback)
    if (!visit.shown.lookAt(row.id).feedback.enabled) throw noPage()
    const { database, now } = this.#options
    return receiveFeedback(
      database,
      {
        site: visit.known.site,
        siteSpaceId: row.id,
        spaceId: row.spaceId,
        pageId: page.id,
        title: page.page.title,
      },
      received,
      now(),
    )
  }

  /** Counts what a page reports: that it is viewed, or what its reader has searched for. */
  async viewed(visit: SiteVisit, received: unknown): Promise<void> {
    const { row, page } = await this.#pageAt(visit, MARKS.insights)
    countVisit(this.#counts, visit, { row, page }, received)
  }

  async close(): Promise<void> {
    await Promise.all([this.#counts.flush(), this.#previews.close()])
  }

  /** The page that a path names after a mark. */
  async #pageAt(visit: SiteVisit, mark: string): Promise<{ row: SiteSpaceRow; page: PlacedPage }> {
    const { pages, id } = partOf(visit, mark)
    const key = `page ${visit.shown.key} ${pages.row.id} ${id}`
    const known = this.#options.cache.get<PlacedPage>(key)
    if (known) return { row: pages.row, page: known }
    const page = (await pages.byId([id])).get(id)
    if (!page) throw noPage()
    this.#options.cache.set(key, page, PAGE_BYTES)
    return { row: pages.row, page }
  }

  /** The address of a page as PDF, which is valid for an hour. */
  pdf(visit: SiteVisit): Promise<string> {
    return pdfAt(visit, this.#options)
  }

  /** A file of the content that the reader sees now. */
  file(visit: SiteVisit) {
    return fileAt(visit, this.#options.files)
  }

  /** An image of another host that a page shows. */
  async foreignImage(visit: SiteVisit, { charge }: WebRequest): Promise<WebAnswer> {
    const answer = await foreignImageAt(visit, this.rendering.images, charge)
    if (!answer) throw noPage()
    return answer
  }

  /** The image that other services show for a link to a page. */
  preview(visit: SiteVisit, request: WebRequest): Promise<WebAnswer> {
    const db = new StatementLimit(this.#options.database, request.source)
    return previewAt(visit, db, this.#previews, request)
  }

  /** Sends a request that a reader tries, where the site does so. */
  async tried(visit: SiteVisit, { received, charge }: WebRequest): Promise<WebAnswer> {
    const { above, rest } = markedIn(visit.segments, MARKS.try) ?? { above: [], rest: [] }
    const row = siteSpaceNamed(visit.shown.siteSpaces, above)
    if (!row || rest.length > 0 || !visit.shown.lookAt(row.id).apis?.proxy) throw noPage()
    return this.rendering.tried.answer({ siteId: visit.known.site.id, sent: received, charge })
  }

  /** A style, script or font of the site, also before a reader is admitted. */
  async asset(path: string, visit: SiteVisit | null): Promise<Asset> {
    const looks = visit
      ? [visit.shown.lookAt(null), ...visit.shown.siteSpaces.map(({ id }) => visit.shown.lookAt(id))]
      : []
    const asset = await this.rendering.assets.find(path, [...new Set(looks), defaultCustomization])
    if (!asset) throw noPage()
    return asset
  }

  /** The script of an integration. Null where none can run, or if the path is not that of one. */
  async script({ origin, path, source }: WebRequest): Promise<WebAnswer | null> {
    const { isApart, database } = this.#options
    const address = parseAddress(`${origin}${path}`, this.hosting)
    return address && scriptAnswer(new StatementLimit(database, source), address, isApart)
  }

  /** An image of the frame, also before a reader is admitted. Null if the site has none with this id. */
  async image({ origin, path, source }: WebRequest): Promise<WebAnswer | null> {
    const address = parseAddress(`${origin}${path}`, this.hosting)
    return address && imageAnswer(new StatementLimit(this.#options.database, source), address)
  }

  /** The frame of a block of an integration. */
  async frame(visit: SiteVisit, { origin }: WebRequest): Promise<WebAnswer> {
    const { blockScript } = siteAssets()
    const frame = frameAnswer(visit, origin, blockScript)
    if (!frame) throw noPage()
    return frame
  }

  /** A page that says what is wrong, with the look of the site. */
  async problem(
    failure: Error & { status: number },
    request: WebRequest,
    visit: SiteVisit | null,
  ): Promise<string> {
    const plain = () => this.#problemFrame(failure, request)
    const row = visit ? (candidatesAmong(visit.shown.siteSpaces, visit.segments)[0]?.row ?? null) : null
    const frame = visit ? await frameOf(visit, row, this.rendering).catch(plain) : await plain()
    return renderProblem({ frame, status: failure.status, state: stateOf(failure), path: request.path })
  }

  /** The page of a server without published sites at an address, such as that of its APIs. */
  async nowhere(status: number, path: string): Promise<string> {
    const frame = await problemFrame(this.rendering.assets, { base: '', home: '/' })
    const state = status === 404 ? 'noAddress' : stateOf(Object.assign(new Error(), { status }))
    return renderProblem({ frame, status, state, path })
  }

  /** The stylesheet of the page for a reader who was not admitted. Null if it is something else. */
  async styleFor(failure: unknown, request: WebRequest): Promise<Asset | null> {
    const at = request.path.indexOf(`/${MARKS.assets}/`)
    if (at < 0 || !(failure instanceof NotShown) || !failure.at) return null
    const look = await this.#visits.lookOf(request, failure.at.site)
    return (await this.rendering.assets.find(request.path.slice(at + 1), [look])) ?? null
  }

  async #problemFrame(failure: Error, request: WebRequest): Promise<SiteFrame> {
    const { assets } = this.rendering
    const at = failure instanceof NotShown ? failure.at : null
    if (at) {
      const look = await this.#visits.lookOf(request, at.site)
      return problemFrame(assets, { base: at.base, home: `${at.base}/`, look })
    }
    const sites = new URL(this.hosting.base())
    const base = request.origin === sites.origin ? sites.pathname.replace(/\/$/, '') : ''
    return problemFrame(assets, { base, home: '/' })
  }

  #searchedFrom(visit: SiteVisit): SiteSpaceRow | null {
    const { above } = markedIn(visit.segments, MARKS.search) ?? { above: [] }
    return siteSpaceNamed(visit.shown.siteSpaces, above) ?? null
  }
}
