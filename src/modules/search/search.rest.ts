import { z } from 'zod'
import { listRoute, type Route, type View } from '../../rest/route.ts'
import { appPath } from '../content/index.ts'
import { pathOf } from '../revisions/index.ts'
import { type FoundSpace, scoreOf } from './search.lists.ts'
import {
  bestPages,
  bodyOf,
  hitSections,
  type PageHit,
  pageHits,
  pathOfSection,
  type SectionHit,
} from './search.loaders.ts'
import { searchOrganization, searchSpace } from './search.service.ts'

const RestSection = z
  .object({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    score: z.number().meta({ description: 'That of its page.' }),
    body: z.string(),
    excerpt: z.array(z.object({ text: z.string(), matched: z.boolean() })),
    urls: z.object({ app: z.string() }),
  })
  .meta({ id: 'FoundSection' })

const RestFoundPage = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    path: z.string(),
    score: z.number(),
    rank: z.int(),
    ancestors: z.array(z.object({ title: z.string() })),
    urls: z.object({ app: z.string() }),
    sections: z.array(RestSection),
  })
  .meta({ id: 'FoundPage' })

const RestFoundSpace = z
  .object({
    type: z.literal('space'),
    id: z.string(),
    title: z.string(),
    score: z.number(),
    pages: z.array(RestFoundPage),
  })
  .meta({ id: 'FoundSpace' })

function toRestSection(section: SectionHit, { urls }: View): z.input<typeof RestSection> {
  const { anchor, hit, title } = section
  const path = pathOfSection(section)
  return {
    id: anchor ?? hit.placed.id,
    title,
    path,
    score: scoreOf(hit.found),
    body: bodyOf(section),
    excerpt: section.excerpt.map(({ text, isMatch }) => ({ text, matched: isMatch })),
    urls: { app: urls.app(appPath(hit.content, path)) },
  }
}

async function toRestFoundPage(hit: PageHit, view: View): Promise<z.input<typeof RestFoundPage>> {
  const { found, placed, content } = hit
  const path = pathOf(placed)
  const sections = await view.caller.load(hitSections, hit)
  return {
    id: placed.id,
    title: placed.page.title,
    description: placed.page.description ?? '',
    path,
    score: scoreOf(found),
    rank: found.rank,
    ancestors: placed.above.map(({ page }) => ({ title: page.title })).reverse(),
    urls: { app: view.urls.app(appPath(content, path)) },
    sections: sections.map((section) => toRestSection(section, view)),
  }
}

const toRestFoundPages = (hits: readonly PageHit[], view: View) =>
  Promise.all(hits.map((hit) => toRestFoundPage(hit, view)))

async function toRestFoundSpace(space: FoundSpace, view: View): Promise<z.input<typeof RestFoundSpace>> {
  const hits = await view.caller.load(bestPages, space)
  return {
    type: 'space',
    id: space.id,
    title: space.title,
    score: scoreOf(space),
    pages: await toRestFoundPages(hits, view),
  }
}

export const routes: Route[] = [
  listRoute('/orgs/:organizationId/search', searchOrganization, {
    summary: 'Search the main content of an organization',
    item: RestFoundSpace,
    present: (rows, view) => Promise.all(rows.map((space) => toRestFoundSpace(space, view))),
  }),
  listRoute('/spaces/:spaceId/search', searchSpace, {
    summary: 'Search the main content of a space',
    item: RestFoundPage,
    present: async (rows, view) => toRestFoundPages(await view.caller.load(pageHits, rows), view),
  }),
]
