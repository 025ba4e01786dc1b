import type { FileRecord } from '../../revisions/index.ts'
import { type SiteSpaceRow, segmentsOfSiteSpace } from '../../sites/index.ts'
import type { SiteVisit } from '../reading/visits.ts'

/** Segments that no page can have: slugs have no such character. */
export const MARKS = {
  assets: '~assets',
  blocks: '~blocks',
  feed: '~feed',
  feedback: '~feedback',
  files: '~files',
  foreign: '~foreign',
  images: '~images',
  insights: '~insights',
  mcp: '~mcp',
  nav: '~nav',
  pdf: '~pdf',
  scripts: '~scripts',
  search: '~search',
  social: '~social',
  try: '~try',
} as const

/** The addresses of a site for one reader, as paths. */
export class Addresses {
  readonly #base: string

  constructor({ base }: Pick<SiteVisit, 'base'>) {
    this.#base = base
  }

  get home(): string {
    return `${this.#base}/`
  }

  /** A page by its path in the space. The first page of a site space has an empty one. */
  page(row: SiteSpaceRow, path: string, anchor?: string): string {
    const segments = [...segmentsOfSiteSpace(row), ...path.split('/').filter((each) => each !== '')]
    return `${this.#below(segments)}${anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`}`
  }

  file(row: SiteSpaceRow, id: string, { blob, name }: Pick<FileRecord, 'blob' | 'name'>): string {
    return this.#below([...segmentsOfSiteSpace(row), MARKS.files, `${id}.${blob}`, name])
  }

  /** A style, script or font, by its path below the site. */
  asset(path: string): string {
    return `${this.#base}/${path}`
  }

  /** An image of the frame. */
  image(id: string): string {
    return this.asset(`${MARKS.images}/${id}`)
  }

  /** A feed of the changed pages of a site space, or of the updates on a page. */
  feed(row: SiteSpaceRow, format: 'rss' | 'atom', pageId?: string): string {
    const page = pageId === undefined ? [] : [pageId]
    return this.#below([...segmentsOfSiteSpace(row), MARKS.feed, ...page, `${format}.xml`])
  }

  /** What the addresses of images of other hosts begin with. */
  foreign(row: SiteSpaceRow): string {
    return this.#below([...segmentsOfSiteSpace(row), MARKS.foreign])
  }

  /** Where the site sends the requests that readers try. */
  trying(row: SiteSpaceRow): string {
    return this.#below([...segmentsOfSiteSpace(row), MARKS.try])
  }

  search(row: SiteSpaceRow | null): string {
    return this.#below([...(row ? segmentsOfSiteSpace(row) : []), MARKS.search])
  }

  /** The pages below a page, for the table of contents. */
  branch(row: SiteSpaceRow, pageId: string): string {
    return this.#below([...segmentsOfSiteSpace(row), MARKS.nav, pageId])
  }

  /** Where a page sends the feedback of its reader, and that it was viewed. */
  sending(row: SiteSpaceRow, mark: 'feedback' | 'insights', pageId: string): string {
    return this.#below([...segmentsOfSiteSpace(row), MARKS[mark], pageId])
  }

  pdf(row: SiteSpaceRow, pageId: string): string {
    return this.#below([...segmentsOfSiteSpace(row), MARKS.pdf, `${pageId}.pdf`])
  }

  #below(segments: readonly string[]): string {
    return [this.#base, ...(segments.length === 0 ? [''] : segments.map(encodeURIComponent))].join('/')
  }
}

/** A path within a site that names a file or a part, after the site space: `guide/~files/…`. */
export function markedIn(
  segments: readonly string[],
  mark: string,
): { above: readonly string[]; rest: readonly string[] } | null {
  const at = segments.indexOf(mark)
  return at < 0 || at > 2 ? null : { above: segments.slice(0, at), rest: segments.slice(at + 1) }
}

/** The site space that these segments name, if the reader sees it. */
export const siteSpaceNamed = (
  rows: readonly SiteSpaceRow[],
  segments: readonly string[],
): SiteSpaceRow | undefined =>
  rows.find((row) => {
    const own = segmentsOfSiteSpace(row)
    return own.length === segments.length && own.every((each, at) => each === segments[at])
  })
