import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { OrganizationType } from '../../organizations/index.ts'
import { pathOf } from '../../revisions/index.ts'
import { SpaceType } from '../../spaces/index.ts'
import { pageRow } from '../content.loaders.ts'
import { appPath } from '../content.places.ts'
import { PageType } from '../pages/pages.graphql.ts'
import { type FoundPage, type FoundSpace, scoreOf } from './search.lists.ts'
import { bestPages, bodyOf, hitSections, pageHit, pathOfSection, type SectionHit } from './search.loaders.ts'
import { PAGES_PER_SPACE, SECTIONS_PER_PAGE } from './search.model.ts'
import { searchOrganization, searchSpace } from './search.service.ts'

const Piece = builder.objectRef<{ text: string; isMatch: boolean }>('SearchPiece').implement({
  description: 'A piece of a text that was found.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Plain text.' }),
    matched: t.exposeBoolean('isMatch', { description: 'Whether it is what was looked for.' }),
  }),
})

const SearchUrls = builder.objectRef<{ path: string }>('SearchResultUrls').implement({
  description: 'Where a result is found.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      description: 'Where a person opens it.',
      resolve: ({ path }, _args, { urls }) => urls.app(path),
    }),
  }),
})

const SectionResult = builder.objectRef<SectionHit>('SectionSearchResult').implement({
  description: 'A heading of a page that was found, with the text below it.',
  fields: (t) => ({
    anchor: t.exposeString('anchor', {
      nullable: true,
      description: 'The anchor of the heading; null for what stands before the first one.',
    }),
    title: t.exposeString('title', { description: 'The heading, or the title of the page.' }),
    path: t.string({ description: 'The path of the page and the anchor.', resolve: pathOfSection }),
    body: t.string({ description: 'The text around the first match.', resolve: bodyOf }),
    excerpt: t.field({
      type: [Piece],
      description: 'The same in pieces, to set apart what was looked for.',
      resolve: ({ excerpt }) => excerpt,
    }),
    urls: t.field({
      type: SearchUrls,
      description: 'Where it is found.',
      resolve: (section) => ({ path: appPath(section.hit.content, pathOfSection(section)) }),
    }),
  }),
})

const Ancestor = builder.objectRef<{ title: string }>('SearchResultAncestor').implement({
  description: 'A page above one that was found.',
  fields: (t) => ({ title: t.exposeString('title', { description: 'What it is called.' }) }),
})

const PageResult = builder.objectRef<FoundPage>('PageSearchResult').implement({
  description: 'A page that was found.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', {
      description: 'The id of the page in every revision; REST calls this one `id`.',
    }),
    score: t.float({ description: 'How well it answers; more is better.', resolve: scoreOf }),
    rank: t.exposeInt('rank', {
      description: 'Its place among all that was found in its space, from 1; equals share it.',
    }),
    title: t.string({
      description: 'What it is called.',
      resolve: async (found, _args, { caller }) => (await caller.load(pageHit, found)).placed.page.title,
    }),
    description: t.string({
      nullable: true,
      description: 'What it is about.',
      resolve: async (found, _args, { caller }) =>
        (await caller.load(pageHit, found)).placed.page.description,
    }),
    path: t.string({
      description: 'The slugs from the root down.',
      resolve: async (found, _args, { caller }) => pathOf((await caller.load(pageHit, found)).placed),
    }),
    ancestors: t.field({
      type: [Ancestor],
      description: 'The pages above it, from the root down.',
      resolve: async (found, _args, { caller }) =>
        (await caller.load(pageHit, found)).placed.above.map(({ page }) => page).reverse(),
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page, as main content has it.',
      resolve: async (found, _args, { caller }) => {
        const { content, placed } = await caller.load(pageHit, found)
        return pageRow(content, placed)
      },
    }),
    sections: t.field({
      type: [SectionResult],
      description: 'Its headings under which something was found, the best first.',
      complexity: { field: 5, multiplier: SECTIONS_PER_PAGE },
      resolve: async (found, _args, { caller }) =>
        caller.load(hitSections, await caller.load(pageHit, found)),
    }),
    urls: t.field({
      type: SearchUrls,
      description: 'Where it is found.',
      resolve: async (found, _args, { caller }) => {
        const { content, placed } = await caller.load(pageHit, found)
        return { path: appPath(content, pathOf(placed)) }
      },
    }),
  }),
})

const SpaceResult = builder.objectRef<FoundSpace>('SpaceSearchResult').implement({
  description: 'A space in which something was found.',
  fields: (t) => ({
    score: t.float({ description: 'That of its best page.', resolve: scoreOf }),
    space: t.field({ type: SpaceType, nullable: true, description: 'The space.', resolve: (found) => found }),
    pages: t.field({
      type: [PageResult],
      description: `Its best pages, ${PAGES_PER_SPACE} at the most; \`space.search\` gives all.`,
      complexity: { field: 5, multiplier: PAGES_PER_SPACE },
      resolve: async (found, _args, { caller }) =>
        (await caller.load(bestPages, found)).map((hit) => hit.found),
    }),
  }),
})

connection(OrganizationType, 'search', searchOrganization, {
  type: connectionType('SpaceSearchResult', SpaceResult as unknown as ObjectRef<Types, FoundSpace>),
  description:
    'The spaces whose main content has what you look for, as far as you may see them, the best first.',
})
connection(SpaceType, 'search', searchSpace, {
  type: connectionType('PageSearchResult', PageResult as unknown as ObjectRef<Types, FoundPage>),
  description: 'The pages of main content that have what you look for, the best first.',
})
