import { notFound } from '../../core/errors.ts'
import type { WebAnswer, WebContent, WebRequest, WebRoute } from '../../core/operations/web.ts'
import { feedAt } from './machines/feed-at.ts'
import { FEED_TYPES } from './machines/feeds.ts'
import { indexForModels, textsForModels } from './machines/markdown.ts'
import { isListed, robots, sitemapIn, sitemapIndex, sitemapOf } from './machines/sitemap.ts'
import { MARKS, markedIn } from './pages/addresses.ts'
import type { PublishedSites } from './publishing.service.ts'
import { NotShown } from './reading/not-shown.ts'
import type { SiteVisit } from './reading/visits.ts'
import { answerOf, assetAnswer, HTML, JSON_TYPE, MARKDOWN, moved, PLAIN, textOf, XML } from './web-answers.ts'

/** The size of what pages send. */
const MAX_SENT = 4 * 1024
const MAX_TRIED = 128 * 1024
/** What feedback costs besides the request: it is stored. */
const FEEDBACK_POINTS = 5

/** What a message of a program costs besides the request: it can search. */
const MCP_POINTS = 2

const isNamed = (name: string) => (segments: readonly string[]) =>
  segments.length === 1 && segments[0] === name
const isMarked = (mark: string) => (segments: readonly string[]) => markedIn(segments, mark) !== null
const isMarkdown = (segments: readonly string[]) => segments.at(-1)?.endsWith('.md') ?? false

/** Whether a client prefers Markdown to HTML, as programs that read for a language model do. */
const prefersMarkdown = ({ headers }: WebRequest): boolean => {
  const accept = String(headers.accept ?? '')
  const at = accept.indexOf('text/markdown')
  return at >= 0 && !(accept.includes('text/html') && accept.indexOf('text/html') < at)
}

const withoutEnding = (segments: readonly string[]): string[] =>
  segments.map((segment, at) => (at === segments.length - 1 ? segment.replace(/\.md$/, '') : segment))

/** The routes of published sites. The first that matches a path serves it. */
function routesOf(sites: PublishedSites): WebRoute<SiteVisit>[] {
  const { sites: addresses } = sites.rendering
  const origin = (request: WebRequest) => request.origin
  return [
    {
      name: 'asset',
      matches: (segments) => segments.includes(MARKS.assets),
      isRepeatable: false,
      serve: async (visit, request) => {
        const path = visit.segments.slice(visit.segments.indexOf(MARKS.assets)).join('/')
        return assetAnswer(await sites.asset(path, visit), origin(request))
      },
    },
    {
      name: 'file',
      matches: isMarked(MARKS.files),
      isRepeatable: false,
      serve: async (visit) => {
        const { bytes, tag, headers } = await sites.file(visit)
        return { status: 200, stream: { bytes, tag }, headers, keeping: visit.keeping, isImmutable: true }
      },
    },
    {
      name: 'image of another host',
      matches: isMarked(MARKS.foreign),
      isRepeatable: false,
      serve: (visit, request) => sites.foreignImage(visit, request),
    },
    {
      name: 'block',
      matches: isMarked(MARKS.blocks),
      isRepeatable: false,
      serve: (visit, request) => sites.frame(visit, request),
    },
    {
      name: 'navigation',
      matches: isMarked(MARKS.nav),
      isRepeatable: true,
      serve: async (visit) => textOf(visit, HTML, await sites.branch(visit)),
    },
    {
      name: 'search',
      matches: isMarked(MARKS.search),
      isRepeatable: false,
      serve: async (visit, request) => {
        const query = request.query.get('q') ?? ''
        const isData = String(request.headers.accept ?? '').includes('application/json')
        const found = await sites.search(visit, query, request.query.get('scope') === 'all')
        return isData
          ? textOf(visit, JSON_TYPE, JSON.stringify(found))
          : textOf(visit, HTML, await sites.searchPage(visit, query, found))
      },
    },
    {
      name: 'feed',
      matches: isMarked(MARKS.feed),
      isRepeatable: true,
      serve: async (visit, request) => {
        const feed = await feedAt(visit, origin(request))
        if (!feed) throw notFound('A feed')
        return textOf(visit, `${FEED_TYPES[feed.format]}; charset=utf-8`, feed.text)
      },
    },
    {
      name: 'feedback',
      matches: isMarked(MARKS.feedback),
      isRepeatable: false,
      receives: MAX_SENT,
      serve: async (visit, request) => {
        request.charge(FEEDBACK_POINTS)
        return textOf(visit, JSON_TYPE, JSON.stringify(await sites.feedback(visit, request.received)))
      },
    },
    {
      name: 'model context protocol',
      matches: isNamed(MARKS.mcp),
      isRepeatable: false,
      receives: MAX_SENT,
      serve: async (visit, request) => {
        request.charge(MCP_POINTS)
        const { status, body } = await sites.mcp(visit, origin(request), request.received)
        return {
          status,
          ...(body === '' ? {} : { body: { type: JSON_TYPE, content: body } }),
          keeping: 'no one',
        }
      },
    },
    {
      name: 'tried request',
      matches: isMarked(MARKS.try),
      isRepeatable: false,
      receives: MAX_TRIED,
      serve: (visit, request) => sites.tried(visit, request),
    },
    {
      name: 'insights',
      matches: isMarked(MARKS.insights),
      isRepeatable: false,
      receives: MAX_SENT,
      serve: async (visit, { received }) => {
        await sites.viewed(visit, received)
        return { status: 204, keeping: 'no one' }
      },
    },
    {
      name: 'pdf',
      matches: isMarked(MARKS.pdf),
      isRepeatable: false,
      serve: async (visit) => moved(await sites.pdf(visit), false, 'no one'),
    },
    {
      name: 'preview',
      matches: isMarked(MARKS.social),
      isRepeatable: false,
      serve: (visit, request) => sites.preview(visit, request),
    },
    {
      name: 'robots',
      matches: isNamed('robots.txt'),
      isRepeatable: true,
      serve: async (visit) => textOf(visit, PLAIN, robots(visit, addresses)),
    },
    {
      name: 'sitemap index',
      matches: isNamed('sitemap.xml'),
      isRepeatable: true,
      serve: async (visit) => {
        if (!isListed(visit)) throw notFound('A sitemap')
        return textOf(visit, XML, await sitemapIndex(visit, addresses))
      },
    },
    {
      name: 'sitemap',
      matches: ([name = '', ...rest]) => rest.length === 0 && sitemapIn(name) !== null,
      isRepeatable: false,
      serve: async (visit) => {
        const { siteSpace = '', part = 0 } = sitemapIn(visit.segments[0] ?? '') ?? {}
        const row = visit.shown.siteSpaces.find(({ id }) => id === siteSpace)
        if (!row || part < 1 || !isListed(visit)) throw notFound('A sitemap')
        return {
          status: 200,
          headers: { 'content-type': XML },
          stream: sitemapOf(visit, row, part, addresses),
          keeping: visit.keeping,
        }
      },
    },
    {
      name: 'llms',
      matches: isNamed('llms.txt'),
      isRepeatable: false,
      serve: async (visit, request) => ({
        status: 200,
        headers: { 'content-type': PLAIN },
        stream: indexForModels(visit, origin(request)),
        keeping: visit.keeping,
      }),
    },
    {
      name: 'llms-full',
      matches: isNamed('llms-full.txt'),
      isRepeatable: false,
      serve: async (visit, request) => ({
        status: 200,
        headers: { 'content-type': PLAIN },
        stream: textsForModels(visit, origin(request)),
        keeping: visit.keeping,
      }),
    },
    {
      name: 'markdown',
      matches: isMarkdown,
      isRepeatable: true,
      serve: async (visit) =>
        answerOf(visit, MARKDOWN, await sites.markdown(visit, withoutEnding(visit.segments))),
    },
    {
      name: 'page',
      matches: () => true,
      isRepeatable: true,
      formOf: (request) => (prefersMarkdown(request) ? 'markdown' : ''),
      serve: async (visit, request) =>
        prefersMarkdown(request)
          ? answerOf(visit, MARKDOWN, await sites.markdown(visit, visit.segments))
          : answerOf(visit, HTML, await sites.page(visit, visit.segments)),
    },
  ]
}

