import { z } from 'zod'
import { route, type View } from '../../../rest/route.ts'
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
    urls: z.object({ published: z.string().optional() }),
  })
  .meta({ id: 'PublishedSearchSection' })

const RestPage = z
  .object({
    type: z.literal('page'),
    id: z.string(),
    space: z.string(),
    siteSpace: z.string(),
    siteSection: z.string().optional(),
    title: z.string(),
    description: z.string().optional(),
    path: z.string().meta({ description: 'The path of the page in the space.' }),
    score: z.number(),
    rank: z.int(),
    ancestors: z.array(z.object({ title: z.string() })),
    urls: z.object({
      published: z.string().optional().meta({ description: 'Absent while the site is not published.' }),
    }),
    sections: z.array(RestSection),
  })
  .meta({ id: 'PublishedSearchPage' })

const RestSearch = z.object({ items: z.array(RestPage) }).meta({ id: 'PublishedSearch' })

function toRestPage(search: SiteSearch, hit: SiteHit, { urls }: View): z.input<typeof RestPage> {
  const { found, row, page, passages } = hit
  return {
    type: 'page',
    id: page.id,
    space: row.spaceId,
    siteSpace: row.id,
    siteSection: row.sectionId ?? undefined,
    title: page.page.title,
    description: page.page.description,
    path: pathOfHit(hit, null),
    score: scoreOf(found),
    rank: found.rank,
    ancestors: page.above.map((each) => ({ title: each.page.title })).reverse(),
    urls: { published: urlOfHit(urls, search, hit, null) },
    sections: passages.map(({ anchor, title, parts }) => ({
      id: anchor ?? page.id,
      title: title ?? page.page.title,
      path: pathOfHit(hit, anchor),
      body: parts.map(({ text }) => text).join(''),
      excerpt: parts.map(({ text, isMatch }) => ({ text, matched: isMatch })),
      urls: { published: urlOfHit(urls, search, hit, anchor) },
    })),
  }
}

/** A query, a token and ids, with what JSON adds to them. */
const BODY_BYTES = 64 * 1024

export const searchRoutes = [
  route('POST', `${sitePath}/search`, searchPublishedSite, {
    summary: 'Search a published site, for a member, a visitor or anyone: at most 20 pages, best first',
    response: RestSearch,
    present: (search, view) => ({ items: search.hits.map((hit) => toRestPage(search, hit, view)) }),
    bodyLimit: BODY_BYTES,
  }),
]
