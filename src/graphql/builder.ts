import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { kindOf } from '../core/ids.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { GraphQLContext } from './context.ts'

interface SchemaTypes {
  Context: GraphQLContext
  PrismaTypes: PrismaTypes
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
  plugins: [ComplexityPlugin, RelayPlugin, PrismaPlugin, DataloaderPlugin],
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
      description: 'The rows of this page, without their cursors.',
      complexity: { field: 0, multiplier: 1 },
    },
    edgesFieldOptions: {
      nullable: false,
      description: 'The rows of this page, each with its cursor.',
      complexity: { field: 0, multiplier: 1 },
    },
    nodeFieldOptions: { nullable: false, description: 'The row.' },
    cursorFieldOptions: { description: 'The place after this row, for `after` and `before`.' },
    pageInfoFieldOptions: { description: 'Whether there is more, and where.' },
    pageInfoTypeOptions: {
      description: 'Where a page begins and ends, and whether there is more on either side.',
    },
    hasNextPageFieldOptions: { description: 'Whether rows follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows precede this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first row.' },
    endCursorFieldOptions: { description: 'The cursor of the last row; REST takes the same one as `page`.' },
    idFieldOptions: { description: 'The id. REST uses the same one.' },
    nodeTypeOptions: {
      description: 'Anything that has an id.',
      // A kind with rows of several types resolves the type by itself.
      resolveType: (value) => {
        const { id, typename } = value as { id: string; typename?: string }
        return typename ?? kindOf(id)
      },
    },
  },
})

/** The Pothos types of our schema, for generic code. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never

builder.queryType({ description: 'What can be read.' })
builder.mutationType({ description: 'What can be changed. Each mutation is one transaction.' })
builder.subscriptionType({
  description: 'What can be followed live, over WebSocket (graphql-transport-ws) or server-sent events.',
})
