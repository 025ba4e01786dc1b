import type { Space } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { type ChangeRequestRow, ChangeRequestType } from '../../change-requests/index.ts'
import { SpaceType } from '../../spaces/index.ts'
import { FileType, ReusableContent } from '../content.graphql.ts'
import type { PageRow } from '../content.loaders.ts'
import { DocumentPage, LinkPage, PageType } from '../pages/pages.graphql.ts'
import {
  type LinkInContent,
  type LinkStats,
  linksOfPage,
  NO_LINKS,
  statsOf,
  statsOfSpace,
} from './links.loaders.ts'
import { BrokenContext, LinkRelation, LinkStatus, ReferenceKind } from './links.model.ts'
import {
  listChangeRequestLinks,
  listFileBacklinks,
  listPageBacklinks,
  listPageLinks,
  listSpaceLinks,
} from './links.service.ts'
import { statsOfChangeRequest } from './proposed.ts'
import { type ContentReference, linkLocation, linkPageTarget, linkTarget } from './references.ts'

const LinkStatusEnum = graphqlEnum('LinkStatus', LinkStatus, 'Whether a link leads somewhere.', {
  ok: 'It leads to something that exists, or out of here.',
  broken: 'It leads to nothing.',
  'in-app': 'It leads to a place in the app.',
})

const BrokenContextEnum = graphqlEnum(
  'BrokenLinkContext',
  BrokenContext,
  'Since when a link of a change request leads nowhere.',
  {
    'change-request': 'The change request broke it or brought it.',
    space: 'It leads nowhere in main content as well.',
  },
)

const RelationEnum = graphqlEnum('LinkRelation', LinkRelation, 'How a page is related to what it links to.', {
  reference: 'The page mentions it.',
  dependsOn: 'The page includes it, and is incomplete without it.',
})

const ReferenceKindEnum = graphqlEnum('ContentReferenceKind', ReferenceKind, 'What a reference leads to.', {
  page: 'A page, or a heading of one.',
  file: 'A file.',
  'reusable-content': 'A reusable content.',
  space: 'A space.',
  url: 'An address: it leads out of here, or what it led to is not found.',
})

type Of<Kind extends ContentReference['kind']> = Extract<ContentReference, { kind: Kind }>

const typenames = {
  page: 'PageReference',
  file: 'FileReference',
  'reusable-content': 'ReusableContentReference',
  space: 'SpaceReference',
  url: 'UrlReference',
} as const satisfies Record<ContentReference['kind'], string>

const ContentReferenceType = builder.interfaceRef<ContentReference>('ContentReference')
builder.interfaceType(ContentReferenceType, {
  description: 'Something that a link leads to, or the place where a link stands.',
  resolveType: ({ kind }) => typenames[kind],
  fields: (t) => ({
    kind: t.field({
      type: ReferenceKindEnum,
      description: 'What it is; each kind has a type of its own.',
      resolve: ({ kind }) => kind,
    }),
  }),
})

const PageReferenceType = builder.objectRef<Of<'page'>>('PageReference')
builder.objectType(PageReferenceType, {
  description: 'A page, or a place on it.',
  interfaces: [ContentReferenceType],
  fields: (t) => ({
    page: t.field({ type: PageType, description: 'The page.', resolve: ({ page }) => page }),
    anchor: t.string({
      nullable: true,
      description: 'The heading of the page that is meant.',
      resolve: ({ anchor }) => anchor,
    }),
    node: t.string({
      nullable: true,
      description: 'The key of the node of the page that is meant.',
      resolve: ({ node }) => node,
    }),
  }),
})
builder.objectType(builder.objectRef<Of<'file'>>('FileReference'), {
  description: 'A file.',
  interfaces: [ContentReferenceType],
  fields: (t) => ({
    file: t.field({ type: FileType, description: 'The file.', resolve: ({ file }) => file }),
  }),
})
builder.objectType(builder.objectRef<Of<'reusable-content'>>('ReusableContentReference'), {
  description: 'A reusable content.',
  interfaces: [ContentReferenceType],
  fields: (t) => ({
    reusableContent: t.field({
      type: ReusableContent,
      description: 'The reusable content.',
      resolve: (reference) => reference,
    }),
  }),
})
builder.objectType(builder.objectRef<Of<'space'>>('SpaceReference'), {
  description: 'A space.',
  interfaces: [ContentReferenceType],
  fields: (t) => ({
    space: t.field({ type: SpaceType, description: 'The space.', resolve: ({ space }) => space }),
  }),
})
builder.objectType(builder.objectRef<Of<'url'>>('UrlReference'), {
  description: 'An address: it leads out of here, or what it led to is not found.',
  interfaces: [ContentReferenceType],
  fields: (t) => ({ url: t.exposeString('url', { description: 'The address, as it is written.' }) }),
})

builder.objectField(LinkPage, 'target', (t) =>
  t.field({
    type: ContentReferenceType,
    nullable: true,
    description: 'What it links to. Null if it was deleted or is not visible to you.',
    complexity: 2,
    resolve: (row, _args, { caller }) => caller.load(linkPageTarget, row),
  }),
)

