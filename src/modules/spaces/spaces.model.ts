import { z } from 'zod'
import { Emoji } from '../../core/emoji.ts'
import { idField, Order } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { destination, levelField, targetOrganization } from '../collections/index.ts'
import { MergeRules } from '../organizations/index.ts'

export const visibilities = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const
const editModes = ['live', 'locked'] as const

export const DEFAULT_EMOJI = '📘'

export const EditMode = z.enum(editModes)

const SpaceTitle = z.string().trim().min(1).max(50).meta({ description: 'The title, at most 50 characters.' })

const Icon = z
  .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
  .max(2048)
  .meta({ scalar: 'URL', description: 'The URL of an image.' })

const Language = z
  .string()
  .max(35)
  .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/, { error: mustBe('a language tag such as en or pt-BR') })
  .meta({ description: 'The language of the content, for example en or pt-BR.' })

const editMode = EditMode.optional().meta({ description: 'Whether main content can be edited directly.' })
const spaceId = idField('Space', 'The ID of the space.')

export const ListSpaces = z.object({
  organizationId: idField('Organization', 'The ID of the organization whose spaces to list.'),
})

export const ListCollectionSpaces = z.object({
  collectionId: idField('Collection', 'The ID of the collection whose spaces to list.'),
})

export const ListMemberSpacesFilters = z.object({
  order: Order.default('desc').meta({
    description: 'The order by time of creation.',
  }),
})
export type MemberSpaceFilters = z.output<typeof ListMemberSpacesFilters>

export const ListMemberSpaces = ListMemberSpacesFilters.extend({
  organizationId: idField('Organization', 'The ID of the organization.'),
  userId: idField('User', 'The member, by the id of the user.'),
})

export const GetSpace = z.object({
  spaceId: idField('Space', 'The ID of the space.'),
  shareKey: z
    .string()
    .max(512)
    .optional()
    .meta({ description: 'The key of a share link, for URLs of sites that require it.' }),
})

export const CreateSpace = z.object({
  organizationId: idField('Organization', 'The ID of the organization that will own the space.'),
  title: SpaceTitle.optional(),
  emoji: Emoji.optional(),
  editMode,
  language: Language.optional(),
  parent: idField(
    'Collection',
    'The parent collection. If omitted, the top level of the organization.',
  ).optional(),
})

export const UpdateSpace = z
  .object({
    spaceId,
    title: SpaceTitle.optional(),
    emoji: Emoji.nullable().optional().meta({
      description: 'The emoji or its code point. It replaces the icon. Null resets it to the default.',
    }),
    icon: Icon.nullable()
      .optional()
      .meta({ description: 'The URL of an icon to use instead of the emoji. Null removes it.' }),
    language: Language.nullable()
      .optional()
      .meta({ description: 'The language of the content, for example en or pt-BR. Null removes it.' }),
    editMode,
    defaultLevel: levelField,
    mergeRules: MergeRules.optional().meta({
      description: 'What merges require. Changing it requires the role admin in the space.',
    }),
  })
  .refine(({ emoji, icon }) => emoji == null || icon == null, {
    path: ['icon'],
    message: 'must have an emoji or an icon, not both',
  })

export const DeleteSpace = z.object({ spaceId })
export const RestoreSpace = z.object({ spaceId })
export const DuplicateSpace = z.object({ spaceId })
export const MoveSpace = z.object({ spaceId, ...destination })
export const TransferSpace = z.object({ spaceId, organization: targetOrganization })
