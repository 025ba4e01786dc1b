import type { Space } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { type ChangeRequestRow, ChangeRequestType } from '../../change-requests/index.ts'
import { SpaceType } from '../../spaces/index.ts'
import { FileType, ReusableContent } from '../content.graphql.ts'
import type { PageRow } from '../content.loaders.ts'
import { DocumentPage, PageType } from '../pages/pages.graphql.ts'
import {
  type LinkInContent,
  type LinkStats,
  linksOfPage,
  NO_LINKS,
  statsOf,
  statsOfSpace,
} from './links.loaders.ts'
import { BrokenContext, LinkStatus } from './links.model.ts'
import {
  listChangeRequestLinks,
  listFileBacklinks,
  listPageBacklinks,
  listPageLinks,
  listSpaceLinks,
} from './links.service.ts'
import { statsOfChangeRequest } from './proposed.ts'
import { type ContentReference, linkLocation, linkTarget } from './references.ts'

const LinkStatusEnum = graphqlEnum(
  'LinkStatus',
  LinkStatus,
  'Whether a link leads somewhere: to something, to nothing, or to a place in the app.',
)

const BrokenContextEnum = graphqlEnum(
  'BrokenLinkContext',
  BrokenContext,
  'Since when a link of a change request leads nowhere: since the change request, or in main content as well.',
)

type Of<Kind extends ContentReference['kind']> = Extract<ContentReference, { kind: Kind }>
const only = <Kind extends ContentReference['kind']>(
  reference: ContentReference,
  kind: Kind,
): Of<Kind> | null => (reference.kind === kind ? (reference as Of<Kind>) : null)

const ContentReferenceType = builder.objectRef<ContentReference>('ContentReference').implement({
  description: 'Something that a link leads to, or the place where a link stands.',
  fields: (t) => ({
    kind: t.string({
      description: '`page`, `file`, `reusable-content`, `space` or `url`.',
      resolve: ({ kind }) => kind,
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page.',
      resolve: (reference) => only(reference, 'page')?.page,
    }),
    anchor: t.string({
      nullable: true,
      description: 'The heading of the page that is meant.',
      resolve: (reference) => only(reference, 'page')?.anchor,
    }),
    node: t.string({
      nullable: true,
      description: 'The key of the node of the page that is meant.',
      resolve: (reference) => only(reference, 'page')?.node,
    }),
    file: t.field({
      type: FileType,
      nullable: true,
      description: 'The file.',
      resolve: (reference) => only(reference, 'file')?.file,
    }),
    reusableContent: t.field({
      type: ReusableContent,
      nullable: true,
      description: 'The reusable content.',
      resolve: (reference) => only(reference, 'reusable-content'),
    }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The space.',
      resolve: (reference) => only(reference, 'space')?.space,
    }),
    url: t.string({
      nullable: true,
      description: 'The address, when it is nothing of ours or is not found.',
      resolve: (reference) => only(reference, 'url')?.url,
    }),
  }),
})

const LinkType = builder.objectRef<LinkInContent>('Link').implement({
  description: 'A link on a page.',
  fields: (t) => ({
    status: t.field({
      type: LinkStatusEnum,
      description: 'Whether it leads somewhere.',
      resolve: ({ status }) => LinkStatus.parse(status),
    }),
    brokenContext: t.field({
      type: BrokenContextEnum,
      nullable: true,
      description: 'Of one in a change request that leads nowhere: since when.',
      resolve: ({ brokenIn }) => brokenIn,
    }),
    relation: t.exposeString('relation', {
      description: '`reference`, or `dependsOn` where the page is not whole without it.',
    }),
    href: t.exposeString('href', { description: 'The address as it is written.' }),
    target: t.field({
      type: ContentReferenceType,
      description: 'What it leads to; its address where that is nothing of ours.',
      complexity: 2,
      resolve: (link, _args, { caller }) => caller.load(linkTarget, link),
    }),
    location: t.field({
      type: ContentReferenceType,
      nullable: true,
      description: 'The page that it stands on.',
      complexity: 2,
      resolve: (link, _args, { caller }) => caller.load(linkLocation, link),
    }),
  }),
})

const BrokenLinkStats = builder.objectRef<LinkStats>('BrokenLinkStats').implement({
  description: 'How many links lead nowhere.',
  fields: (t) => ({
    total: t.exposeInt('broken', { description: 'All of them.' }),
    changeRequest: t.exposeInt('brokenByChangeRequest', {
      description: 'Those that the change request broke or brought; none outside of change requests.',
    }),
  }),
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

const LinkConnection = connectionType('Link', LinkType)
builder.objectField(LinkConnection, 'stats', (t) =>
  t.field({
    type: LinkStatsType,
    description: 'How many links there are in all.',
    complexity: 5,
    resolve: async ({ parent }, _args, { caller }) => {
      // Links are listed below spaces, change requests and pages, and nowhere else.
      const of = parent as Space | ChangeRequestRow | PageRow
      if ('pageId' in of) return statsOf((await caller.load(linksOfPage, of)) ?? [])
      if ('spaceId' in of) return (await caller.load(statsOfChangeRequest, of)) ?? NO_LINKS
      return (await caller.load(statsOfSpace, of.id)) ?? NO_LINKS
    },
  }),
)

const BacklinkType = builder.objectRef<LinkInContent>('Backlink').implement({
  description: 'A link that leads to what was asked about.',
  fields: (t) => ({
    href: t.exposeString('href', { description: 'The address as it is written.' }),
    relation: t.exposeString('relation', {
      description: '`reference`, or `dependsOn` where the page is not whole without it.',
    }),
    location: t.field({
      type: ContentReferenceType,
      nullable: true,
      description: 'The page that it stands on.',
      complexity: 2,
      resolve: (link, _args, { caller }) => caller.load(linkLocation, link),
    }),
  }),
})
const BacklinkConnection = connectionType('Backlink', BacklinkType)

connection(SpaceType, 'links', listSpaceLinks, {
  type: LinkConnection,
  description: 'The links of main content, page by page.',
})
connection(ChangeRequestType, 'links', listChangeRequestLinks, {
  type: LinkConnection,
  description: 'The links of the content that it proposes, page by page.',
  cost: 50,
})
connection(DocumentPage, 'links', listPageLinks, {
  type: LinkConnection,
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
