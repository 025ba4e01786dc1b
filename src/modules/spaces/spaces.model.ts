import { z } from 'zod'
import { idField } from '../../core/fields.ts'

export const visibilities = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const
export const editModes = ['live', 'locked'] as const

export const EditMode = z.enum(editModes)

export const SpaceTitle = z.string().trim().min(1).max(50).meta({ description: 'At most 50 characters.' })

export const Emoji = z
  .string()
  .max(50)
  .regex(
    /^(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Component}]+|[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)$/u,
    'Send an emoji or its code point.',
  )
  .meta({ description: 'An emoji or its code point.' })

export const ListSpaces = z.object({
  organizationId: idField('Organization', 'The organization whose spaces to list.'),
})
export const ListSpacesFilters = z.object({})

export const GetSpace = z.object({ spaceId: idField('Space', 'The space to read.') })

export const CreateSpace = z.object({
  organizationId: idField('Organization', 'The organization that will own the space.'),
  title: SpaceTitle.optional(),
  emoji: Emoji.optional(),
  editMode: EditMode.optional().meta({ description: 'Whether main content may be edited directly.' }),
})
