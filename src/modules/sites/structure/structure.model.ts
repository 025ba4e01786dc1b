import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { Condition as VisitorCondition } from '../conditions.ts'
import { ShareKey } from '../share-links/share-links.model.ts'
import { Segment, siteAt } from '../sites.model.ts'

/** The most site spaces of one site. */
export const MAX_SITE_SPACES = 5_000

/** The most sections and groups of one site, together. */
export const MAX_SECTIONS = 1_000

const sectionId = idField('SiteSection', 'The ID of the section.')
const spaceId = idField('Space', 'The ID of the space. You need the role create on it.')

/** Paths contain the organization and the site as well, which must match. */
const inSite = { organizationId: siteAt.organizationId, siteId: siteAt.siteId.optional() }
const siteSpaceAt = { ...inSite, siteSpaceId: idField('SiteSpace', 'The ID of the site space.') }
const sectionAt = { ...inSite, siteSectionId: sectionId }
const groupAt = { ...inSite, siteSectionGroupId: idField('SiteSectionGroup', 'The ID of the section group.') }

const Path = Segment.meta({
  description: 'The path, one segment of the address. Unique among siblings; at most 100 characters.',
})
const Condition = VisitorCondition.nullable().optional().meta({
  description: 'An expression about the visitor that decides whether it is shown. Null removes it.',
})
const SectionTitle = z.string().trim().min(2).max(128).meta({ description: 'From 2 to 128 characters.' })
const GroupTitle = z.string().trim().min(1).max(100).meta({ description: 'From 1 to 100 characters.' })
const Icon = z
  .string()
  .min(1)
  .max(50)
  .nullable()
  .optional()
  .meta({ description: 'The name of an icon, at most 50 characters. Null for none.' })

export const SiteSpaceFilters = z.object({
  default: z.boolean().optional().meta({
    description: '`true` for the default site space only, `false` for all others.',
  }),
})
export type SiteSpaceFilters = z.output<typeof SiteSpaceFilters>

/** A site, and the key for its addresses. */
const sharedSiteAt = {
  ...siteAt,
  shareKey: ShareKey.optional().meta({
    description: 'The key of a share link of the site. Addresses in the response contain it.',
  }),
}

export const ListSiteSpaces = SiteSpaceFilters.extend(sharedSiteAt)
export const GetSiteSpace = z.object(siteSpaceAt)
export const AddSiteSpace = z.object({
  ...siteAt,
  spaceId,
  sectionId: sectionId.optional().meta({
    description: 'The section. If omitted, the default section, or the site itself if it has no sections.',
  }),
})
export const UpdateSiteSpace = z.object({
  ...siteSpaceAt,
  path: Path.optional(),
  condition: Condition,
  spaceId: spaceId.optional().meta({ description: 'Another space to show here.' }),
})
export const DuplicateSiteSpace = z.object(siteSpaceAt)
export const DeleteSiteSpace = z.object(siteSpaceAt)

export const ListSections = z.object(sharedSiteAt)
export const GetSection = z.object(sectionAt)
export const AddSection = z.object({
  ...siteAt,
  spaceId,
  title: SectionTitle.nullable().optional().meta({
    description: 'The title, from 2 to 128 characters. If omitted or null, that of the space.',
  }),
  icon: Icon,
})
export const UpdateSection = z.object({
  ...sectionAt,
  title: SectionTitle.optional(),
  path: Path.optional(),
  description: z
    .string()
    .trim()
    .max(256)
    .nullable()
    .optional()
    .meta({ description: 'The description, at most 256 characters. Null removes it.' }),
  icon: Icon,
  condition: Condition,
  defaultSiteSpace: idField('SiteSpace', 'The ID of the site space that opens first.').optional(),
})
export const DeleteSection = z.object(sectionAt)

export const ListGroups = z.object(siteAt)
export const GetGroup = z.object(groupAt)
export const AddGroup = z.object({
  ...siteAt,
  title: GroupTitle,
  icon: Icon,
  sections: z.array(sectionId).max(MAX_SECTIONS).optional().meta({
    description: 'The IDs of sections to move into the group, in their order.',
  }),
})
export const UpdateGroup = z.object({ ...groupAt, title: GroupTitle.optional(), icon: Icon })
export const DeleteGroup = z.object(groupAt)
export const AddSectionToGroup = z.object({ ...groupAt, sectionId })
export const RemoveSectionFromGroup = z.object({ ...groupAt, siteSectionId: sectionId })

export const SiteItemKind = z
  .enum(['site-space', 'site-section', 'site-section-group'])
  .meta({ description: 'What the item is.' })
export type SiteItemKind = z.output<typeof SiteItemKind>

const Item = z
  .object({
    type: SiteItemKind,
    id: idField('SiteSection', 'The ID.'),
  })
  .meta({ title: 'SiteItem', description: 'A site space, a section or a section group of a site.' })
export type Item = z.output<typeof Item>

const isOne = ({ before, after }: { before?: unknown; after?: unknown }) => !before || !after
const ONE = 'must have before or after, not both'
const positionOf = <Pointer extends z.ZodType>(pointer: Pointer, title: string) =>
  z
    .object({
      before: pointer.optional().meta({ description: 'The item directly after the new position.' }),
      after: pointer.optional().meta({ description: 'The item directly before the new position.' }),
    })
    .refine(isOne, ONE)
    .meta({
      title,
      description: 'A position before or after another item. An empty object is the last position.',
    })

const ItemPosition = positionOf(Item, 'SiteItemPosition')
export type ItemPosition = z.output<typeof ItemPosition>

export const GetStructure = z.object(sharedSiteAt)
export const SortStructure = z.object({
  ...siteAt,
  item: Item,
  position: ItemPosition,
})

const siteSpacePointer = z.object({
  type: z.literal('site-space'),
  siteSpace: idField('SiteSpace', 'The ID of the site space.'),
})
const sectionPointer = z.object({
  type: z.literal('site-section'),
  siteSection: idField('SiteSection', 'The ID of the section.'),
})
export const MoveSiteSpace = z.object({
  ...siteSpaceAt,
  position: positionOf(siteSpacePointer, 'SiteSpacePosition').optional(),
})
export const MoveSection = z.object({
  ...sectionAt,
  position: positionOf(sectionPointer, 'SiteSectionPosition').optional(),
})
export const MoveGroup = z.object({ ...groupAt, position: ItemPosition.optional() })
