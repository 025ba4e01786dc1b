import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { DomainError } from '../../core/errors.ts'
import { fragmentsIn } from './fragments.ts'

/** Far more than the whole schema has. */
const MAX_TEXT = 8 * 1024 * 1024

type FieldDefinition = GraphQLField<unknown, unknown>

/** A field of a selection. */
interface Field {
  /** Its name in the response, as JSON with a colon. */
  readonly key: string
  readonly definition: FieldDefinition
  /** The type of its value, or of the items of its list: every type of the schema of schemas is one of these. */
  readonly type: GraphQLObjectType | GraphQLLeafType
  readonly isList: boolean
  /** All that have the name. */
  readonly nodes: FieldNode[]
  args: Record<string, unknown> | undefined
  /** What is selected of its value. */
  below: Selection | undefined
}

/** What is selected on a type, and what it returns for the objects of the schema. */
interface Selection {
  readonly type: GraphQLObjectType
  readonly fields: readonly Field[]
  /** As JSON, and the number of values in it. */
  readonly known: Map<unknown, { text: string; values: number }>
}

const metaFields: Record<string, FieldDefinition> = Object.fromEntries(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
)

const leaves = new WeakMap<GraphQLSchema, Map<string, string>>()

const isObject = (type: Field['type']): type is GraphQLObjectType => type instanceof GraphQLObjectType

const newField = (name: string, definition: FieldDefinition, node: FieldNode): Field => ({
  key: `"${name}":`,
  definition,
  type: getNamedType(definition.type) as Field['type'],
  isList: isListType(getNullableType(definition.type)),
  nodes: [node],
  args: undefined,
  below: undefined,
})

/**
 * Answers `__schema` and `__type` in a query. The schema does not change, so what a selection returns for one of its
 * objects is written once, however often it is in the response: graphql-js takes ten times as long for the query of
 * common tools. It ends with an error as soon as there are too many values, or too much text.
 */
export class Introspection {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #variables: Record<string, unknown>
  readonly #maxValues: number
  readonly #leaves: Map<string, string>
  readonly #selections = new Map<SelectionSetNode, Selection>()
  #values = 0

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    { variables, maxValues }: { variables: Record<string, unknown>; maxValues: number },
  ) {
    this.#schema = schema
    this.#variables = variables
    this.#maxValues = maxValues
    this.#fragments = fragmentsIn(document)
    this.#leaves = leaves.get(schema) ?? new Map()
    leaves.set(schema, this.#leaves)
  }

  /** The number of values, and the data of the response as JSON; null if other fields are selected as well. */
  of({ operation, selectionSet }: OperationDefinitionNode): { values: number; text: string | null } {
    const type = this.#schema.getRootType(operation)
    if (!type) return { values: 0, text: null }
    const { fields } = this.#selectionOf([selectionSet], type)
    const own = fields.filter(({ definition }) => metaFields[definition.name] === definition)
    const text = this.#object({ type, fields: own, known: new Map() }, undefined)
    return { values: this.#values, text: own.length === fields.length ? text : null }
  }

  #object(selection: Selection, source: unknown): string {
    // Wrapping types, such as `[String!]`, are objects of their own wherever they are used.
    const isWrapping = source instanceof GraphQLNonNull || source instanceof GraphQLList
    const key = isWrapping ? String(source) : source
    const known = selection.known.get(key)
    if (known) {
      this.#values += known.values
      return this.#within(known.text)
    }
    const before = this.#values
    let text = ''
    for (const field of selection.fields) {
      this.#values++
      text += (text === '' ? '' : ',') + field.key + this.#value(field, selection.type, source)
    }
    text = `{${text}}`
    selection.known.set(key, { text, values: this.#values - before })
    return this.#within(text)
  }

  #value(field: Field, type: GraphQLObjectType, source: unknown): string {
    const { definition } = field
    if (definition === TypeNameMetaFieldDef) return `"${type.name}"`
    field.args ??= getArgumentValues(definition, field.nodes[0] as FieldNode, this.#variables)
    const value: unknown = definition.resolve?.(source, field.args, null, { schema: this.#schema } as never)
    if (value === null || value === undefined) return 'null'
    if (!field.isList) return this.#item(field, value)
    let text = ''
    for (const item of value as Iterable<unknown>) text += (text === '' ? '' : ',') + this.#item(field, item)
    return this.#within(`[${text}]`)
  }

  #item(field: Field, value: unknown): string {
    const { type } = field
    if (!isObject(type))
      return typeof value === 'string' ? this.#leaf(value) : JSON.stringify(type.serialize(value))
    field.below ??= this.#selectionOf(
      field.nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      type,
    )
    return this.#object(field.below, value)
  }

  /** Names, descriptions and default values as JSON. There are as many as the schema has, so they are kept with it. */
  #leaf(value: string): string {
    const known = this.#leaves.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(value)
    this.#leaves.set(value, text)
    return text
  }

  #within(text: string): string {
    if (this.#values <= this.#maxValues && text.length <= MAX_TEXT) return text
    throw new DomainError(
      'query_too_complex',
      this.#values > this.#maxValues
        ? `The request reads more than ${this.#maxValues} values of the schema. Select fewer, and request "__schema" and "__type" without other fields.`
        : `The request reads more than ${MAX_TEXT} characters of the schema. Select fewer fields.`,
    )
  }

  #selectionOf(sets: readonly SelectionSetNode[], type: GraphQLObjectType): Selection {
    const [only, ...others] = sets
    const single = only && others.length === 0 ? this.#withoutSpread(only) : undefined
    const known = single && this.#selections.get(single)
    if (known) return known
    const fields = new Map<string, Field>()
    const used = new Set<string>()
    for (const set of sets) this.#collect(set, type, fields, used)
    const selection = { type, fields: [...fields.values()], known: new Map() }
    if (single) this.#selections.set(single, selection)
    return selection
  }

  /** The selection of a fragment, if nothing else is selected: it is shared by all that use the fragment. */
  #withoutSpread(set: SelectionSetNode): SelectionSetNode {
    const [only, ...others] = set.selections
    if (only?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0 || only.directives?.length) return set
    const fragment = this.#fragments.get(only.name.value)
    return fragment ? this.#withoutSpread(fragment.selectionSet) : set
  }

  #collect(
    { selections }: SelectionSetNode,
    type: GraphQLObjectType,
    fields: Map<string, Field>,
    used: Set<string>,
  ): void {
    for (const selection of selections) {
      if (!this.#isIncluded(selection)) continue
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value
        const known = fields.get(name)
        const definition = metaFields[selection.name.value] ?? type.getFields()[selection.name.value]
        if (known) known.nodes.push(selection)
        else if (definition) {
          fields.set(name, newField(name, definition, selection))
        }
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        this.#collect(selection.selectionSet, type, fields, used)
      } else if (!used.has(selection.name.value)) {
        used.add(selection.name.value)
        const fragment = this.#fragments.get(selection.name.value)
        if (fragment) this.#collect(fragment.selectionSet, type, fields, used)
      }
    }
  }

  #isIncluded(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return true
    return (
      getDirectiveValues(GraphQLSkipDirective, selection, this.#variables)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, selection, this.#variables)?.if !== false
    )
  }
}
