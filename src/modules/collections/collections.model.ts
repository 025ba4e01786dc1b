import { z } from 'zod'
import { roles } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'

/** What members without a grant of their own get; `inherit` asks the next place up. */
export const DefaultLevel = z.enum(['inherit', ...roles])

export const levelField = DefaultLevel.nullable()
  .optional()
  .meta({ description: 'What members without a grant of their own get; null gives them nothing.' })

export const PointerType = z
  .enum(['space', 'collection'])
  .meta({ description: 'Whether the neighbour is a space or a collection.' })

const Pointer = z
  .object({
    type: PointerType,
    space: idField('Space', 'The space, when the type says so.').optional(),
    collection: idField('Collection', 'The collection, when the type says so.').optional(),
  })
  .refine(
    ({ type, space, collection }) =>
      type === 'space' ? space && !collection : collection !== undefined && !space,
    'Send one id, under the name of its type.',
  )
  .meta({ title: 'PositionPointer', description: 'A space or a collection with the same parent.' })
export type Pointer = z.output<typeof Pointer>

export const Position = z
  .object({
    before: Pointer.optional().meta({ description: 'The neighbour that comes right after it.' }),
    after: Pointer.optional().meta({ description: 'The neighbour that comes right before it.' }),
  })
  .refine(({ before, after }) => !before || !after, 'Name the neighbour before or the one after, not both.')
  .meta({ title: 'Position', description: 'A place among siblings; the end when nothing is said.' })
export type Position = z.output<typeof Position>

/** Where something is moved to. */
export const destination = {
  parent: idField('Collection', 'The collection to move it into; null is the top of the organization.')
    .nullable()
    .optional()
    .meta({
      description:
        'The collection to move it into; null is the top of the organization. Left out, it stays where it is.',
    }),
  position: Position.optional().meta({ description: 'Its place among its new siblings.' }),
}

export const targetOrganization = idField('Organization', 'The organization that will own it.')

const collectionId = idField('Collection', 'The collection.')
const Title = z.string().trim().min(1).max(50).meta({ description: 'At most 50 characters.' })

export const ListCollectionsFilters = z.object({
  nested: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether to list collections inside of others as well.' }),
})
export type CollectionFilters = z.output<typeof ListCollectionsFilters>

export const ListCollections = ListCollectionsFilters.extend({
  organizationId: idField('Organization', 'The organization whose collections to list.'),
})

export const GetCollection = z.object({ collectionId })

export const CreateCollection = z.object({
  organizationId: idField('Organization', 'The organization that will own the collection.'),
  title: Title.optional(),
  parent: idField('Collection', 'The collection that it will be in; the top when left out.').optional(),
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
    .meta({ description: 'At most 100 characters; null removes it.' }),
  defaultLevel: levelField,
})

export const DeleteCollection = z.object({ collectionId })
export const MoveCollection = z.object({ collectionId, ...destination })
export const TransferCollection = z.object({ collectionId, organization: targetOrganization })
