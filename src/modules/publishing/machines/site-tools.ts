import { DomainError } from '../../../core/errors.ts'
import type { SearchAnswer } from '../../site-rendering/index.ts'
import type { SiteTools } from '../mcp/answer-message.ts'
import type { SiteVisit } from '../reading/visits.ts'

type Served = { kind: 'text'; text: string } | { kind: 'moved'; href: string }

/** Redirects that are followed before an address counts as wrong. */
const MAX_MOVES = 3

/** The segments of a page below the address of a site; null for an address elsewhere. */
function segmentsIn({ base }: SiteVisit, page: string): string[] | null {
  try {
    const { pathname } = new URL(page, 'http://localhost/')
    const isAddress = pathname === base || pathname.startsWith(`${base}/`)
    const path = isAddress ? pathname.slice(base.length) : pathname
    const segments = path.split('/').filter((each) => each !== '')
    const last = segments.at(-1)?.replace(/\.md$/, '')
    return (last === undefined ? [] : [...segments.slice(0, -1), last]).map(decodeURIComponent)
  } catch {
    return null
  }
}

/** The Markdown of a page by its address or its path; null if the reader sees none there. */
async function pageForProgram(
  visit: SiteVisit,
  page: string,
  markdown: (segments: readonly string[]) => Promise<Served>,
): Promise<string | null> {
  let address = page
  try {
    for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
      const segments = segmentsIn(visit, address)
      if (!segments || segments.some((each) => each.startsWith('~') || /[\0/]/.test(each))) return null
      const served = await markdown(segments)
      if (served.kind === 'text') return served.text
      address = served.href
    }
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'not_found') throw error
  }
  return null
}

/** What a site does for the programs that ask it. */
interface Asked {
  search(visit: SiteVisit, query: string, isInAll: boolean): Promise<SearchAnswer>
  markdown(visit: SiteVisit, segments: readonly string[]): Promise<Served>
}

/** The tools of a site for one of its readers. */
export const siteTools = (visit: SiteVisit, origin: string, site: Asked): SiteTools => ({
  title: visit.shown.lookAt(null).title ?? visit.known.site.title,
  url: `${origin}${visit.base}/`,
  search: (query) => site.search(visit, query, false),
  read: (page) => pageForProgram(visit, page, (segments) => site.markdown(visit, segments)),
})
