import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  print,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { DomainError } from '../../core/errors.ts'
import { fragmentsIn } from './fragments.ts'

/** Selections of a document, counting those of a fragment wherever it is used. */
const MAX_SELECTIONS = 10_000

type Parent = GraphQLNamedType | undefined

/** A field of a selection, with the type that it is selected on. */
interface Selected {
  readonly parent: Parent
  readonly node: FieldNode
  readonly type: GraphQLOutputType | undefined
}

interface Conflict {
  readonly reason: string
  readonly nodes: readonly FieldNode[]
}

/**
 * The error of fields that have one name in a response and differ, in a document that is valid otherwise. The rule of
 * graphql-js (OverlappingFieldsCanBeMerged) compares every two fields of a name, so its work grows with the square of the
 * document. Here each field of a name is compared with the first one.
 */
export function fieldMergeError(schema: GraphQLSchema, document: DocumentNode): GraphQLError | null {
  const merging = new Merging(schema, document)
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const { operation, selectionSet } = definition
    const parent = schema.getRootType(operation) ?? undefined
    const conflict = merging.conflictIn([{ parent, selectionSet }], true)
    if (conflict) {
      const { reason, nodes } = conflict
      return new GraphQLError(
        `Fields ${reason}. Use different aliases on the fields to fetch both if this was intentional.`,
        { nodes },
      )
    }
  }
  return null
}

class Merging {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #arguments = new Map<FieldNode, string>()
  #selections = 0

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema
    this.#fragments = fragmentsIn(document)
  }

  /**
   * The first conflict between fields of these selections, which make up one object. If they are of objects of different
   * types, only the shapes of their values must match: `mustBeSame` is false.
   */
  conflictIn(
    sets: readonly { parent: Parent; selectionSet: SelectionSetNode }[],
    mustBeSame: boolean,
  ): Conflict | null {
    const byName = new Map<string, Selected[]>()
    const used = new Set<string>()
    for (const { parent, selectionSet } of sets) this.#collect(selectionSet, parent, byName, used)
    for (const [name, fields] of byName) {
      const found = this.#conflictOf(fields, mustBeSame)
      if (found) return { reason: `"${name}" conflict because ${found.reason}`, nodes: found.nodes }
    }
    return null
  }

  #conflictOf(fields: readonly Selected[], mustBeSame: boolean): Conflict | null {
    const { shared, apart } = byObject(fields)
    const groups = apart.length > 0 ? apart : [[]]
    const differ = (one: Selected, other: Selected) => this.#difference(one, other)
    return (
      // Fields on abstract types are compared with each other once, and the others with the first of them.
      (mustBeSame ? firstConflict(shared, differ) : null) ??
      (mustBeSame
        ? first(groups, (group) => firstConflict([...shared.slice(0, 1), ...group], differ))
        : null) ??
      // `__typename` has no type of its own here, so nothing can be compared with it.
      firstConflict(
        fields.filter(({ type }) => type),
        shapeDifference,
      ) ??
      (mustBeSame ? first(groups, (group) => this.#conflictBelow([...shared, ...group], true)) : null) ??
      (mustBeSame && groups.length === 1 ? null : this.#conflictBelow(fields, false))
    )
  }

  #conflictBelow(fields: readonly Selected[], mustBeSame: boolean): Conflict | null {
    // Either all of them have a selection, or they are leaves.
    if (!fields[0]?.node.selectionSet) return null
    const sets = fields.flatMap(({ node: { selectionSet }, type }) =>
      selectionSet ? [{ parent: type && getNamedType(type), selectionSet }] : [],
    )
    const conflict = this.conflictIn(sets, mustBeSame)
    return conflict && { reason: `subfields ${conflict.reason}`, nodes: conflict.nodes }
  }

  /** Adds the fields of a selection by their names, those of each fragment once. */
  #collect(
    { selections }: SelectionSetNode,
    parent: Parent,
    byName: Map<string, Selected[]>,
    used: Set<string>,
  ): void {
    this.#selections += selections.length
    if (this.#selections > MAX_SELECTIONS) {
      throw new DomainError(
        'query_too_complex',
        `The request selects more than ${MAX_SELECTIONS} fields, counting those of fragments wherever they are used. Use fewer, or split the request.`,
      )
    }
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value
        const known = byName.get(name)
        const field = { parent, node: selection, type: fieldType(parent, selection.name.value) }
        if (known) known.push(field)
        else byName.set(name, [field])
        continue
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (used.has(selection.name.value)) continue
        used.add(selection.name.value)
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection
      const condition = fragment?.typeCondition
      const type = condition ? this.#schema.getType(condition.name.value) : parent
      if (fragment) this.#collect(fragment.selectionSet, type, byName, used)
    }
  }

  #difference({ node: one }: Selected, { node: other }: Selected): string | null {
    if (one.name.value !== other.name.value)
      return `"${one.name.value}" and "${other.name.value}" are different fields`
    return this.#argumentsOf(one) === this.#argumentsOf(other) ? null : 'they have differing arguments'
  }

  #argumentsOf(node: FieldNode): string {
    const known = this.#arguments.get(node)
    if (known !== undefined) return known
    const text = textOf({ kind: Kind.OBJECT, fields: (node.arguments ?? []) as never })
    this.#arguments.set(node, text)
    return text
  }
}

function first<Item>(items: readonly Item[], conflictOf: (item: Item) => Conflict | null): Conflict | null {
  for (const item of items) {
    const conflict = conflictOf(item)
    if (conflict) return conflict
  }
  return null
}

/** The first field that differs from the first one. */
function firstConflict(
  fields: readonly Selected[],
  differenceOf: (one: Selected, other: Selected) => string | null,
): Conflict | null {
  const [first] = fields
  for (const field of fields) {
    const reason = first && first !== field ? differenceOf(first, field) : null
    if (first && reason !== null) return { reason, nodes: [first.node, field.node] }
  }
  return null
}

/** Fields on abstract types, which can be of the same object as all others, and those on each object type. */
function byObject(fields: readonly Selected[]): { shared: Selected[]; apart: Selected[][] } {
  const shared: Selected[] = []
  const apart = new Map<Parent, Selected[]>()
  for (const field of fields) {
    const group = apart.get(field.parent)
    if (!isObjectType(field.parent)) shared.push(field)
    else if (group) group.push(field)
    else apart.set(field.parent, [field])
  }
  return { shared, apart: [...apart.values()] }
}

function fieldType(parent: Parent, name: string): GraphQLOutputType | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name]?.type : undefined
}

/** Why two values cannot be in one place of a response: lists, nulls or leaves that differ. */
function shapeDifference({ type: one }: Selected, { type: other }: Selected): string | null {
  return one && other && !isSameShape(one, other)
    ? `they return conflicting types "${one}" and "${other}"`
    : null
}

function isSameShape(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (one === other) return true
  if (isNonNullType(one)) return isNonNullType(other) && isSameShape(one.ofType, other.ofType)
  if (isListType(one)) return isListType(other) && isSameShape(one.ofType, other.ofType)
  if (isNonNullType(other) || isListType(other)) return false
  return !isLeafType(one) && !isLeafType(other)
}

/** A value as text, which is the same for objects with the same fields in another order. */
function textOf(value: ValueNode): string {
  if (value.kind === Kind.LIST) return `[${value.values.map(textOf).join()}]`
  if (value.kind !== Kind.OBJECT) return print(value)
  const fields = value.fields.map((field) => `${field.name.value}:${textOf(field.value)}`)
  return `{${fields.sort().join()}}`
}
