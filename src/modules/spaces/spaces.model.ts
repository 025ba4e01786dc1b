import { z } from 'zod'
import { Emoji } from '../../core/emoji.ts'
import { idField, Order } from '../../core/fields.ts'
import { destination, levelField, targetOrganization } from '../collections/index.ts'

export const visibilities = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const
export const editModes = ['live', 'locked'] as const

export const DEFAULT_EMOJI = '📘'

/** How long a deleted space can be restored. */
export const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

export const EditMode = z.enum(editModes)

export const SpaceTitle = z.string().trim().min(1).max(50).meta({ description: 'At most 50 characters.' })

const Icon = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .meta({ scalar: 'URL', description: 'An image.' })

const Language = z
  .string()
  .max(35)
  .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/, 'Send a language tag such as en or pt-BR.')
  .meta({ description: 'The language that it is written in, such as en or pt-BR.' })

const editMode = EditMode.optional().meta({ description: 'Whether main content may be edited directly.' })
const spaceId = idField('Space', 'The space.')

export const ListSpaces = z.object({
  organizationId: idField('Organization', 'The organization whose spaces to list.'),
})

export const ListCollectionSpaces = z.object({
  collectionId: idField('Collection', 'The collection whose spaces to list.'),
})

export const ListMemberSpacesFilters = z.object({
  order: Order.default('desc').meta({
    description: 'By age of the spaces; the newest first unless told otherwise.',
  }),
})
export type MemberSpaceFilters = z.output<typeof ListMemberSpacesFilters>

export const ListMemberSpaces = ListMemberSpacesFilters.extend({
  organizationId: idField('Organization', 'The organization.'),
  userId: idField('User', 'The member, by the id of the user.'),
})

export const GetSpace = z.object({
  spaceId: idField('Space', 'The space to read.'),
  shareKey: z
    .string()
    .max(512)
    .optional()
    .meta({ description: 'The key of a share link, for the published addresses of a site behind it.' }),
})

export const CreateSpace = z.object({
  organizationId: idField('Organization', 'The organization that will own the space.'),
  title: SpaceTitle.optional(),
  emoji: Emoji.optional(),
  editMode,
  language: Language.optional(),
  parent: idField('Collection', 'The collection that it will be in; the top when left out.').optional(),
})

export const UpdateSpace = z
  .object({
    spaceId,
    title: SpaceTitle.optional(),
    emoji: Emoji.nullable()
      .optional()
      .meta({ description: 'An emoji or its code point; it takes the place of an icon. Null resets it.' }),
    icon: Icon.nullable()
      .optional()
      .meta({ description: 'An image that stands for it instead of the emoji. Null removes it.' }),
    language: Language.nullable()
      .optional()
      .meta({ description: 'The language that it is written in, such as en or pt-BR. Null removes it.' }),
    editMode,
    defaultLevel: levelField,
  })
  .refine(({ emoji, icon }) => emoji == null || icon == null, {
    path: ['icon'],
    message: 'Send an emoji or an icon, not both.',
  })

export const DeleteSpace = z.object({ spaceId })
export const RestoreSpace = z.object({ spaceId })
export const DuplicateSpace = z.object({ spaceId })
export const MoveSpace = z.object({ spaceId, ...destination })
export const TransferSpace = z.object({ spaceId, organization: targetOrganization })
