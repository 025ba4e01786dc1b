import type { InputFieldRef, ObjectRef } from '@pothos/core'
import { z } from 'zod'
import type { Caller } from '../../../core/operations/caller.ts'
import { builder, type Types } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { argsFrom } from '../../../graphql/input.ts'
import { documentOf, splitSource } from '../../documents/index.ts'
import { pathOf } from '../../revisions/index.ts'
import { textIn } from '../content.evaluation.ts'
import type { OrderedPage } from '../content.lists.ts'
import { type PageRow, pageRow } from '../content.loaders.ts'
import { pageReading } from '../content.model.ts'
import { listPagesBelow } from '../content.service.ts'
import { layoutOf } from './layout.ts'

export const PageType = builder.interfaceRef<PageRow>('Page')
builder.interfaceType(PageType, {
  description: 'A page as one revision has it.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ typename }) => typename,
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The page as this revision has it. What it stands for never changes.',
    }),
    pageId: t.exposeID('pageId', {
      description: 'The id of the page in every revision; REST calls this one `id`.',
    }),
    title: t.string({ description: 'What it is called.', resolve: ({ page }) => page.title }),
    linkTitle: t.string({
      nullable: true,
      description: 'What links to it say.',
      resolve: ({ page }) => page.linkTitle,
    }),
    emoji: t.string({ nullable: true, description: 'Its emoji.', resolve: ({ page }) => page.emoji }),
    icon: t.string({
      nullable: true,
      description: 'The name of its icon.',
      resolve: ({ page }) => page.icon,
    }),
    condition: t.string({
      nullable: true,
      description: 'Who sees it.',
      resolve: ({ page }) => page.condition,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ page }) => new Date(page.createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last changed, once it did.',
      resolve: ({ page }) => (page.updatedAt ? new Date(page.updatedAt) : null),
    }),
    path: t.string({
      nullable: true,
      description: 'The slugs from the root down; null where a page has no address of its own.',
      resolve: (row) => (row.page.slug === '' ? null : pathOf(row)),
    }),
    depth: t.int({
      description: 'How many pages are above it.',
      resolve: ({ above }) => above.length,
    }),
    parent: t.field({
      type: PageType,
      nullable: true,
      description: 'The page above it.',
      resolve: ({ above, content }) => {
        const [parent, ...rest] = above
        return parent ? pageRow(content, { ...parent, above: rest }) : null
      },
    }),
  }),
})

const WidthEnum = graphqlEnum('PageWidth', z.enum(['default', 'wide']), 'How wide a page is.', {
  default: 'As wide as text is read well.',
  wide: 'As wide as the window.',
})
const CoverSizeEnum = graphqlEnum(
  'PageCoverSize',
  z.enum(['hero', 'full', 'background']),
  'How large the cover of a page is.',
  {
    hero: 'As wide as the text.',
    full: 'As wide as the window.',
    background: 'Behind the title.',
  },
)

const PageLayoutType = builder.objectRef<ReturnType<typeof layoutOf>>('PageLayout').implement({
  description: 'Which parts of a page are shown, and how.',
  fields: (t) => ({
    width: t.expose('width', { type: WidthEnum, description: 'How wide it is.' }),
    cover: t.exposeBoolean('cover', { description: 'Whether the cover is shown.' }),
    coverSize: t.expose('coverSize', { type: CoverSizeEnum, description: 'How large the cover is.' }),
    title: t.exposeBoolean('title', { description: 'Whether the title is shown.' }),
    description: t.exposeBoolean('description', { description: 'Whether the description is shown.' }),
    tableOfContents: t.exposeBoolean('tableOfContents', {
      description: 'Whether the table of contents is shown.',
    }),
    outline: t.exposeBoolean('outline', { description: 'Whether the outline is shown.' }),
    pagination: t.exposeBoolean('pagination', { description: 'Whether links to the neighbours are shown.' }),
    metadata: t.exposeBoolean('metadata', { description: 'Whether it is shown when it last changed.' }),
  }),
})

