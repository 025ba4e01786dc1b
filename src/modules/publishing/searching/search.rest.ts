import { z } from 'zod'
import { route, type View } from '../../../rest/route.ts'
import { mainAppPath } from '../../content/index.ts'
import { scoreOf } from '../../search/index.ts'
import { sitePath } from '../../sites/index.ts'
import { type SiteSearch, searchPublishedSite } from './search.service.ts'
import { pathOfHit, urlOfHit } from './search.urls.ts'
import type { SiteHit } from './searching.ts'

const RestSection = z
  .object({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    body: z.string(),
    excerpt: z.array(z.object({ text: z.string(), matched: z.boolean() })),
    score: z.number(),
    urls: z.object({ app: z.string(), published: z.string().optional() }),
  })
  .meta({ id: 'PublishedSearchSection' })

const RestPage = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    path: z.string().meta({ description: 'The path of the page in the space.' }),
    score: z.number(),
    rank: z.int(),
    ancestors: z.array(z.object({ title: z.string() })),
    urls: z.object({
      app: z.string(),
      published: z.string().optional().meta({ description: 'Absent while the site is not published.' }),
    }),
    sections: z.array(RestSection),
  })
  .meta({ id: 'PublishedSearchPage' })

const RestSpace = z
  .object({
    type: z.literal('space'),
    id: z.string(),
    siteSpace: z.string(),
    siteSection: z.string().optional(),
    title: z.string(),
    score: z.number().meta({ description: 'That of the best page.' }),
    pages: z
      .array(RestPage)
      .meta({ description: 'Best first. `rank` is their place among those of all spaces.' }),
  })
  .meta({ id: 'PublishedSearchSpace' })

const RestSearch = z.object({ items: z.array(RestSpace), count: z.int() }).meta({ id: 'PublishedSearch' })

function toRestPage(search: SiteSearch, hit: SiteHit, { urls }: View): z.input<typeof RestPage> {
  const { found, row, page, passages } = hit
  const app = (path: string) => urls.app(mainAppPath(row.spaceId, path))
  const score = scoreOf(found)
  return {
    id: page.id,
    title: page.page.title,
    description: page.page.description ?? '',
    path: pathOfHit(hit, null),
    score,
    rank: found.rank,
    ancestors: page.above.map((each) => ({ title: each.page.title })).reverse(),
    urls: { app: app(pathOfHit(hit, null)), published: urlOfHit(urls, search, hit, null) },
    sections: passages.map(({ anchor, title, parts }) => ({
      id: anchor ?? page.id,
      title: title ?? page.page.title,
      path: pathOfHit(hit, anchor),
      score,
      body: parts.map(({ text }) => text).join(''),
      excerpt: parts.map(({ text, isMatch }) => ({ text, matched: isMatch })),
      urls: { app: app(pathOfHit(hit, anchor)), published: urlOfHit(urls, search, hit, anchor) },
    })),
  }
}

/** The pages by their space, in the order of the best page of each. */
function toRestSearch(search: SiteSearch, view: View): z.input<typeof RestSearch> {
  const spaces = new Map<string, z.input<typeof RestSpace>>()
  for (const hit of search.hits) {
    const { id, spaceId, sectionId, space } = hit.row
    const page = toRestPage(search, hit, view)
    const known = spaces.get(id)
    if (known) known.pages.push(page)
    else {
      spaces.set(id, {
        type: 'space',
        id: spaceId,
        siteSpace: id,
        siteSection: sectionId ?? undefined,
        title: space.title,
        score: page.score,
        pages: [page],
      })
    }
  }
  return { items: [...spaces.values()], count: spaces.size }
}

/** A query, a token and ids, with what JSON adds to them. */
const BODY_BYTES = 64 * 1024

export const searchRoutes = [
  route('POST', `${sitePath}/search`, searchPublishedSite, {
    summary:
      'Search a published site, for a member, a visitor or anyone: at most 20 pages by their space, best first',
    response: RestSearch,
    present: toRestSearch,
    bodyLimit: BODY_BYTES,
  }),
]
