import {
  defaultFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLUnionType,
  getNamedType,
  getNullableType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { impliesScope, type Scope } from '../core/access/viewer.ts'
import type { NodeLoaders } from '../core/operations/module.ts'
import type { GraphQLContext } from './context.ts'

const scopes = new Map<string, Scope>()
const shownWithOthers = new Set<string>()

/**
 * For a type that is part of every resource that shows it, such as the author of a comment: REST embeds it
 * there as well. Only `node(id:)` and its own operations require its scope.
 */
export function showWithOthers(typename: string): void {
  shownWithOthers.add(typename)
}

/** Extensions of a field whose value REST includes in the same response, with the scope of that response. */
export const includedByRest = { isIncludedByRest: true }

/** Reads the scope of each type from the loader of its nodes. */
export function declareTypeScopes(nodes: NodeLoaders): void {
  for (const [kind, { scope }] of Object.entries(nodes)) if (scope !== null) scopes.set(kind, scope)
}

/**
 * The scope that a token needs for an object of this type; undefined for types without a scope of their
 * own.
 */
export const scopeOfTypeNamed = (typename: string): Scope | undefined =>
  shownWithOthers.has(typename) ? undefined : scopes.get(typename)

/** Whether a token that can read this type may lack the scope of one of its fields. */
export function crossesScope(typename: string, scope: Scope): boolean {
  const held = scopeOfTypeNamed(typename)
  return held !== undefined && !impliesScope(held, scope)
}

/** Variants have the scope of their interface, unions that of their types, connections and edges that of their rows. */
function scopeOf(type: GraphQLNamedType): Scope | undefined {
  const own = scopeOfTypeNamed(type.name)
  if (isUnionType(type)) return scopeOfUnion(type)
  if (own || !isObjectType(type)) return own
  for (const { name } of type.getInterfaces()) {
    const scope = scopeOfTypeNamed(name)
    if (scope) return scope
  }
  const fields = type.getFields()
  const isConnection = 'edges' in fields && 'nodes' in fields
  const isEdge = 'cursor' in fields && 'node' in fields
  const rows = isConnection ? fields.nodes : isEdge ? fields.node : undefined
  return rows && scopeOf(getNamedType(rows.type))
}

function scopeOfUnion(union: GraphQLUnionType): Scope | undefined {
  const [scope, ...others] = new Set(union.getTypes().map(scopeOf))
  if (others.length > 0)
    throw new Error(`The types of ${union.name} require different scopes. Give it one field each.`)
  return scope
}

/** The fields from one scope to another: `Type.field` and the scope that is checked there. */
export function entrancesOf(
  schema: GraphQLSchema,
): { type: GraphQLObjectType; field: string; scope: Scope }[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => {
      const held = scopeOf(type)
      return Object.values(type.getFields()).flatMap((field) => {
        const scope = scopeOf(getNamedType(field.type))
        const isEntered = scope !== undefined && !(held && impliesScope(held, scope))
        return isEntered && !field.extensions.isIncludedByRest ? [{ type, field: field.name, scope }] : []
      })
    })
}

/**
 * Checks the scope of a type wherever it is entered from something of another scope: root fields, nested fields,
 * payloads of mutations and of subscriptions. It runs before the field is resolved, and covers rows that were joined
 * to others. A field from one scope to another is always nullable.
 */
export function guardEntrances(schema: GraphQLSchema): void {
  for (const { type, field: name, scope } of entrancesOf(schema)) {
    const field = type.getFields()[name]
    if (!field) continue
    // A token without this scope gets an error for the field; the other fields are returned.
    if (scopeOf(type)) field.type = getNullableType(field.type) as GraphQLOutputType
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (source, args, context: GraphQLContext, info) => {
      context.caller.requireViewer(scope)
      return resolve(source, args, context, info)
    }
  }
}