/** The argument of a field that gives a text. */
export const evaluatedArgument = () => {
  const { evaluated } = argsFrom(z.object({ evaluated: pageReading.evaluated }))
  return { evaluated } as unknown as { evaluated: InputFieldRef<Types, boolean | null | undefined> }
}

const textOf = (caller: Caller, { page, content }: PageRow, args: { evaluated?: boolean | null }) =>
  caller.load(textIn, { content, document: page.document, page, evaluated: args.evaluated ?? false })

const isTypeOf = (type: PageRow['page']['type']) => (value: unknown) => (value as PageRow).page?.type === type

const DocumentPage = builder.objectRef<PageRow>('DocumentPage')
builder.objectType(DocumentPage, {
  description: 'A page of text.',
  interfaces: [PageType, builder.nodeInterfaceRef()],
  isTypeOf: isTypeOf('document'),
  fields: (t) => ({
    slug: t.string({ description: 'Its part of the path.', resolve: ({ page }) => page.slug }),
    description: t.string({
      nullable: true,
      description: 'What it is about.',
      resolve: ({ page }) => page.description,
    }),
    hidden: t.boolean({
      description: 'Whether it is left out of the table of contents.',
      resolve: ({ page }) => page.hidden ?? false,
    }),
    noIndex: t.boolean({
      description: 'Whether it is left out of the search.',
      resolve: ({ page }) => page.noIndex ?? false,
    }),
    noRobotsIndex: t.boolean({
      description: 'Whether it is left out of search engines.',
      resolve: ({ page }) => page.noRobotsIndex ?? false,
    }),
    markdown: t.string({
      description: 'Its text, as it was written.',
      complexity: 5,
      args: evaluatedArgument(),
      resolve: async (row, args, { caller }) => caller.meter.text(await textOf(caller, row, args)),
    }),
    document: t.field({
      type: 'JSON',
      description: 'Its text as a tree of nodes, which comments can point at.',
      complexity: 10,
      args: evaluatedArgument(),
      resolve: async (row, args, { caller }) =>
        caller.load(documentOf, splitSource(await textOf(caller, row, args)).body),
    }),
    layout: t.field({
      type: PageLayoutType,
      description: 'How it is laid out.',
      resolve: ({ page }) => layoutOf(page),
    }),
    cover: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its cover.',
      resolve: ({ page }) => page.cover,
    }),
    variables: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Variables of this page, by name.',
      resolve: ({ page }) => page.variables,
    }),
  }),
})

const GroupPage = builder.objectRef<PageRow>('GroupPage')
builder.objectType(GroupPage, {
  description: 'A heading over other pages, at the root.',
  interfaces: [PageType, builder.nodeInterfaceRef()],
  isTypeOf: isTypeOf('group'),
  fields: (t) => ({
    slug: t.string({ description: 'Its part of the path.', resolve: ({ page }) => page.slug }),
    hidden: t.boolean({
      description: 'Whether it is left out of the table of contents.',
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
      description: 'The address, when it leads out of here.',
      resolve: ({ page: { target } }) => (target?.kind === 'url' ? target.url : null),
    }),
    hidden: t.boolean({
      description: 'Whether it is left out of the table of contents.',
      resolve: ({ page }) => page.hidden ?? false,
    }),
  }),
})

builder.objectType(builder.objectRef<PageRow>('ComputedPage'), {
  description: 'Pages that are made from a source.',
  interfaces: [PageType, builder.nodeInterfaceRef()],
  isTypeOf: isTypeOf('computed'),
  fields: (t) => ({
    computed: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What they are made from.',
      resolve: ({ page }) => page.computed,
    }),
  }),
})

export const PageConnection = connectionType('Page', PageType as unknown as ObjectRef<Types, OrderedPage>)

for (const type of [DocumentPage, GroupPage]) {
  connection(type as unknown as ObjectRef<Types, PageRow>, 'pages', listPagesBelow, {
    type: PageConnection,
    description: 'The pages below it, in order.',
    usualLength: 3,
  })
}

export { DocumentPage }
