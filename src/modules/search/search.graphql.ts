import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { appPath, PageType, pageRow } from '../content/index.ts'
import { OrganizationType } from '../organizations/index.ts'
import { pathOf } from '../revisions/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { type FoundPage, type FoundSpace, scoreOf } from './search.lists.ts'
import { bestPages, bodyOf, hitSections, pageHit, pathOfSection, type SectionHit } from './search.loaders.ts'
import { PAGES_PER_SPACE, SECTIONS_PER_PAGE } from './search.model.ts'
import { searchOrganization, searchSpace } from './search.service.ts'

const Piece = builder.objectRef<{ text: string; isMatch: boolean }>('SearchPiece').implement({
  description: 'A part of an excerpt.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The plain text.' }),
    matched: t.exposeBoolean('isMatch', { description: 'Whether this part matches the query.' }),
  }),
})

const SearchUrls = builder.objectRef<{ path: string }>('SearchResultUrls').implement({
  description: 'The URLs of a search result.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'The URL of the resource in the app.',
      resolve: ({ path }, _args, { urls }) => urls.app(path),
    }),
  }),
})

const SectionResult = builder.objectRef<SectionHit>('SectionSearchResult').implement({
  description: 'A section of a page in search results.',
  fields: (t) => ({
    anchor: t.exposeString('anchor', {
      nullable: true,
      description: 'The anchor of the heading. Null for the text before the first heading.',
    }),
    title: t.exposeString('title', { description: 'The heading, or the title of the page.' }),
    path: t.string({ description: 'The path of the page and the anchor.', resolve: pathOfSection }),
    body: t.string({ description: 'The text around the first match.', resolve: bodyOf }),
    excerpt: t.field({
      type: [Piece],
      description: 'The same text in parts, for highlighting matches.',
      resolve: ({ excerpt }) => excerpt,
    }),
    urls: t.field({
      type: SearchUrls,
      description: 'The URLs of the result.',
      resolve: (section) => ({ path: appPath(section.hit.content, pathOfSection(section)) }),
    }),
  }),
})

const Ancestor = builder.objectRef<{ title: string }>('SearchResultAncestor').implement({
  description: 'An ancestor of a page in search results.',
  fields: (t) => ({ title: t.exposeString('title', { description: 'The title.' }) }),
})

const PageResult = builder.objectRef<FoundPage>('PageSearchResult').implement({
  description: 'A page in search results.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', {
      description: 'The ID of the page, the same in every revision. REST calls this field `id`.',
    }),
    score: t.float({ description: 'The relevance. Higher is better.', resolve: scoreOf }),
    rank: t.exposeInt('rank', {
      description: 'The rank among all results of the space, from 1. Equal results share a rank.',
    }),
    title: t.string({
      description: 'The title.',
      resolve: async (found, _args, { caller }) => (await caller.load(pageHit, found)).placed.page.title,
    }),
    description: t.string({
      nullable: true,
      description: 'The description of the page.',
      resolve: async (found, _args, { caller }) =>
        (await caller.load(pageHit, found)).placed.page.description,
    }),
    path: t.string({
      description: 'The path: the slugs from the root to the page.',
      resolve: async (found, _args, { caller }) => pathOf((await caller.load(pageHit, found)).placed),
    }),
    ancestors: t.field({
      type: [Ancestor],
      description: 'The ancestor pages, from the root.',
      resolve: async (found, _args, { caller }) =>
        (await caller.load(pageHit, found)).placed.above.map(({ page }) => page).reverse(),
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page in main content.',
      resolve: async (found, _args, { caller }) => {
        const { content, placed } = await caller.load(pageHit, found)
        return pageRow(content, placed)
      },
    }),
    sections: t.field({
      type: [SectionResult],
      description: 'The matching sections of the page, best match first.',
      complexity: { field: 5, multiplier: SECTIONS_PER_PAGE },
      resolve: async (found, _args, { caller }) =>
        caller.load(hitSections, await caller.load(pageHit, found)),
    }),
    urls: t.field({
      type: SearchUrls,
      description: 'The URLs of the result.',
      resolve: async (found, _args, { caller }) => {
        const { content, placed } = await caller.load(pageHit, found)
        return { path: appPath(content, pathOf(placed)) }
      },
    }),
  }),
})

const SpaceResult = builder.objectRef<FoundSpace>('SpaceSearchResult').implement({
  description: 'A space in search results.',
  fields: (t) => ({
    score: t.float({ description: 'The score of the best page.', resolve: scoreOf }),
    space: t.field({ type: SpaceType, nullable: true, description: 'The space.', resolve: (found) => found }),
    pages: t.field({
      type: [PageResult],
      description: `The best pages, at most ${PAGES_PER_SPACE}. \`Space.search\` returns all.`,
      complexity: { field: 5, multiplier: PAGES_PER_SPACE },
      resolve: async (found, _args, { caller }) =>
        (await caller.load(bestPages, found)).map((hit) => hit.found),
    }),
  }),
})

connection(OrganizationType, 'search', searchOrganization, {
  type: connectionType('SpaceSearchResult', SpaceResult),
  description: 'The spaces with matching main content that are visible to you, best match first.',
})
connection(SpaceType, 'search', searchSpace, {
  type: connectionType('PageSearchResult', PageResult),
  description: 'The matching pages of main content, best match first.',
})