/** Serves the published sites of this server. */
export const bindSites = (sites: PublishedSites): WebContent<SiteVisit> => ({
  routes: routesOf(sites),
  hosting: sites.hosting,
  forget: sites.forget,
  close: () => sites.close(),
  advice: () => sites.advice(),
  known: (origin, path) => sites.known(origin, path),
  isServedAt: (host, beforeLookup) => sites.isSiteAt(host, beforeLookup),
  enter: async (request) => {
    const shared = await sharedAsset(sites, request)
    if (shared) return shared
    const entered = await sites.enter(request).catch(async (failure) => {
      const style = await sites.styleFor(failure, request)
      if (style) return assetAnswer(style, request.origin)
      throw failure
    })
    if ('known' in entered || 'status' in entered) return entered
    return {
      status: entered.isPermanent ? 308 : 302,
      headers: {
        location: entered.moveTo,
        ...(entered.cookies.length > 0 ? { 'set-cookie': entered.cookies } : {}),
      },
      keeping: 'no one',
    }
  },
  problem: async (failure, request, visit) => {
    if (failure instanceof NotShown && failure.signIn !== null) {
      return { status: 302, headers: { location: signInAt(failure.signIn, request) }, keeping: 'no one' }
    }
    return {
      status: failure.status,
      body: { type: HTML, content: await sites.problem(failure, request, visit) },
      headers: (failure as { headers?: Record<string, string> }).headers ?? {},
      keeping: 'no one',
    }
  },
  nowhere: async (status, path) => ({
    status,
    body: { type: HTML, content: await sites.nowhere(status, path) },
    keeping: 'no one',
  }),
})

/** An asset that all sites share, or the script of an integration. Pages for readers who were not admitted load it, too. */
async function sharedAsset(sites: PublishedSites, request: WebRequest): Promise<WebAnswer | null> {
  const { path } = request
  if (path.includes(`/${MARKS.scripts}/`)) return sites.script(request)
  if (path.includes(`/${MARKS.images}/`)) return sites.image(request)
  const at = path.indexOf(`/${MARKS.assets}/`)
  if (at < 0) return null
  const asset = await sites.asset(path.slice(at + 1), null).catch(() => null)
  return asset && assetAnswer(asset, request.origin)
}

/** Where a visitor signs in, with the path to return to. */
function signInAt(url: string, { path }: WebRequest): string {
  const address = new URL(url)
  address.searchParams.set('location', path)
  return address.href
}
