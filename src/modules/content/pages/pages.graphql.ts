import { z } from 'zod'
import type { Caller } from '../../../core/operations/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { typedArgsFrom } from '../../../graphql/input.ts'
import { documentOf, splitSource } from '../../documents/index.ts'
import { pathOf } from '../../revisions/index.ts'
import { textIn } from '../content.evaluation.ts'
import { type PageRow, pageRow } from '../content.loaders.ts'
import { pageFormat } from '../content.model.ts'
import { listPagesBelow } from '../content.service.ts'
import { appPath } from '../content-scope.ts'
import { layoutOf } from './layout.ts'

const PageUrls = builder.objectRef<PageRow>('PageUrls').implement({
  description: 'The URLs of a page.',
  fields: (t) => ({
    app: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL of the page in the app. Null if the page has no text of its own.',
      resolve: (row, _args, { urls }) =>
        row.page.type === 'document' ? urls.app(appPath(row.content, pathOf(row))) : null,
    }),
  }),
})

export const PageType = builder.interfaceRef<PageRow>('Page')
builder.interfaceType(PageType, {
  description: 'A page in one revision.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ typename }) => typename,
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The ID of the page in this revision. It always identifies the same content.',
    }),
    pageId: t.exposeID('pageId', {
      description: 'The ID of the page, the same in every revision. REST calls this field `id`.',
    }),
    title: t.string({ description: 'The title.', resolve: ({ page }) => page.title }),
    linkTitle: t.string({
      nullable: true,
      description: 'The text of links to this page. The title if not set.',
      resolve: ({ page }) => page.linkTitle,
    }),
    emoji: t.string({
      nullable: true,
      description: 'The emoji of the page.',
      resolve: ({ page }) => page.emoji,
    }),
    icon: t.string({
      nullable: true,
      description: 'The name of the icon of the page.',
      resolve: ({ page }) => page.icon,
    }),
    condition: t.string({
      nullable: true,
      description: 'The expression that decides who can see the page.',
      resolve: ({ page }) => page.condition,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was created.',
      resolve: ({ page }) => new Date(page.createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the page was last changed. Null if it never was.',
      resolve: ({ page }) => (page.updatedAt ? new Date(page.updatedAt) : null),
    }),
    path: t.string({
      nullable: true,
      description: 'The path: the slugs from the root to the page. Null if the page has no path.',
      resolve: (row) => (row.page.slug === '' ? null : pathOf(row)),
    }),
    urls: t.field({ type: PageUrls, description: 'The URLs of the page.', resolve: (row) => row }),
    depth: t.int({
      description: 'The number of ancestor pages.',
      resolve: ({ above }) => above.length,
    }),
    parent: t.field({
      type: PageType,
      nullable: true,
      description: 'The parent page. Null at the root.',
      resolve: ({ above, content }) => {
        const [parent, ...rest] = above
        return parent ? pageRow(content, { ...parent, above: rest }) : null
      },
    }),
  }),
})

const WidthEnum = graphqlEnum('PageWidth', z.enum(['default', 'wide']), 'The width of a page.', {
  default: 'The default width.',
  wide: 'As wide as the window.',
})
const CoverSizeEnum = graphqlEnum(
  'PageCoverSize',
  z.enum(['hero', 'full', 'background']),
  'The size of the cover image of a page.',
  {
    hero: 'As wide as the text.',
    full: 'As wide as the window.',
    background: 'Behind the title.',
  },
)

const PageLayoutType = builder.objectRef<ReturnType<typeof layoutOf>>('PageLayout').implement({
  description: 'The layout of a page.',
  fields: (t) => ({
    width: t.expose('width', { type: WidthEnum, description: 'The width of the page.' }),
    cover: t.exposeBoolean('cover', { description: 'Whether the cover is shown.' }),
    coverSize: t.expose('coverSize', { type: CoverSizeEnum, description: 'The size of the cover image.' }),
    title: t.exposeBoolean('title', { description: 'Whether the title is shown.' }),
    description: t.exposeBoolean('description', { description: 'Whether the description is shown.' }),
    tableOfContents: t.exposeBoolean('tableOfContents', {
      description: 'Whether the table of contents is shown.',
    }),
    outline: t.exposeBoolean('outline', { description: 'Whether the outline is shown.' }),
    pagination: t.exposeBoolean('pagination', {
      description: 'Whether links to the previous and next page are shown.',
    }),
    metadata: t.exposeBoolean('metadata', { description: 'Whether the date of the last change is shown.' }),
  }),
})

