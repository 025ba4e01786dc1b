import { type PlacedPage, pathOf } from '../../revisions/index.ts'
import { Addresses } from '../pages/addresses.ts'
import type { FoundPage } from '../pages/paths/resolving.ts'
import { SpacePages } from '../pages/space-pages.ts'
import { textsOf } from '../pages/texts.ts'
import type { SiteVisit } from '../reading/visits.ts'
import { absoluteUrl, listedPages } from './listed-pages.ts'

/** A page as Markdown, evaluated for the reader. */
export async function markdownOf(visit: SiteVisit, { pages, page }: FoundPage): Promise<string> {
  const [text = ''] = await textsOf(visit, pages, [page])
  return printed(page, text)
}

function printed({ page: { title, description } }: PlacedPage, text: string): string {
  const lead = description ? `\n\n> ${description.replaceAll('\n', ' ')}` : ''
  return `# ${title}${lead}\n\n${text.trim()}\n`
}

/** A text that can be part of a link. */
const linkText = (text: string): string => text.replace(/[\\[\]]/g, '\\$&').replaceAll('\n', ' ')

/** The pages of a site as a list of links for language models. */
export async function* indexForModels(visit: SiteVisit, origin: string): AsyncGenerator<string> {
  const { site } = visit.known
  const addresses = new Addresses(visit)
  yield `# ${site.title}\n`
  for (const row of visit.shown.siteSpaces) {
    const pages = new SpacePages(visit, row)
    yield `\n## ${linkText(row.space.title)}\n\n`
    for await (const page of listedPages(visit, pages)) {
      const { title, description } = page.page
      const href = absoluteUrl(origin, `${addresses.page(row, pathOf(page))}.md`)
      yield `- [${linkText(title)}](${href})${description ? `: ${description.replaceAll('\n', ' ')}` : ''}\n`
    }
  }
}

/** The number of texts that are read at once, and the length of all of them. */
const TEXTS_AT_ONCE = 20
const MAX_CHARACTERS = 5_000_000

/** The texts of all pages of a site. It ends with a notice when it becomes too long. */
export async function* textsForModels(visit: SiteVisit, origin: string): AsyncGenerator<string> {
  yield `# ${visit.known.site.title}\n`
  let left = MAX_CHARACTERS
  for (const row of visit.shown.siteSpaces) {
    const pages = new SpacePages(visit, row)
    let waiting: PlacedPage[] = []
    const print = async () => {
      const texts = await textsOf(visit, pages, waiting)
      const parts = waiting.map((page, at) => `\n${printed(page, texts[at] ?? '')}`)
      waiting = []
      return parts
    }
    for await (const page of listedPages(visit, pages)) {
      waiting.push(page)
      if (waiting.length < TEXTS_AT_ONCE) continue
      for (const part of await print()) {
        left -= part.length
        if (left < 0) return void (yield shortened(visit, origin))
        yield part
      }
    }
    for (const part of await print()) {
      left -= part.length
      if (left < 0) return void (yield shortened(visit, origin))
      yield part
    }
  }
}

const shortened = (visit: SiteVisit, origin: string): string =>
  `\nThis file ends here because it is too long. All pages are listed in ${absoluteUrl(origin, `${visit.base}/llms.txt`)}.\n`
