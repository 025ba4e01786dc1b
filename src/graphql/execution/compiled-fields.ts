import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql'
import { fragmentsIn } from './fragments.ts'

/** Selections of types that are looked at. The compiler looks at all of them, also at those without fields. */
const MAX_STEPS = 5_000

/**
 * The number of fields that compiling an operation generates code for: those of a fragment wherever it is used, and those
 * of an abstract type once for each of its types. A document of 1,500 characters can have 40,000. Each selection is counted
 * once for a type, so the time follows the length of the document. Infinity if there are too many of these.
 */
export function compiledFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): number {
  const root = schema.getRootType(operation.operation)
  return root ? new FieldCount(schema, document).of(operation.selectionSet, root) : 0
}

class FieldCount {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #known = new Map<SelectionSetNode, Map<string, number>>()
  #steps = 0

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema
    this.#fragments = fragmentsIn(document)
  }

  of(selectionSet: SelectionSetNode, type: GraphQLCompositeType): number {
    if (++this.#steps > MAX_STEPS) return Number.POSITIVE_INFINITY
    const known = this.#known.get(selectionSet) ?? new Map<string, number>()
    this.#known.set(selectionSet, known)
    const count = known.get(type.name) ?? this.#count(selectionSet, type)
    known.set(type.name, count)
    return count
  }

  #count(selectionSet: SelectionSetNode, type: GraphQLCompositeType): number {
    if (isAbstractType(type)) {
      const types = this.#schema.getPossibleTypes(type)
      return types.reduce((sum, possible) => sum + this.of(selectionSet, possible), 0)
    }
    return selectionSet.selections.reduce((sum, selection) => sum + this.#selected(selection, type), 0)
  }

  #selected(selection: SelectionNode, type: GraphQLObjectType): number {
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value]
      const below = field && getNamedType(field.type)
      return (
        1 + (selection.selectionSet && isCompositeType(below) ? this.of(selection.selectionSet, below) : 0)
      )
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection
    if (!fragment || !this.#applies(fragment.typeCondition, type)) return 0
    return this.of(fragment.selectionSet, type)
  }

  #applies(condition: FragmentDefinitionNode['typeCondition'] | undefined, type: GraphQLObjectType): boolean {
    const target = condition && typeFromAST(this.#schema, condition)
    return !target || target === type || (isAbstractType(target) && this.#schema.isSubType(target, type))
  }
}
