import { type DocumentNode, type DocumentTree, type ItemBlock, plainText } from '../../documents/index.ts'
import { hashOf, type PlacedPage, pathOf } from '../../revisions/index.ts'
import { parseText } from '../../site-rendering/index.ts'
import { Addresses } from '../pages/addresses.ts'
import type { SpacePages } from '../pages/space-pages.ts'
import { textsOf } from '../pages/texts.ts'
import type { SiteVisit } from '../reading/visits.ts'
import type { FeedEntry } from './feeds.ts'
import { absoluteUrl, listedPages } from './listed-pages.ts'

/** The entries of a feed. */
const MAX_ENTRIES = 50
/** Of a larger site space, only so many pages are looked at, in the order of the table of contents. */
const MAX_PAGES = 20_000
const MAX_SUMMARY = 1_000
const MAX_TITLE = 200

const newestFirst = (entries: FeedEntry[]): FeedEntry[] =>
  entries.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, MAX_ENTRIES)

/** The pages of a site space that were changed last. */
export async function changedPages(
  visit: SiteVisit,
  pages: SpacePages,
  origin: string,
): Promise<FeedEntry[]> {
  const addresses = new Addresses(visit)
  let newest: FeedEntry[] = []
  let read = 0
  for await (const { id, page, above } of listedPages(visit, pages)) {
    read += 1
    if (read > MAX_PAGES) break
    const at = new Date(page.updatedAt ?? page.createdAt)
    newest.push({
      // Each change of a page is an entry of its own.
      id: `${id}:${at.getTime()}`,
      title: page.title,
      url: absoluteUrl(origin, addresses.page(pages.row, pathOf({ page, above }))),
      summary: (page.description ?? '').slice(0, MAX_SUMMARY),
      at,
    })
    if (newest.length >= 4 * MAX_ENTRIES) newest = newestFirst(newest)
  }
  return newestFirst(newest)
}

/** The updates that a page lists with `{% updates %}`, as its reader sees them. Those without a date are left out. */
export async function updatesOn(
  visit: SiteVisit,
  pages: SpacePages,
  page: PlacedPage,
  origin: string,
): Promise<FeedEntry[]> {
  const [text = ''] = await textsOf(visit, pages, [page])
  const { tree } = await parseText(text, visit.known.site.organizationId)
  const { nodes } =
    tree instanceof Uint8Array ? (JSON.parse(Buffer.from(tree).toString()) as DocumentTree) : tree
  const url = absoluteUrl(origin, new Addresses(visit).page(pages.row, pathOf(page)))
  const seen = new Map<string, number>()
  const entries = nodes
    .flatMap((node) => (node.type === 'updates' ? node.nodes : []))
    .flatMap((update) => {
      const date = typeof update.data.date === 'string' ? update.data.date : ''
      const at = new Date(date)
      if (Number.isNaN(at.getTime())) return []
      const { heading, text: summary } = wordsOf(update)
      const title = heading?.title || summary.slice(0, 80) || date
      // The same title on the same day twice: the second has a number.
      const name = hashOf(`${date} ${title}`).slice(0, 16)
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return {
        id: `${page.id}:${name}${count === 1 ? '' : `:${count}`}`,
        title: title.slice(0, MAX_TITLE),
        url: heading ? `${url}#${encodeURIComponent(heading.anchor)}` : url,
        summary,
        at,
      }
    })
  return newestFirst(entries)
}

/** The first heading of an update, and the beginning of its text. */
function wordsOf({ nodes }: ItemBlock): { heading?: { title: string; anchor: string }; text: string } {
  let heading: { title: string; anchor: string } | undefined
  let text = ''
  const read = (node: DocumentNode): void => {
    if (text.length >= MAX_SUMMARY) return
    if (node.type === 'heading-1' || node.type === 'heading-2' || node.type === 'heading-3') {
      const title = plainText(node.nodes).trim()
      if (heading) text += `${title}\n`
      else heading = { title, anchor: node.meta.id }
    } else if (node.type === 'paragraph') text += `${plainText(node.nodes)}\n`
    else if (node.type === 'hint' || node.type === 'blockquote') for (const each of node.nodes) read(each)
    else if (node.type === 'list-ordered' || node.type === 'list-unordered')
      for (const item of node.nodes) for (const each of item.nodes) read(each)
  }
  for (const node of nodes) read(node)
  return { ...(heading ? { heading } : {}), text: text.trim().slice(0, MAX_SUMMARY) }
}
