import { DomainError } from '../core/errors.ts'
import { kindOf } from '../core/ids.ts'
import type { NodeLoaders } from '../core/operations/module.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'

const MAX_NODES = 100

let loaders: NodeLoaders = {}

/** Uses the guarded loaders: an id that does not exist, is not visible or has an unknown prefix returns null. */
export async function loadNode({ caller }: GraphQLContext, id: string): Promise<object | null> {
  const kind = kindOf(id)
  const loader = kind && loaders[kind]
  if (!loader) return null
  if (!('operation' in loader)) return caller.load(loader, id)
  return caller.call(loader.operation, loader.inputOf(id)).catch(absentIsNull)
}

/** Converts a not-found error to null. */
export function absentIsNull(error: unknown): null {
  if (error instanceof DomainError && error.reason === 'not_found') return null
  throw error
}

/** Adds `node` and `nodes` over the loaders that the modules registered. */
export function addNodeFields(registered: NodeLoaders): void {
  loaders = registered
  builder.queryField('node', (t) =>
    t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'The object with this ID. Null if it does not exist or is not visible to you.',
      args: { id: t.arg.id({ required: true, description: 'The ID, as returned by GraphQL or REST.' }) },
      resolve: (_root, { id }, ctx) => loadNode(ctx, id),
    }),
  )
  builder.queryField('nodes', (t) =>
    t.field({
      type: [builder.nodeInterfaceRef()],
      nullable: { list: false, items: true },
      description: `The objects with these IDs, at most ${MAX_NODES}, in the given order. Null for IDs that do not exist or are not visible to you.`,
      args: {
        ids: t.arg.idList({ required: true, description: 'The IDs, as returned by GraphQL or REST.' }),
      },
      complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
      resolve: (_root, { ids }, ctx) => {
        if (ids.length > MAX_NODES) {
          throw new DomainError(
            'invalid_input',
            `ids: must have at most ${MAX_NODES} items (got ${ids.length})`,
          )
        }
        return ids.map((id) => loadNode(ctx, id))
      },
    }),
  )
}
