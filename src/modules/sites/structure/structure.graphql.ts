import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { queryField } from '../../../graphql/field.ts'
import { eventSubject } from '../../../graphql/subscriptions/event-subjects.ts'
import { SpaceType } from '../../spaces/index.ts'
import { shareKeyFor } from '../share-links/share-links.loaders.ts'
import { SiteType } from '../sites.graphql.ts'
import { requiredSite } from '../sites.loaders.ts'
import { getGroup, listGroups } from './groups.service.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from './rows.ts'
import { getSection, listGroupSections, listSections } from './sections.service.ts'
import { getSiteSpace, listSectionSiteSpaces, listSiteSpaces } from './site-spaces.service.ts'
import { groupById, sectionById, siteSpaceById, siteSpacesIn } from './structure.loaders.ts'
import { SiteItemKind } from './structure.model.ts'
import {
  groupUrl,
  opensFirst,
  publishedSectionUrl,
  publishedSiteSpaceUrl,
  sectionUrl,
  siteSpaceUrl,
} from './structure.urls.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    SiteSpace: SiteSpaceRow
    SiteSection: SectionRow
    SiteSectionGroup: GroupRow
  }
}

graphqlEnum('SiteItemType', SiteItemKind, 'What an item of a site is.', {
  'site-space': 'A site space.',
  'site-section': 'A section.',
  'site-section-group': 'A section group.',
})

interface PartUrls {
  siteId: string
  location: string
  publishedWith: (shareKey?: string) => string | undefined
}
const PartUrlsType = builder.objectRef<PartUrls>('SitePartUrls').implement({
  description: 'The URLs of a part of a site.',
  fields: (t) => ({
    location: t.expose('location', { type: 'URL', description: 'The URL of the resource in the REST API.' }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description:
        'The URL on the published site. Null while the site is not published. This version does not serve published sites yet.',
      args: {
        shareKey: t.arg.string({
          description: 'The key of a share link of the site. The URL contains it while the link is active.',
        }),
      },
      resolve: async ({ siteId, publishedWith }, { shareKey }, { caller }) =>
        publishedWith(await shareKeyFor(caller, siteId, shareKey ?? undefined)),
    }),
  }),
})

const id = { field: 'id', description: 'The ID. REST uses the same ID.' } as const
const texts = {
  condition: 'The expression that decides whether a visitor sees it. Null if everyone does.',
  position: 'The sort key among siblings: compare it byte by byte, then by ID.',
  path: 'The path: one segment of the address. Defaults have no segment.',
}

export const SiteSpaceType = builder.prismaNode('SiteSpace', {
  description: 'A space on a site.',
  id,
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    path: t.exposeString('path', { description: texts.path }),
    condition: t.exposeString('condition', { nullable: true, description: texts.condition }),
    position: t.exposeString('orderKey', { description: texts.position }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added to the site.' }),
  }),
})

export const SectionType = builder.prismaNode('SiteSection', {
  description: 'A section: a part of a site with a path of its own.',
  id,
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    description: t.exposeString('description', { nullable: true, description: 'The description.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'The name of the icon.' }),
    default: t.exposeBoolean('isDefault', { description: 'Whether the section opens first on the site.' }),
    path: t.exposeString('path', { description: texts.path }),
    condition: t.exposeString('condition', { nullable: true, description: texts.condition }),
    position: t.exposeString('orderKey', { description: texts.position }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    urls: t.field({
      type: PartUrlsType,
      description: 'The URLs of the section.',
      resolve: async (section, _args, { caller, urls }) => {
        const site = await caller.load(requiredSite, section.siteId)
        return {
          siteId: site.id,
          location: sectionUrl(urls, site, section.id),
          publishedWith: (key) => publishedSectionUrl(urls, site, section, key),
        }
      },
    }),
  }),
})

export const GroupType = builder.prismaNode('SiteSectionGroup', {
  description: 'A group of sections of a site.',
  id,
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'The name of the icon.' }),
    position: t.exposeString('orderKey', { description: texts.position }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: async ({ id: groupId, siteId }, _args, { caller, urls }) =>
        groupUrl(urls, await caller.load(requiredSite, siteId), groupId),
    }),
  }),
})

