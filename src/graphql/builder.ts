import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { kindOf } from '../core/ids.ts'
import type { NodeRows } from '../core/node-rows.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { GraphQLContext } from './context.ts'

/** Prisma's models as Pothos knows them; the fields of a node read the row that its loaders return. */
type Models = {
  [Model in keyof PrismaTypes]: Model extends keyof NodeRows
    ? Omit<PrismaTypes[Model], 'Shape'> & { Shape: NodeRows[Model] }
    : PrismaTypes[Model]
}

interface SchemaTypes {
  Context: GraphQLContext
  PrismaTypes: Models
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: string; Output: Date }
    URL: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
  }
}

/** The factor by which a connection multiplies the cost of its children when a request sets no limit. */
const ASSUMED_LIST_LENGTH = 10

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ComplexityPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  // The cost is computed before a request runs (limits.ts), so the check of the plugin would only repeat
  // it.
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: ASSUMED_LIST_LENGTH },
  prisma: {
    // Pothos types Prisma's rows but never loads them. Rows come only from guarded loaders and operations.
    client: () => {
      throw new Error('The GraphQL API does not reach the database. Load through the caller.')
    },
    dmmf: getDatamodel(),
    exposeDescriptions: false,
  },
  relay: {
    // Both APIs use the same ids: the id is the global id, and its prefix gives the type.
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: kindOf(id) ?? '', id }),
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    // The connection itself sets the number of rows as its multiplier (connection.ts).
    nodesOnConnection: {
      description: 'The items of this page.',
      complexity: { field: 0, multiplier: 1 },
    },
    edgesFieldOptions: {
      nullable: false,
      description: 'The items of this page with their cursors.',
      complexity: { field: 0, multiplier: 1 },
    },
    nodeFieldOptions: { nullable: false, description: 'The item.' },
    cursorFieldOptions: { description: 'The cursor of this item, for `after` and `before`.' },
    pageInfoFieldOptions: { description: 'Information about this page of the list.' },
    pageInfoTypeOptions: {
      description: 'The boundaries of a page of a list.',
    },
    hasNextPageFieldOptions: { description: 'Whether there are items after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are items before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item.' },
    endCursorFieldOptions: { description: 'The cursor of the last item. REST accepts it as `page`.' },
    idFieldOptions: { description: 'The ID. REST uses the same ID.' },
    nodeTypeOptions: {
      description: 'An object with a global ID.',
      // The rows of a kind with several types determine their type themselves.
      resolveType: (value) => {
        const { id, typename } = value as { id: string; typename?: string }
        return typename ?? kindOf(id)
      },
    },
  },
})

/** The Pothos types of our schema, for generic code. */
export type Types = typeof builder.$inferSchemaTypes

builder.queryType({ description: 'The queries.' })
builder.mutationType({ description: 'The mutations. Each one is a single transaction.' })
builder.subscriptionType({
  description: 'The subscriptions, over WebSocket (graphql-transport-ws) or server-sent events.',
})
