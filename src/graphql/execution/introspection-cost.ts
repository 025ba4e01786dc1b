import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql'

/**
 * The number of schema values that cost as much as one field of data. They are in memory, and the introspection query of
 * common tools must fit into the cost limit of a request.
 */
const VALUES_PER_POINT = 2

const metaFields = {
  [SchemaMetaFieldDef.name]: SchemaMetaFieldDef,
  [TypeMetaFieldDef.name]: TypeMetaFieldDef,
}

/**
 * The cost of `__schema` and `__type` in a request. The schema is known, so its values are counted and not estimated.
 * Counting ends as soon as there are more than `most` allows.
 */
export function introspectionCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { variables, most }: { variables: Record<string, unknown>; most: number },
): number {
  const counter = new Counter(schema, document, variables, most * VALUES_PER_POINT)
  return counter.rootCount(operation.selectionSet) / VALUES_PER_POINT
}

class Counter {
  readonly #schema: GraphQLSchema
  readonly #variables: Record<string, unknown>
  readonly #most: number
  readonly #fragments: ReadonlyMap<string, SelectionSetNode>
  /** Counts by selection and schema object, so that each combination is counted once. */
  readonly #known = new Map<SelectionSetNode, Map<unknown, number>>()

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    variables: Record<string, unknown>,
    most: number,
  ) {
    this.#schema = schema
    this.#variables = variables
    this.#most = most
    this.#fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION
          ? [[definition.name.value, definition.selectionSet]]
          : [],
      ),
    )
  }

  rootCount(selectionSet: SelectionSetNode): number {
    return this.#sum(this.#fieldsIn(selectionSet), (node) => {
      const field = metaFields[node.name.value]
      return field ? this.#valueCount(node, field, undefined) : 0
    })
  }

  #count(selectionSet: SelectionSetNode, type: GraphQLObjectType, source: unknown): number {
    const known = this.#known.get(selectionSet) ?? new Map<unknown, number>()
    this.#known.set(selectionSet, known)
    const counted = known.get(source)
    if (counted !== undefined) return counted
    const fields = type.getFields()
    const count = this.#sum(this.#fieldsIn(selectionSet), (node) => {
      const field = fields[node.name.value]
      return field ? this.#valueCount(node, field, source) : 1
    })
    known.set(source, count)
    return count
  }

  #valueCount(node: FieldNode, field: typeof SchemaMetaFieldDef, source: unknown): number {
    const { selectionSet } = node
    const type = getNamedType(field.type)
    if (!selectionSet || !isObjectType(type)) return 1
    const args = getArgumentValues(field, node, this.#variables)
    const value: unknown = field.resolve?.(source, args, null, { schema: this.#schema } as never)
    if (value === null || value === undefined) return 1
    const values = Array.isArray(value) ? value : [value]
    return 1 + this.#sum(values, (each) => this.#count(selectionSet, type, each))
  }

  *#fieldsIn(selectionSet: SelectionSetNode): Generator<FieldNode> {
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) yield selection
      else {
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT
            ? selection.selectionSet
            : this.#fragments.get(selection.name.value)
        if (inner) yield* this.#fieldsIn(inner)
      }
    }
  }

  #sum<Item>(items: Iterable<Item>, countOf: (item: Item) => number): number {
    let sum = 0
    for (const item of items) {
      sum += countOf(item)
      if (sum > this.#most) return sum
    }
    return sum
  }
}
