import { builder } from '../../../graphql/builder.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { nestedField, queryField } from '../../../graphql/field.ts'
import { scoreOf } from '../../search/index.ts'
import { SiteType } from '../../sites/index.ts'
import { SearchRestriction, SearchScopeMode } from './search.model.ts'
import { type SiteSearch, searchPublishedSite } from './search.service.ts'
import { pathOfHit, urlOfHit } from './search.urls.ts'
import type { SiteHit } from './searching.ts'

graphqlEnum('SiteSearchMode', SearchScopeMode, 'Which site spaces are searched.', {
  default: 'The default site space of each section, or of the site.',
  specific: 'Those in `siteSpaceIds`.',
  all: 'All that you can see.',
})

graphqlEnum('SiteSearchRestriction', SearchRestriction, 'Which part of the default scope is searched.', {
  currentSiteSpace: 'The site space that the reader is in.',
  otherSiteSpaces: 'All but the site space that the reader is in.',
})

/** What only clients of the REST API send. */
const FORMER = ['mode', 'siteSpaceId', 'siteSpaceIds']

interface ShownHit {
  search: SiteSearch
  hit: SiteHit
}
interface ShownPassage extends ShownHit {
  passage: SiteHit['passages'][number]
}

const Piece = builder.objectRef<{ text: string; isMatch: boolean }>('PublishedSearchPiece').implement({
  description: 'A part of an excerpt.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The plain text.' }),
    matched: t.exposeBoolean('isMatch', { description: 'Whether this part matches the query.' }),
  }),
})

const Passage = builder.objectRef<ShownPassage>('PublishedSearchSection').implement({
  description: 'A section of a page in the results of a search on a published site.',
  fields: (t) => ({
    anchor: t.string({
      nullable: true,
      description: 'The anchor of the heading. Null for the text before the first heading.',
      resolve: ({ passage }) => passage.anchor,
    }),
    title: t.string({
      description: 'The heading, or the title of the page.',
      resolve: ({ passage, hit }) => passage.title ?? hit.page.page.title,
    }),
    path: t.string({
      description: 'The path of the page and the anchor.',
      resolve: ({ hit, passage }) => pathOfHit(hit, passage.anchor),
    }),
    body: t.string({
      description: 'The text around the first match.',
      resolve: ({ passage }) => passage.parts.map(({ text }) => text).join(''),
    }),
    excerpt: t.field({
      type: [Piece],
      description: 'The same text in parts, for highlighting matches.',
      resolve: ({ passage }) => passage.parts,
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'The address of the section. Null while the site is not published.',
      resolve: ({ search, hit, passage }, _args, { urls }) => urlOfHit(urls, search, hit, passage.anchor),
    }),
  }),
})

const Result = builder.objectRef<ShownHit>('PublishedSearchPage').implement({
  description: 'A page in the results of a search on a published site.',
  fields: (t) => ({
    pageId: t.id({ description: 'The ID of the page.', resolve: ({ hit }) => hit.page.id }),
    spaceId: t.id({ description: 'The ID of the space.', resolve: ({ hit }) => hit.row.spaceId }),
    siteSpaceId: t.id({ description: 'The ID of the site space.', resolve: ({ hit }) => hit.row.id }),
    siteSectionId: t.id({
      nullable: true,
      description: 'The ID of the section. Null if the site has no sections.',
      resolve: ({ hit }) => hit.row.sectionId,
    }),
    title: t.string({ description: 'The title.', resolve: ({ hit }) => hit.page.page.title }),
    description: t.string({
      nullable: true,
      description: 'The description of the page.',
      resolve: ({ hit }) => hit.page.page.description,
    }),
    path: t.string({
      description: 'The path of the page in the space.',
      resolve: ({ hit }) => pathOfHit(hit, null),
    }),
    score: t.float({
      description: 'The relevance. Higher is better.',
      resolve: ({ hit }) => scoreOf(hit.found),
    }),
    rank: t.int({
      description: 'The rank among all results, from 1. Equal results share a rank.',
      resolve: ({ hit }) => hit.found.rank,
    }),
    ancestors: t.stringList({
      description: 'The titles of the ancestor pages, from the root.',
      resolve: ({ hit }) => hit.page.above.map(({ page }) => page.title).reverse(),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'The address of the page. Null while the site is not published.',
      resolve: ({ search, hit }, _args, { urls }) => urlOfHit(urls, search, hit, null),
    }),
    sections: t.field({
      type: [Passage],
      description: 'The matching sections of the page, best match first.',
      resolve: ({ search, hit }) => hit.passages.map((passage) => ({ search, hit, passage })),
    }),
  }),
})

const shown = (search: SiteSearch): ShownHit[] => search.hits.map((hit) => ({ search, hit }))
const COMPLEXITY = 30

queryField('searchPublishedSite', searchPublishedSite, {
  type: [Result],
  description:
    'Searches a published site: at most 20 pages, best match first. Needs no API token where the visibility of the site, a share key or the token of a visitor opens it.',
  omit: ['organizationId', ...FORMER],
  complexity: COMPLEXITY,
  from: shown,
})

nestedField(SiteType, 'search', searchPublishedSite, {
  type: [Result],
  description: 'Searches the site while it is published: at most 20 pages, best match first.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId', 'organizationId'],
  omit: FORMER,
  complexity: COMPLEXITY,
  from: shown,
})
