import { z } from 'zod'
import { roles } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'

/** The role of members without a grant of their own; `inherit` uses the level of the parent. */
export const DefaultLevel = z.enum(['inherit', ...roles])

export const levelField = DefaultLevel.nullable().optional().meta({
  description: 'The role of members who have no permission of their own. Null gives them no access.',
})

const Pointer = z
  .object({
    type: z
      .enum(['space', 'collection'])
      .meta({ description: 'Whether the neighbour is a space or a collection.' }),
    space: idField('Space', 'The ID of the space.').optional(),
    collection: idField('Collection', 'The ID of the collection.').optional(),
  })
  .refine(
    ({ type, space, collection }) =>
      type === 'space' ? space && !collection : collection !== undefined && !space,
    'must have one id, in the field that the type names',
  )
  .meta({
    title: 'PositionPointer',
    description: 'A sibling: a space or a collection with the same parent.',
    exactlyOne: 'type',
  })
export type Pointer = z.output<typeof Pointer>

export const Position = z
  .object({
    before: Pointer.optional().meta({ description: 'The sibling directly after the new position.' }),
    after: Pointer.optional().meta({ description: 'The sibling directly before the new position.' }),
  })
  .refine(({ before, after }) => !before || !after, 'Name the neighbour before or the one after, not both.')
  .meta({
    title: 'Position',
    description:
      'A position among siblings: before or after one of them. An empty object is the last position.',
  })
export type Position = z.output<typeof Position>

/** The destination of a move. */
export const destination = {
  parent: idField('Collection', 'The collection to move it into; null for the top of the organization.')
    .nullable()
    .optional()
    .meta({
      description:
        'The new parent collection. Null is the top level of the organization. If omitted, the parent does not change.',
    }),
  position: Position.optional().meta({ description: 'The position among the new siblings.' }),
}

export const targetOrganization = idField('Organization', 'The ID of the organization that will own it.')

const collectionId = idField('Collection', 'The ID of the collection.')
const Title = z.string().trim().min(1).max(50).meta({ description: 'At most 50 characters.' })

export const ListCollectionsFilters = z.object({
  nested: z.boolean().default(true).meta({ description: 'Whether to include nested collections.' }),
})
export type CollectionFilters = z.output<typeof ListCollectionsFilters>

export const ListCollections = ListCollectionsFilters.extend({
  organizationId: idField('Organization', 'The ID of the organization whose collections to list.'),
})

export const GetCollection = z.object({ collectionId })

export const CreateCollection = z.object({
  organizationId: idField('Organization', 'The ID of the organization that will own the collection.'),
  title: Title.optional(),
  parent: idField(
    'Collection',
    'The parent collection. If omitted, the top level of the organization.',
  ).optional(),
})

export const UpdateCollection = z.object({
  collectionId,
  title: Title.optional(),
  description: z
    .string()
    .trim()
    .max(100)
    .nullable()
    .optional()
    .meta({ description: 'The description, at most 100 characters. Null removes it.' }),
  defaultLevel: levelField,
})

export const DeleteCollection = z.object({ collectionId })
export const MoveCollection = z.object({ collectionId, ...destination })
export const TransferCollection = z.object({ collectionId, organization: targetOrganization })
