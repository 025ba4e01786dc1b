import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../src/core/errors.ts'
import { prefixes } from '../../src/core/ids.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { entrancesOf } from '../../src/graphql/type-scopes.ts'
import { modules } from '../../src/modules/index.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { printedSchema } from '../../src/tools/schema-print.ts'

const schema = graphqlSchema(modules)
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)
const objects = types.filter(isObjectType)
const connections = objects.filter(({ name }) => name.endsWith('Connection'))

/** Every element of the schema that needs a description, and its description. */
function places(type: GraphQLNamedType): [place: string, description: string | null | undefined][] {
  const own: [string, string | null | undefined][] = [[type.name, type.description]]
  if (isObjectType(type) || isInterfaceType(type)) {
    const fields = Object.values(type.getFields()) as GraphQLField<unknown, unknown>[]
    for (const field of fields) {
      own.push([`${type.name}.${field.name}`, field.description])
      for (const arg of field.args) own.push([`${type.name}.${field.name}(${arg.name}:)`, arg.description])
    }
  }
  if (isEnumType(type)) {
    for (const value of type.getValues()) own.push([`${type.name}.${value.name}`, value.description])
  }
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) {
      own.push([`${type.name}.${field.name}`, field.description])
    }
  }
  return own
}

const typeOf = (object: GraphQLObjectType, field: string) => String(object.getFields()[field]?.type)
const argumentsOf = (field: GraphQLField<unknown, unknown>) =>
  Object.fromEntries(field.args.map((arg) => [arg.name, String(arg.type)]))

describe('the schema', () => {
  it('matches schema.graphql (npm run schema:print writes it)', () => {
    expect(printedSchema()).toBe(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))
  })

  it('is valid', () => {
    expect(validateSchema(schema)).toEqual([])
  })

  it('has a description for every type, field, argument, input and enum value', () => {
    const silent = types.flatMap(places).filter(([, description]) => !description?.trim())
    expect(silent.map(([place]) => place)).toEqual([])
  })

  it('has descriptions in sentences', () => {
    const fragments = types
      .flatMap(places)
      .filter(([, description]) => description && !/^[A-Z`][\s\S]*[.`]$/.test(description))
    expect(fragments.map(([place]) => place)).toEqual([])
  })

  it('has descriptions without terms of the implementation', () => {
    const terms =
      /\b(prisma|postgres\w*|sql|(the )?rows?|loaders?|lateral|facts|reach|blobs?|node map|doors?)\b/i
    expect(types.flatMap(places).filter(([, description]) => terms.test(description ?? ''))).toEqual([])
  })

  it('shows the default of every argument and input field that has one', () => {
    const fields = objects.flatMap((type) => Object.values(type.getFields()))
    const paged = fields.flatMap(({ args }) => args.filter(({ name }) => name === 'first'))
    expect(paged.map(({ defaultValue }) => defaultValue).filter((value) => value !== 50)).toEqual([])
    const space = schema.getType('Space') as GraphQLObjectType
    const shown = (field: string) =>
      Object.fromEntries((space.getFields()[field]?.args ?? []).map((arg) => [arg.name, arg.defaultValue]))
    expect(shown('comments')).toMatchObject({ status: ['all'], order: 'desc' })
    expect(shown('changeRequests')).toMatchObject({ status: ['open'] })
    const insert = schema.getType('InsertPageChange')
    expect(isInputObjectType(insert) && insert.getFields().type?.defaultValue).toBe('document')
  })

  it('lists every error code', () => {
    const codes = schema.getType('ErrorCode')
    if (!isEnumType(codes)) throw new Error('ErrorCode is no enum.')
    expect(
      codes
        .getValues()
        .map(({ name }) => name.toLowerCase())
        .sort(),
    ).toEqual(Object.keys(statusOf).sort())
  })

  it('marks inputs of which exactly one field is given', () => {
    const oneOf = types.filter(isInputObjectType).filter(({ isOneOf }) => isOneOf)
    expect(oneOf.map(({ name }) => name).sort()).toEqual([
      'BodyInput',
      'ContentChangeInput',
      'GlossaryEntryInput',
      'ImportRunSourceInput',
      'LinkTargetInput',
      'OpenAPISourceInput',
      'PageBodyInput',
      'PermissionTargetInput',
      'PositionPointerInput',
      'SiteRedirectDestinationInput',
    ])
  })

  it('makes every field nullable that requires another scope than its parent', () => {
    const strict = entrancesOf(schema)
      .filter(({ type }) => type.getInterfaces().some(({ name }) => name === 'Node'))
      .filter(({ type, field }) => isNonNullType(type.getFields()[field]?.type))
      .map(({ type, field }) => `${type.name}.${field}`)
    expect(strict.filter((place) => !place.includes('Activity.'))).toEqual([])
    expect(typeOf(schema.getType('Space') as GraphQLObjectType, 'organization')).toBe('Organization')
  })

  it('writes enum values in capitals', () => {
    const values = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name))
    expect(values.length).toBeGreaterThan(0)
    expect(values.filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))).toEqual([])
  })
})

