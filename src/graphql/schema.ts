import type { GraphQLSchema } from 'graphql'
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
  }
  return schema
}
