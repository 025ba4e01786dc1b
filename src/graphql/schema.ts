import { type GraphQLSchema, isObjectType } from 'graphql'
import type { Module, NodeLoaders } from '../core/operations/module.ts'
import { builder } from './builder.ts'
import { completeEnums } from './enums.ts'
import { addNodeFields } from './node.ts'
import { declareTypeScopes, guardEntrances } from './type-scopes.ts'
import './error-codes.ts'
import './scalars.ts'

let schema: GraphQLSchema | undefined

/** The schema of these modules. Their types belong to one builder, so it is built once. */
export function graphqlSchema(modules: readonly Module[]): GraphQLSchema {
  if (!schema) {
    const nodes: NodeLoaders = Object.assign({}, ...modules.map((module) => module.nodes))
    addNodeFields(nodes)
    declareTypeScopes(nodes)
    completeEnums()
    schema = builder.toSchema()
    readPropertiesDirectly(schema)
    guardEntrances(schema)
  }
  return schema
}

/**
 * Removes the resolver from every field that only reads a property of its row, page or edge. Without a
 * resolver the compiler reads the property directly; with one it is a call for every field of every row,
 * and the relay plugin's resolver of `id` adds two awaits.
 */
function readPropertiesDirectly(built: GraphQLSchema): void {
  for (const type of Object.values(built.getTypeMap())) {
    if (!isObjectType(type)) continue
    const fields = type.getFields()
    const isNode = type.getInterfaces().some(({ name }) => name === 'Node')
    const isConnection = 'edges' in fields && 'pageInfo' in fields
    const isEdge = 'node' in fields && 'cursor' in fields
    for (const [name, field] of Object.entries(fields)) {
      const { pothosExposedField, readsOwnProperty } = field.extensions
      const isPlain =
        pothosExposedField === name ||
        readsOwnProperty === true ||
        (isNode && name === 'id') ||
        (isConnection && (name === 'edges' || name === 'pageInfo' || name === 'nodes')) ||
        (isEdge && name === 'node')
      if (isPlain) delete field.resolve
    }
  }
}
