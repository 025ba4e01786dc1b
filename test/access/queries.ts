import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql'

type Field = GraphQLField<unknown, unknown>

/** Every value to try for a required argument. */
export type Values = (parent: string, field: string, argument: string) => unknown[]

export interface Generated {
  query: string
  variables: Record<string, unknown>
}

const isNode = (type: GraphQLNamedType) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

/** Arguments for the widest page of a field: ten items, without the default filter. */
function optional(arg: GraphQLArgument): string | null {
  const type = getNamedType(arg.type)
  if (arg.name === 'first') return 'first: 10'
  if (arg.name === 'nested') return 'nested: true'
  if (isEnumType(type) && type.getValue('ALL')) return `${arg.name}: ALL`
  return null
}

const listed = (args: string[]) => (args.length > 0 ? `(${args.join(', ')})` : '')
const optionals = (field: Field) => field.args.flatMap((arg) => optional(arg) ?? [])

/** Every field of a type: embedded objects completely, and other nodes to the given depth. */
export function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isInterfaceType(type)) {
    const own = Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)))
    const variants = type.name === 'ContentReference' ? '... on UrlReference { url }' : ''
    return `{ __typename ${own.map(({ name }) => name).join(' ')} ${variants} }`
  }
  if (isUnionType(type)) {
    // Members of other unions are nodes, which are queried by their ids. Visitors have no other way to these.
    const members = type.getTypes().filter((member) => !isNode(member) && member.name.startsWith('Published'))
    // Members can have a field of the same name with another type, so that each needs an alias.
    const parts = members.map((member) => `... on ${member.name} ${fieldsOf(member, depth, member.name)}`)
    return `{ __typename ${parts.join(' ')} }`
  }
  return isObjectType(type) ? fieldsOf(type, depth) : ''
}

function fieldsOf(type: GraphQLObjectType, depth: number, alias = ''): string {
  return `{ __typename ${partsOf(type, depth, alias).join(' ')} }`
}

/** The same, as several selections if one document with all fields would have too many tokens. */
function selectionsOf(type: GraphQLNamedType, depth: number): string[] {
  if (!isObjectType(type)) return [selectionOf(type, depth)]
  const groups: string[][] = [[]]
  let words = 0
  for (const part of partsOf(type, depth)) {
    const added = part.split(' ').length
    if (words > 0 && words + added > MAX_WORDS) groups.push([])
    words = groups.at(-1)?.length === 0 ? added : words + added
    groups.at(-1)?.push(part)
  }
  return groups.map((parts) => `{ __typename ${parts.join(' ')} }`)
}

function partsOf(type: GraphQLObjectType, depth: number, alias = ''): string[] {
  const named = (field: Field) => (alias ? `${alias}_${field.name}: ${field.name}` : field.name)
  return Object.values(type.getFields()).flatMap((field) => {
    const below = getNamedType(field.type)
    if (isLeafType(below)) return field.args.length === 0 ? [named(field)] : []
    // Fields with required arguments are queried from their own type, with every value.
    if (field.args.some(isRequiredArgument)) return []
    // At the last level, only fields that need no other row: a node without its neighbors.
    if (depth === 0 && (isNode(below) || field.args.length > 0)) return []
    const selections = selectionsOf(below, isNode(below) ? depth - 1 : depth)
    return selections.map((selection) => `${named(field)}${listed(optionals(field))} ${selection}`)
  })
}

/** Every subscription to the event log, with the names of its target arguments and its complete payload. */
export function subscriptionsOf(schema: GraphQLSchema) {
  return Object.values(schema.getSubscriptionType()?.getFields() ?? {})
    .filter(({ type }) => deliversEvents(getNamedType(type)))
    .map((field) => ({
      name: field.name,
      follows: field.args.filter(isRequiredArgument).map(({ name }) => name),
      selection: selectionOf(getNamedType(field.type), 1),
    }))
}

/** Other subscriptions than those to the event log, such as that to who is present, have tests of their own. */
const deliversEvents = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Activity')

/** A request is limited to 5,000 tokens; words are not all of them. */
const MAX_WORDS = 3_000

/** As many as a request can have: it is limited to 5,000 tokens and 100 aliases. */
function waysAtOnce(selection: string): number {
  const [tokens, aliases] = [selection.split(' ').length, selection.split(':').length]
  return Math.max(1, Math.min(20, Math.floor(4_000 / tokens), Math.floor(90 / aliases)))
}

/** Every combination of one value of each list. */
const combinations = (lists: unknown[][]): unknown[][] =>
  lists.reduce<unknown[][]>(
    (before, values) => before.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  )

/** A field with each value of its required arguments: several per request, with aliases. */
function* waysOf(parent: string, field: Field, depth: number, valuesOf: Values) {
  const required = field.args.filter(isRequiredArgument)
  if (required.length === 0) {
    for (const each of selectionsOf(getNamedType(field.type), depth)) {
      yield { declared: '', text: `${field.name}${listed(optionals(field))} ${each}`, variables: {} }
    }
    return
  }
  const selection = selectionOf(getNamedType(field.type), depth)
  const all = combinations(required.map(({ name }) => valuesOf(parent, field.name, name)))
  for (const some of chunks(all, waysAtOnce(selection))) {
    const variables = some.flatMap((values, index) =>
      values.map((value, at) => ({ name: `v${index}_${at}`, type: required[at]?.type, value })),
    )
    const each = some.map((_values, index) => {
      const given = required.map(({ name }, at) => `${name}: $v${index}_${at}`)
      return `way${index}: ${field.name}${listed([...optionals(field), ...given])} ${selection}`
    })
    yield {
      declared: variables.map(({ name, type }) => `$${name}: ${type}`).join(', '),
      text: each.join(' '),
      variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    }
  }
}

export const chunks = <Value>(values: Value[], size: number): Value[][] =>
  values.length === 0 ? [] : [values.slice(0, size), ...chunks(values.slice(size), size)]

/** One query per field of a type, from all nodes of that type at once. */
export function fromNodes(
  schema: GraphQLSchema,
  idsOf: (type: string) => string[],
  valuesOf: Values,
): Generated[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType).filter(isNode)
  return types.flatMap((type) => {
    const of = (text: string, declared = '', variables = {}): Generated => ({
      query: `query($ids: [ID!]!, ${declared}) { nodes(ids: $ids) { ... on ${type.name} ${text} } }`,
      variables: { ids: idsOf(type.name), ...variables },
    })
    const ways = Object.values(type.getFields())
      .filter((field) => !isLeafType(getNamedType(field.type)))
      .flatMap((field) => [
        ...waysOf(type.name, field, field.args.some(isRequiredArgument) ? 0 : 1, valuesOf),
      ])
    return [
      of(selectionOf(type, 0)),
      ...ways.map(({ text, declared, variables }) => of(`{ ${text} }`, declared, variables)),
    ]
  })
}

/** Every root field, with every value of its arguments. */
export function fromRoot(schema: GraphQLSchema, valuesOf: Values): Generated[] {
  // Queried separately: it takes an ID or a number.
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ name }) => name !== 'changeRequest',
  )
  return fields.flatMap((field) =>
    [...waysOf('Query', field, field.args.some(isRequiredArgument) ? 0 : 2, valuesOf)].map(
      ({ text, declared, variables }) => ({
        query: `query${declared ? `(${declared})` : ''} { ${text} }`,
        variables,
      }),
    ),
  )
}
