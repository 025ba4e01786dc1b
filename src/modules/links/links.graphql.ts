import type { ObjectFieldsShape } from '@pothos/core'
import type { Space } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { type ChangeRequestRow, ChangeRequestType } from '../change-requests/index.ts'
import type { PageRow } from '../content/index.ts'
import { DocumentPage, FileType, LinkPage, PageType, ReusableContent } from '../content/index.ts'
import { SpaceType } from '../spaces/index.ts'
import {
  type LinkInContent,
  type LinkStats,
  linksOfPage,
  NO_LINKS,
  statsOf,
  statsOfSpace,
} from './links.loaders.ts'
import { BrokenContext, LinkRelation, LinkStatus, ReferenceKind, shownStatus } from './links.model.ts'
import {
  listChangeRequestLinks,
  listFileBacklinks,
  listPageBacklinks,
  listPageLinks,
  listSpaceLinks,
} from './links.service.ts'
import { statsOfChangeRequest } from './links-of-change-request.ts'
import { type ContentReference, linkLocation, linkPageTarget, linkTarget } from './references.ts'

const LinkStatusEnum = graphqlEnum('LinkStatus', LinkStatus, 'The status of a link.', {
  ok: 'The target exists, or is an external URL.',
  broken: 'The target does not exist.',
  'in-app': 'The link points to the app.',
})

const BrokenContextEnum = graphqlEnum(
  'BrokenLinkContext',
  BrokenContext,
  'Where a broken link of a change request comes from.',
  {
    'change-request': 'The change request broke or added the link.',
    space: 'The link is broken in the main content too.',
  },
)

const RelationEnum = graphqlEnum('LinkRelation', LinkRelation, 'How a page refers to the target of a link.', {
  reference: 'The page links to the target.',
  dependsOn: 'The page includes the target.',
})

const ReferenceKindEnum = graphqlEnum('ContentReferenceKind', ReferenceKind, 'The kind of a reference.', {
  page: 'A page, or a heading of a page.',
  file: 'A file.',
  'reusable-content': 'A reusable content.',
  space: 'A space.',
  url: 'A URL: an external one, or a target that was not found.',
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
  description: 'A reference to a page, file, reusable content, space or URL.',
  resolveType: ({ kind }) => typenames[kind],
  fields: (t) => ({
    kind: t.field({
      type: ReferenceKindEnum,
      description: 'The kind of the reference. Each kind has its own type.',
      resolve: ({ kind }) => kind,
    }),
  }),
})

/** The type of one kind of reference. */
const referenceType = <Kind extends ContentReference['kind']>(
  kind: Kind,
  description: string,
  fields: ObjectFieldsShape<Types, Of<Kind>>,
) =>
  builder
    .objectRef<Of<Kind>>(typenames[kind])
    .implement({ description, interfaces: [ContentReferenceType], fields })

const PageReferenceType = referenceType(
  'page',
  'A reference to a page, or to a heading or block of it.',
  (t) => ({
    page: t.field({ type: PageType, description: 'The page.', resolve: ({ page }) => page }),
    anchor: t.string({
      nullable: true,
      description: 'The anchor of the heading. Null if the whole page is referenced.',
      resolve: ({ anchor }) => anchor,
    }),
    node: t.string({
      nullable: true,
      description: 'The key of the block. Null if the whole page is referenced.',
      resolve: ({ node }) => node,
    }),
  }),
)
referenceType('file', 'A file.', (t) => ({
  file: t.field({ type: FileType, description: 'The file.', resolve: ({ file }) => file }),
}))
referenceType('reusable-content', 'A reusable content.', (t) => ({
  reusableContent: t.field({
    type: ReusableContent,
    description: 'The reusable content.',
    resolve: (reference) => reference,
  }),
}))
referenceType('space', 'A space.', (t) => ({
  space: t.field({ type: SpaceType, description: 'The space.', resolve: ({ space }) => space }),
}))
referenceType('url', 'A URL: an external one, or a target that was not found.', (t) => ({
  url: t.string({ description: 'The URL as written in the text.', resolve: ({ url }) => url }),
}))

builder.objectField(LinkPage, 'target', (t) =>
  t.field({
    type: ContentReferenceType,
    nullable: true,
    description: 'What it links to. Null if it was deleted or is not visible to you.',
    complexity: 2,
    resolve: (row, _args, { caller }) => caller.load(linkPageTarget, row),
  }),
)

/** Fields of links and of backlinks. */
type LinkFields = PothosSchemaTypes.RootFieldBuilder<Types, LinkInContent, 'Interface' | 'Object'>

const relationField = (t: LinkFields) =>
  t.field({
    type: RelationEnum,
    description: 'How the page refers to the target.',
    resolve: ({ relation }) => LinkRelation.parse(relation),
  })

const locationField = (t: LinkFields) =>
  t.field({
    type: PageReferenceType,
    nullable: true,
    description: 'The page that contains the link.',
    complexity: 2,
    resolve: (link, _args, { caller }) => caller.load(linkLocation, link),
  })