/** The argument of fields that return a text. */
export const evaluatedArgument = () => typedArgsFrom(z.object({ evaluated: pageFormat.evaluated }))

const textOf = (caller: Caller, { page, content }: PageRow, args: { evaluated?: boolean | null }) =>
  caller.load(textIn, { content, document: page.document, page, evaluated: args.evaluated ?? false })

const isTypeOf = (type: PageRow['page']['type']) => (value: unknown) => (value as PageRow).page?.type === type

const DocumentPage = builder.objectRef<PageRow>('DocumentPage')
builder.objectType(DocumentPage, {
  description: 'A page with a text.',
  interfaces: [PageType, builder.nodeInterfaceRef()],
  isTypeOf: isTypeOf('document'),
  fields: (t) => ({
    slug: t.string({
      description: 'The slug: the last segment of the path.',
      resolve: ({ page }) => page.slug,
    }),
    description: t.string({
      nullable: true,
      description: 'The description of the page.',
      resolve: ({ page }) => page.description,
    }),
    hidden: t.boolean({
      description: 'Whether the page is hidden from the table of contents.',
      resolve: ({ page }) => page.hidden ?? false,
    }),
    noIndex: t.boolean({
      description: 'Whether the page is excluded from search.',
      resolve: ({ page }) => page.noIndex ?? false,
    }),
    noRobotsIndex: t.boolean({
      description: 'Whether the page is excluded from search engines.',
      resolve: ({ page }) => page.noRobotsIndex ?? false,
    }),
    markdown: t.string({
      description: 'The text in Markdown.',
      complexity: 5,
      args: evaluatedArgument(),
      resolve: async (row, args, { caller }) => caller.meter.text(await textOf(caller, row, args)),
    }),
    document: t.field({
      type: 'JSON',
      description: 'The text as a document: a tree of nodes, whose keys comments can refer to.',
      complexity: 10,
      args: evaluatedArgument(),
      resolve: async (row, args, { caller }) =>
        caller.load(documentOf, splitSource(await textOf(caller, row, args)).body),
    }),
    layout: t.field({
      type: PageLayoutType,
      description: 'The layout of the page.',
      resolve: ({ page }) => layoutOf(page),
    }),
    cover: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The cover image of the page.',
      resolve: ({ page }) => page.cover,
    }),
    variables: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The variables of this page, by name.',
      resolve: ({ page }) => page.variables,
    }),
    computed: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the page was computed from. Null for other pages.',
      resolve: ({ page }) => page.computed,
    }),
    computedSeed: t.string({
      nullable: true,
      description: 'Changes when the source of a computed page does. Null for other pages.',
      resolve: ({ page }) => page.computedSeed,
    }),
  }),
})

const GroupPage = builder.objectRef<PageRow>('GroupPage')
builder.objectType(GroupPage, {
  description: 'A group of pages, at the root.',
  interfaces: [PageType, builder.nodeInterfaceRef()],
  isTypeOf: isTypeOf('group'),
  fields: (t) => ({
    slug: t.string({
      description: 'The slug: the last segment of the path.',
      resolve: ({ page }) => page.slug,
    }),
    hidden: t.boolean({
      description: 'Whether the page is hidden from the table of contents.',
      resolve: ({ page }) => page.hidden ?? false,
    }),
  }),
})

export const LinkPage = builder.objectRef<PageRow>('LinkPage')
builder.objectType(LinkPage, {
  description: 'A link in the table of contents.',
  interfaces: [PageType, builder.nodeInterfaceRef()],
  isTypeOf: isTypeOf('link'),
  fields: (t) => ({
    href: t.string({
      nullable: true,
      description: 'The URL, if the link is external. Null otherwise.',
      resolve: ({ page: { target } }) => (target?.kind === 'url' ? target.url : null),
    }),
    hidden: t.boolean({
      description: 'Whether the page is hidden from the table of contents.',
      resolve: ({ page }) => page.hidden ?? false,
    }),
  }),
})

builder.objectType(builder.objectRef<PageRow>('ComputedPage'), {
  description: 'Pages that are computed from a source.',
  interfaces: [PageType, builder.nodeInterfaceRef()],
  isTypeOf: isTypeOf('computed'),
  fields: (t) => ({
    computed: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The source of the computed pages.',
      resolve: ({ page }) => page.computed,
    }),
  }),
})

export const PageConnection = connectionType('Page', PageType)

for (const type of [DocumentPage, GroupPage]) {
  connection(type, 'pages', listPagesBelow, {
    type: PageConnection,
    description: 'The child pages, in order.',
    usualLength: 3,
  })
}

export { DocumentPage }
