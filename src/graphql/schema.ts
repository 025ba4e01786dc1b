import { type GraphQLSchema, isObjectType } from 'graphql'
import { modules } from '../modules/index.ts'
import { builder } from './builder.ts'
import { addNodeFields } from './node.ts'
import './scalars.ts'

let schema: GraphQLSchema | undefined

/** The schema of all registered modules, built once. */
export function graphqlSchema(): GraphQLSchema {
  if (!schema) {
    addNodeFields(Object.assign({}, ...modules.map((module) => module.nodes)))
    schema = builder.toSchema()
    readPropertiesDirectly(schema)
  }
  return schema
}

/**
 * The relay plugin resolves `id` with two awaits, and `edges`, `pageInfo` and `node` with a call, although each is a
 * property of its row, page or edge. Without a resolver the compiler reads the property in place: a promise less for
 * every object of an answer.
 */
function readPropertiesDirectly(built: GraphQLSchema): void {
  for (const type of Object.values(built.getTypeMap())) {
    if (!isObjectType(type)) continue
    const { id, edges, pageInfo, node, cursor } = type.getFields()
    if (id && type.getInterfaces().some(({ name }) => name === 'Node')) delete id.resolve
    if (edges && pageInfo) {
      delete edges.resolve
      delete pageInfo.resolve
    }
    if (node && cursor) delete node.resolve
  }
}
