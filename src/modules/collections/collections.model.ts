import { z } from 'zod'
import { roles } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'

/** The role of members without a grant of their own; `inherit` uses the level of the parent. */
export const DefaultLevel = z.enum(['inherit', ...roles])

export const levelField = DefaultLevel.nullable()
  .optional()
  .meta({ description: 'The role of members without a grant of their own; null gives them no access.' })

export const PointerType = z
  .enum(['space', 'collection'])
  .meta({ description: 'Whether the sibling is a space or a collection.' })

const Pointer = z
  .object({
    type: PointerType,
    space: idField('Space', 'The space. Required when the type is space.').optional(),
    collection: idField('Collection', 'The collection. Required when the type is collection.').optional(),
  })
  .refine(
    ({ type, space, collection }) =>
      type === 'space' ? space && !collection : collection !== undefined && !space,
    'must have one id, in the field that the type names',
  )
  .meta({ title: 'PositionPointer', description: 'A space or a collection with the same parent.' })
export type Pointer = z.output<typeof Pointer>

export const Position = z
  .object({
    before: Pointer.optional().meta({ description: 'Place it directly before this sibling.' }),
    after: Pointer.optional().meta({ description: 'Place it directly after this sibling.' }),
  })
  .refine(({ before, after }) => !before || !after, 'must have before or after, not both')
  .meta({ title: 'Position', description: 'A position among siblings. Last when omitted.' })
export type Position = z.output<typeof Position>

/** The destination of a move. */
export const destination = {
  parent: idField('Collection', 'The collection to move it into; null for the top of the organization.')
    .nullable()
    .optional()
    .meta({
      description:
        'The collection to move it into; null for the top of the organization. It keeps its parent when omitted.',
    }),
  position: Position.optional().meta({ description: 'Its position among its new siblings.' }),
}

export const targetOrganization = idField('Organization', 'The organization that will own it.')

const collectionId = idField('Collection', 'The collection.')
const Title = z.string().trim().min(1).max(50).meta({ description: 'The title, at most 50 characters.' })

export const ListCollectionsFilters = z.object({
  nested: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether to include collections inside other collections.' }),
})
export type CollectionFilters = z.output<typeof ListCollectionsFilters>

export const ListCollections = ListCollectionsFilters.extend({
  organizationId: idField('Organization', 'The organization whose collections to list.'),
})

export const GetCollection = z.object({ collectionId })
export const ListChildrenFilters = z.object({})

export const CreateCollection = z.object({
  organizationId: idField('Organization', 'The organization that will own the collection.'),
  title: Title.optional(),
  parent: idField(
    'Collection',
    'The parent collection; the top of the organization when omitted.',
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
    .meta({ description: 'The description, at most 100 characters; null removes it.' }),
  defaultLevel: levelField,
})

export const DeleteCollection = z.object({ collectionId })
export const MoveCollection = z.object({ collectionId, ...destination })
export const TransferCollection = z.object({ collectionId, organization: targetOrganization })