describe('Relay', () => {
  it('finds every node by its id', () => {
    const fields = schema.getQueryType()?.getFields()
    expect(String(fields?.node?.type)).toBe('Node')
    expect(fields?.node && argumentsOf(fields.node)).toEqual({ id: 'ID!' })
    expect(String(fields?.nodes?.type)).toBe('[Node]!')
    expect(fields?.nodes && argumentsOf(fields.nodes)).toEqual({ ids: '[ID!]!' })
  })

  it('has an id on every node, and makes a node of everything with an id', () => {
    const withId = objects.filter((type) => 'id' in type.getFields())
    const nodes = objects.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
    expect(nodes.length).toBeGreaterThan(0)
    expect(withId.map(({ name }) => name).sort()).toEqual(nodes.map(({ name }) => name).sort())
    expect(nodes.filter((type) => typeOf(type, 'id') !== 'ID!')).toEqual([])
  })

  // Variants of one resource, such as those of a page, share its ids, so their interface counts.
  const nodeNames = [
    ...new Set(
      objects
        .map((type) => ({ name: type.name, interfaces: type.getInterfaces().map(({ name }) => name) }))
        .filter(({ interfaces }) => interfaces.includes('Node'))
        .map(({ name, interfaces }) =>
          prefixes.names().some((kind) => kind === name)
            ? name
            : (interfaces.find((each) => each !== 'Node') ?? name),
        ),
    ),
  ]

  it('names every node as the prefix of its ids does', () => {
    expect(nodeNames.filter((name) => !prefixes.names().some((kind) => kind === name))).toEqual([])
  })

  it('loads every node by its id', () => {
    const loadable = modules.flatMap((module) => Object.keys(module.nodes))
    expect(nodeNames.sort()).toEqual(loadable.sort())
  })

  it.each(connections.map((type) => [type.name, type] as const))(
    '%s has the shape of a connection',
    (name, type) => {
      const row = name.replace(/Connection$/, '')
      expect(typeOf(type, 'edges')).toBe(`[${row}Edge!]!`)
      expect(typeOf(type, 'nodes')).toBe(`[${row}!]!`)
      expect(typeOf(type, 'pageInfo')).toBe('PageInfo!')
      expect(typeOf(type, 'totalCount')).toBe('Int!')
      const edge = schema.getType(`${row}Edge`) as GraphQLObjectType
      expect(typeOf(edge, 'node')).toBe(`${row}!`)
      expect(typeOf(edge, 'cursor')).toBe('String!')
    },
  )

  it('has connections that are paginated in both directions', () => {
    const fields = objects.flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
    )
    const lists = fields.filter(({ field }) => /Connection!?$/.test(String(field.type)))
    expect(lists.length).toBeGreaterThanOrEqual(connections.length)
    const paging = { first: 'Int', after: 'String', last: 'Int', before: 'String' }
    for (const { place, field } of lists) expect(argumentsOf(field), place).toMatchObject(paging)
  })

  it('has the cursors of the start and the end of a page', () => {
    const pageInfo = schema.getType('PageInfo') as GraphQLObjectType
    expect(typeOf(pageInfo, 'hasNextPage')).toBe('Boolean!')
    expect(typeOf(pageInfo, 'hasPreviousPage')).toBe('Boolean!')
    expect(typeOf(pageInfo, 'startCursor')).toBe('String')
    expect(typeOf(pageInfo, 'endCursor')).toBe('String')
  })
})

describe('the kinds of pages', () => {
  it('have one type per field name, so that a document can select them together', () => {
    const page = schema.getType('Page')
    if (!isInterfaceType(page)) throw new Error('Page is no interface.')
    const seen = new Map<string, string>()
    const clashes = schema.getPossibleTypes(page).flatMap((kind) =>
      Object.values(kind.getFields()).flatMap((field) => {
        const known = seen.get(field.name) ?? String(field.type)
        seen.set(field.name, known)
        return known === String(field.type) ? [] : [`${kind.name}.${field.name}`]
      }),
    )
    expect(clashes).toEqual([])
  })
})

describe('mutations', () => {
  it('have one input and a payload named after them', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      const title = field.name.charAt(0).toUpperCase() + field.name.slice(1)
      expect(argumentsOf(field), field.name).toEqual({ input: `${title}Input!` })
      expect(String(field.type)).toBe(`${title}Payload`)
    }
  })
})