const LinkType = builder.interfaceRef<LinkInContent>('Link').implement({
  description: 'A link on a page.',
  fields: (t) => ({
    status: t.field({
      type: LinkStatusEnum,
      description: 'Whether it leads somewhere.',
      resolve: ({ status }) => LinkStatus.parse(status),
    }),
    relation: t.field({
      type: RelationEnum,
      description: 'How the page is related to it.',
      resolve: ({ relation }) => LinkRelation.parse(relation),
    }),
    href: t.exposeString('href', { description: 'The address as it is written.' }),
    target: t.field({
      type: ContentReferenceType,
      description: 'What it leads to; its address where that is nothing of ours.',
      complexity: 2,
      resolve: (link, _args, { caller }) => caller.load(linkTarget, link),
    }),
    location: t.field({
      type: PageReferenceType,
      nullable: true,
      description: 'The page that it stands on.',
      complexity: 2,
      resolve: (link, _args, { caller }) => caller.load(linkLocation, link),
    }),
  }),
})

const ContentLinkType = builder.objectRef<LinkInContent>('ContentLink').implement({
  description: 'A link on a page of main content or of a revision.',
  interfaces: [LinkType],
  // Which list a link is in says which of the two it is.
  isTypeOf: () => true,
})

const ChangeRequestLinkType = builder.objectRef<LinkInContent>('ChangeRequestLink').implement({
  description: 'A link on a page of the content that a change request proposes.',
  interfaces: [LinkType],
  isTypeOf: () => true,
  fields: (t) => ({
    brokenContext: t.field({
      type: BrokenContextEnum,
      nullable: true,
      description: 'Of one in a change request that leads nowhere: since when.',
      resolve: ({ brokenIn }) => brokenIn,
    }),
  }),
})

const BrokenLinkStats = builder.objectRef<LinkStats>('BrokenLinkStats').implement({
  description: 'How many links lead nowhere.',
  fields: (t) => ({ total: t.exposeInt('broken', { description: 'All of them.' }) }),
})

const LinkStatsType = builder.objectRef<LinkStats>('LinkStats').implement({
  description: 'How many links there are, whatever part of them was asked for.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    broken: t.field({
      type: BrokenLinkStats,
      description: 'Those that lead nowhere.',
      resolve: (stats) => stats,
    }),
  }),
})

const ChangeRequestBrokenLinkStats = builder.objectRef<LinkStats>('ChangeRequestBrokenLinkStats').implement({
  description: 'How many links of a change request lead nowhere.',
  fields: (t) => ({
    total: t.exposeInt('broken', { description: 'All of them.' }),
    changeRequest: t.exposeInt('brokenByChangeRequest', {
      description: 'Those that the change request broke or brought; none outside of change requests.',
    }),
  }),
})

const ChangeRequestLinkStats = builder.objectRef<LinkStats>('ChangeRequestLinkStats').implement({
  description: 'How many links a change request has, whatever part of them was asked for.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    broken: t.field({
      type: ChangeRequestBrokenLinkStats,
      description: 'Those that lead nowhere.',
      resolve: (stats) => stats,
    }),
  }),
})

const ContentLinkConnection = connectionType('ContentLink', ContentLinkType)
builder.objectField(ContentLinkConnection, 'stats', (t) =>
  t.field({
    type: LinkStatsType,
    description: 'How many links there are in all.',
    complexity: 5,
    resolve: async ({ parent }, _args, { caller }) => {
      // Such links are listed below spaces and pages, and nowhere else.
      const of = parent as Space | PageRow
      if ('pageId' in of) return statsOf((await caller.load(linksOfPage, of)) ?? [])
      return (await caller.load(statsOfSpace, of.id)) ?? NO_LINKS
    },
  }),
)

const ChangeRequestLinkConnection = connectionType('ChangeRequestLink', ChangeRequestLinkType)
builder.objectField(ChangeRequestLinkConnection, 'stats', (t) =>
  t.field({
    type: ChangeRequestLinkStats,
    description: 'How many links there are in all.',
    complexity: 5,
    resolve: async ({ parent }, _args, { caller }) =>
      (await caller.load(statsOfChangeRequest, parent as ChangeRequestRow)) ?? NO_LINKS,
  }),
)

const BacklinkType = builder.objectRef<LinkInContent>('Backlink').implement({
  description: 'A link that leads to what was asked about.',
  fields: (t) => ({
    href: t.exposeString('href', { description: 'The address as it is written.' }),
    relation: t.field({
      type: RelationEnum,
      description: 'How the page is related to it.',
      resolve: ({ relation }) => LinkRelation.parse(relation),
    }),
    location: t.field({
      type: PageReferenceType,
      nullable: true,
      description: 'The page that it stands on.',
      complexity: 2,
      resolve: (link, _args, { caller }) => caller.load(linkLocation, link),
    }),
  }),
})
const BacklinkConnection = connectionType('Backlink', BacklinkType)

connection(SpaceType, 'links', listSpaceLinks, {
  type: ContentLinkConnection,
  description: 'The links of main content, page by page.',
})
connection(ChangeRequestType, 'links', listChangeRequestLinks, {
  type: ChangeRequestLinkConnection,
  description: 'The links of the content that it proposes, page by page.',
  cost: 50,
})
connection(DocumentPage, 'links', listPageLinks, {
  type: ContentLinkConnection,
  description: 'Its links, in the order of its text.',
})
connection(DocumentPage, 'backlinks', listPageBacklinks, {
  type: BacklinkConnection,
  description: 'The links that lead to it.',
})
connection(FileType, 'backlinks', listFileBacklinks, {
  type: BacklinkConnection,
  description: 'The links that lead to it.',
})