const LinkType = builder.interfaceRef<LinkInContent>('Link').implement({
  description: 'A link on a page.',
  fields: (t) => ({
    status: t.field({
      type: LinkStatusEnum,
      description: 'The status of the link.',
      resolve: ({ status }) => shownStatus(status),
    }),
    relation: relationField(t),
    href: t.exposeString('href', { description: 'The link target as written in the text.' }),
    target: t.field({
      type: ContentReferenceType,
      description:
        'The target of the link. A `UrlReference` if it is external, broken or not visible to you.',
      complexity: 2,
      resolve: (link, _args, { caller }) => caller.load(linkTarget, link),
    }),
    location: locationField(t),
  }),
})

const ContentLinkType = builder.objectRef<LinkInContent>('ContentLink').implement({
  description: 'A link in main content or in a revision.',
  interfaces: [LinkType],
  // The list that contains a link determines its type.
  isTypeOf: () => true,
})

const ChangeRequestLinkType = builder.objectRef<LinkInContent>('ChangeRequestLink').implement({
  description: 'A link in the proposed content of a change request.',
  interfaces: [LinkType],
  isTypeOf: () => true,
  fields: (t) => ({
    brokenContext: t.field({
      type: BrokenContextEnum,
      nullable: true,
      description: 'Where a broken link comes from. Null if the link is not broken.',
      resolve: ({ brokenIn }) => brokenIn,
    }),
  }),
})

const BrokenLinkStats = builder.objectRef<LinkStats>('BrokenLinkStats').implement({
  description: 'The number of broken links.',
  fields: (t) => ({ total: t.exposeInt('broken', { description: 'The total number.' }) }),
})

const LinkStatsType = builder.objectRef<LinkStats>('LinkStats').implement({
  description: 'The number of links, regardless of filters and pagination.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The total number.' }),
    broken: t.field({
      type: BrokenLinkStats,
      description: 'The number of broken links.',
      resolve: (stats) => stats,
    }),
  }),
})

const ChangeRequestBrokenLinkStats = builder.objectRef<LinkStats>('ChangeRequestBrokenLinkStats').implement({
  description: 'The number of broken links of a change request.',
  fields: (t) => ({
    total: t.exposeInt('broken', { description: 'The total number.' }),
    changeRequest: t.exposeInt('brokenByChangeRequest', {
      description: 'The number of links that the change request broke or added.',
    }),
  }),
})

const ChangeRequestLinkStats = builder.objectRef<LinkStats>('ChangeRequestLinkStats').implement({
  description: 'The number of links of a change request, regardless of filters and pagination.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The total number.' }),
    broken: t.field({
      type: ChangeRequestBrokenLinkStats,
      description: 'The number of broken links.',
      resolve: (stats) => stats,
    }),
  }),
})

const ContentLinkConnection = connectionType<LinkInContent, Space | PageRow>('ContentLink', ContentLinkType)
builder.objectField(ContentLinkConnection, 'stats', (t) =>
  t.field({
    type: LinkStatsType,
    description: 'The number of links, regardless of filters and pagination.',
    complexity: 5,
    resolve: async ({ parent }, _args, { caller }) => {
      if ('pageId' in parent) return statsOf((await caller.load(linksOfPage, parent)) ?? [])
      return (await caller.load(statsOfSpace, parent.id)) ?? NO_LINKS
    },
  }),
)

const ChangeRequestLinkConnection = connectionType<LinkInContent, ChangeRequestRow>(
  'ChangeRequestLink',
  ChangeRequestLinkType,
)
builder.objectField(ChangeRequestLinkConnection, 'stats', (t) =>
  t.field({
    type: ChangeRequestLinkStats,
    description: 'The number of links, regardless of filters and pagination.',
    complexity: 5,
    resolve: async ({ parent }, _args, { caller }) =>
      (await caller.load(statsOfChangeRequest, parent)) ?? NO_LINKS,
  }),
)

const BacklinkType = builder.objectRef<LinkInContent>('Backlink').implement({
  description: 'A link to a page or a file.',
  fields: (t) => ({
    href: t.exposeString('href', { description: 'The link target as written in the text.' }),
    relation: relationField(t),
    location: locationField(t),
  }),
})
const BacklinkConnection = connectionType('Backlink', BacklinkType)

connection(SpaceType, 'links', listSpaceLinks, {
  type: ContentLinkConnection,
  description: 'The links of the main content, ordered by page.',
})
connection(ChangeRequestType, 'links', listChangeRequestLinks, {
  type: ChangeRequestLinkConnection,
  description: 'The links of the proposed content, ordered by page.',
  cost: 50,
})
connection(DocumentPage, 'links', listPageLinks, {
  type: ContentLinkConnection,
  description: 'The links on this page, in the order of the text.',
})
connection(DocumentPage, 'backlinks', listPageBacklinks, {
  type: BacklinkConnection,
  description: 'The links to this resource.',
})
connection(FileType, 'backlinks', listFileBacklinks, {
  type: BacklinkConnection,
  description: 'The links to this resource.',
})