const addSite = <Row extends { siteId: string }>(type: ObjectRef<Types, Row>) =>
  builder.objectField(type, 'site', (t) =>
    t.field({
      type: SiteType,
      description: 'The site.',
      resolve: ({ siteId }, _args, { caller }) => caller.load(requiredSite, siteId),
    }),
  )
addSite(SiteSpaceType)
addSite(SectionType)
addSite(GroupType)

builder.objectFields(SiteSpaceType, (t) => ({
  title: t.string({ description: 'The title of the space.', resolve: ({ space }) => space.title }),
  default: t.boolean({ description: 'Whether it opens first on the site.', resolve: opensFirst }),
  space: t.field({
    type: SpaceType,
    nullable: true,
    description: 'The space.',
    resolve: ({ space }) => space,
  }),
  section: t.field({
    type: SectionType,
    nullable: true,
    description: 'The section. Null if the site has no sections.',
    resolve: ({ sectionId }, _args, { caller }) =>
      sectionId === null ? null : caller.load(sectionById, sectionId),
  }),
  urls: t.field({
    type: PartUrlsType,
    description: 'The URLs of the site space.',
    resolve: async (row, _args, { caller, urls }) => {
      const site = await caller.load(requiredSite, row.siteId)
      return {
        siteId: site.id,
        location: siteSpaceUrl(urls, site, row.id),
        publishedWith: (key) => publishedSiteSpaceUrl(urls, site, row, key),
      }
    },
  }),
}))
builder.objectFields(SectionType, (t) => ({
  sectionGroup: t.field({
    type: GroupType,
    nullable: true,
    description: 'The group that the section is in.',
    resolve: ({ groupId }, _args, { caller }) => (groupId === null ? null : caller.load(groupById, groupId)),
  }),
  defaultSiteSpace: t.field({
    type: SiteSpaceType,
    nullable: true,
    description: 'The site space that opens first in the section. Null if it is not visible to you.',
    resolve: async ({ id: sectionId }, _args, { caller }) =>
      (await caller.load(siteSpacesIn, sectionId))?.find(({ isDefault }) => isDefault) ?? null,
  }),
}))

export const SiteSpaceConnection = connectionType('SiteSpace', SiteSpaceType)
const SectionConnection = connectionType('SiteSection', SectionType)

connection(SiteType, 'siteSpaces', listSiteSpaces, {
  type: SiteSpaceConnection,
  description: 'The site spaces whose space is visible to you, in the order of the structure.',
})
connection(SiteType, 'sections', listSections, {
  type: SectionConnection,
  description: 'The sections, in the order of the structure.',
})
connection(SiteType, 'sectionGroups', listGroups, {
  type: connectionType('SiteSectionGroup', GroupType),
  description: 'The section groups, in their order.',
})
connection(SectionType, 'siteSpaces', listSectionSiteSpaces, {
  type: SiteSpaceConnection,
  description: 'The site spaces of the section whose space is visible to you, in their order.',
  usualLength: 4,
})
connection(GroupType, 'sections', listGroupSections, {
  type: SectionConnection,
  description: 'The sections of the group, in their order.',
  usualLength: 5,
})

/** GraphQL names each part of a site by its own ID. */
const omit = ['organizationId', 'siteId']
const row = <Row>(placed: { row: Row }) => placed.row

queryField('siteSpace', getSiteSpace, {
  type: SiteSpaceType,
  description: 'A site space.',
  rename: { siteSpaceId: 'id' },
  omit,
  from: row,
})
queryField('siteSection', getSection, {
  type: SectionType,
  description: 'A section of a site.',
  rename: { siteSectionId: 'id' },
  omit,
  from: row,
})
queryField('siteSectionGroup', getGroup, {
  type: GroupType,
  description: 'A section group of a site.',
  rename: { siteSectionGroupId: 'id' },
  omit,
  from: row,
})

eventSubject({
  name: 'siteSpace',
  within: 'organization',
  what: 'the site space',
  type: SiteSpaceType,
  loader: siteSpaceById,
  idOf: ({ subject }) => subject.site_space,
})
eventSubject({
  name: 'siteSection',
  within: 'organization',
  what: 'the section',
  type: SectionType,
  loader: sectionById,
  idOf: ({ subject }) => subject.site_section,
})
eventSubject({
  name: 'siteSectionGroup',
  within: 'organization',
  what: 'the section group',
  type: GroupType,
  loader: groupById,
  idOf: ({ subject }) => subject.site_section_group,
})
