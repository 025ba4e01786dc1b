import { DomainError } from '../core/errors.ts'
import { kindOf } from '../core/ids.ts'
import type { NodeLoaders } from '../core/operations/module.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'

const MAX_NODES = 100

/**
 * The same guarded loaders as everywhere else: an id that does not exist, is not visible or has no known
 * kind returns null.
 */
function loadNode({ caller }: GraphQLContext, loaders: NodeLoaders, id: string): Promise<object | null> {
  const kind = kindOf(id)
  const loader = kind && loaders[kind]
  return loader ? caller.load(loader, id) : Promise.resolve(null)
}

/** Adds `node` and `nodes`, using the loaders that the modules registered. */
export function addNodeFields(loaders: NodeLoaders): void {
  builder.queryField('node', (t) =>
    t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'Anything by its id. Null when it does not exist or you may not see it.',
      args: { id: t.arg.id({ required: true, description: 'The id, as either API returned it.' }) },
      resolve: (_root, { id }, ctx) => loadNode(ctx, loaders, id),
    }),
  )
  builder.queryField('nodes', (t) =>
    t.field({
      type: [builder.nodeInterfaceRef()],
      nullable: { list: false, items: true },
      description: `Several things by their ids, at most ${MAX_NODES}, in the order asked for.`,
      args: { ids: t.arg.idList({ required: true, description: 'The ids, as either API returned them.' }) },
      complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
      resolve: (_root, { ids }, ctx) => {
        if (ids.length > MAX_NODES) {
          throw new DomainError(
            'invalid_input',
            `ids: must have at most ${MAX_NODES} items (got ${ids.length})`,
          )
        }
        return ids.map((id) => loadNode(ctx, loaders, id))
      },
    }),
  )
}
