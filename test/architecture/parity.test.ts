import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { boundOperations } from '../../src/graphql/bindings.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import { addressOf } from '../../src/rest/compatibility/index.ts'
import { specified } from '../../src/rest/compatibility/specified.ts'
import { specification } from './specification.ts'

const operations = modules.flatMap((module) => [...module.operations, ...module.lists])
const routes = modules.flatMap((module) => module.routes)
const ids = operations.map(({ id }) => id).sort()

/** Operations that one API does not have, with the reason. */
const missingAt: Record<'rest' | 'graphql', Record<string, string>> = {
  rest: {},
  graphql: {
    'siteSpaces.move': 'deprecated at REST; sortSiteStructure moves it',
    'siteSections.move': 'deprecated at REST; sortSiteStructure moves it',
    'siteSectionGroups.move': 'deprecated at REST; sortSiteStructure moves it',
    'siteCustomization.replace': 'updateSiteCustomization takes all parts, and null for those to remove',
    'content.importFile': 'GraphQL takes no forms; importContent imports from an address',
    'organizations.uploadLogo': 'GraphQL takes no forms; setOrganizationLogo takes an image as base64',
    'siteImages.upload': 'GraphQL takes no forms; createSiteImage takes an image as base64 or by address',
    'content.uploadFiles': 'GraphQL takes no forms; changeContent takes files as base64 or by address',
  },
}

const duplicates = (list: readonly string[]) => list.filter((entry, index) => list.indexOf(entry) !== index)

describe('the register', () => {
  it('has every operation once, named resource.verb', () => {
    expect(duplicates(ids)).toEqual([])
    expect(ids.filter((id) => !/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(id))).toEqual([])
  })

  it('has every node loader of the schema', () => {
    const kinds = modules.flatMap((module) => Object.keys(module.nodes))
    expect(duplicates(kinds)).toEqual([])
    expect(kinds.filter((kind) => graphqlSchema(modules).getType(kind) === undefined)).toEqual([])
  })
})

describe('both APIs', () => {
  it('expose every operation, or list why one does not', () => {
    graphqlSchema(modules)
    const atRest = new Set(routes.map(({ operation }) => operation.id))
    expect(ids.filter((id) => !atRest.has(id)).sort()).toEqual(Object.keys(missingAt.rest).sort())
    const atGraphQL = new Set(boundOperations.map(({ operation }) => operation.id))
    expect(ids.filter((id) => !atGraphQL.has(id)).sort()).toEqual(Object.keys(missingAt.graphql).sort())
  })

  it('bind no operation that is not registered', () => {
    graphqlSchema(modules)
    const bound = [...boundOperations, ...routes].map(({ operation }) => operation.id)
    expect(bound.filter((id) => !ids.includes(id))).toEqual([])
  })
})

type Shape = Record<string, z.ZodType>
const shapeOf = (input: unknown): Shape => (input as { shape?: Shape }).shape ?? {}

/** Input that REST has and GraphQL does not, with the reason. */
const notInGraphQL: Record<string, string> = {
  format: 'fields choose the form of a text',
  metadata: 'fields choose what is shown',
  computed: 'fields choose what is shown',
  evaluated: 'an argument of the fields that show a text',
  extended: 'fields choose what is shown',
  compat: 'for clients of older REST answers',
  'siteSpaces.list shareKey': 'an argument of the fields that show an address',
  'siteSections.list shareKey': 'an argument of the fields that show an address',
  'siteStructure.get shareKey': 'an argument of the fields that show an address',
  'comments.list current': 'fields choose what is shown',
  'content.listDifferences limit': 'connections are paged by first',
  'content.listDifferences page': 'connections are paged by after',
  'publishedSite.search mode': 'older clients send it; `scope` says the same',
  'publishedSite.search siteSpaceIds': 'older clients send it; `scope` says the same',
  'content.getComputedRevision seed': 'the IDs of pages begin with it, which GraphQL does not return',
  'conflicts.resolve changes': 'changeContent takes changes in its own form',
}

/** Input with another format in one API, with the reason. */
const otherForm: Record<string, string> = {
  'invites.users emails': 'REST takes plain addresses as well',
  'sites.create spaces': 'REST takes the kind of a new space as well',
  'users.update isOperator': 'GraphQL has a mutation of its own for it, which requires it',
  'teams.updateMembers memberships': 'REST takes a map by user id as well',
}

/** Path parameters name the parent. GraphQL has it from the parent field, or does not need it with a global id. */
const pathNames = new Set(routes.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)))

const inputsOf = (id: string) => ({
  rest: routes
    .filter(({ operation }) => operation.id === id)
    .map(({ operation }) => shapeOf(operation.input)),
  graphql: boundOperations
    .filter(({ operation }) => operation.id === id)
    .map(({ operation, taken }) => {
      const shape = shapeOf(operation.input)
      return Object.fromEntries(taken.flatMap((name) => (shape[name] ? [[name, shape[name]]] : []))) as Shape
    }),
})

const described = (schema: z.ZodType) =>
  JSON.stringify(z.toJSONSchema(z.object({ it: schema }), { io: 'input', unrepresentable: 'any' }))

describe.each(ids.filter((id) => !(id in missingAt.graphql)))('%s', (id) => {
  it('has the same input in both APIs: names, limits, defaults and nullability', () => {
    graphqlSchema(modules)
    const { rest, graphql } = inputsOf(id)
    const names = (shapes: Shape[]) =>
      [...new Set(shapes.flatMap((shape) => Object.keys(shape)))]
        .filter((name) => !pathNames.has(name))
        .sort()
    const excused = (name: string) => name in notInGraphQL || `${id} ${name}` in notInGraphQL
    expect(names(rest).filter((name) => !excused(name))).toEqual(
      names(graphql).filter((name) => !excused(name)),
    )
    for (const name of names(graphql)) {
      if (`${id} ${name}` in otherForm) continue
      const forms = new Set(
        [...rest, ...graphql].flatMap((shape) => (shape[name] ? [described(shape[name])] : [])),
      )
      expect([name, ...forms]).toHaveLength(2)
    }
  })
})

describe('the REST API', () => {
  it('has the 121 operations of the specification, each with its own id', () => {
    expect(specification).toHaveLength(121)
    const listed = specification.map(({ address, operationId }) => [address, operationId])
    expect(Object.entries(specified).sort()).toEqual(listed.sort())
  })

  it('serves the operations of the specification with its status', () => {
    const statuses = new Map(
      routes.map(({ method, path, status }) => [addressOf(method, path), status] as const),
    )
    expect(specification.map(({ address }) => [address, statuses.get(address)])).toEqual(
      specification.map(({ address, status }) => [address, status]),
    )
  })

  it('serves every path once', () => {
    expect(duplicates(routes.map(({ method, path }) => addressOf(method, path)))).toEqual([])
  })

  it('names path parameters like the input of the operation', () => {
    const unknown = routes.flatMap(({ path, operation }) => {
      const shape = (operation.input as unknown as { shape?: Record<string, unknown> }).shape ?? {}
      const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
      return parameters.filter((name) => !(name in shape)).map((name) => `${path}: ${name}`)
    })
    expect(unknown).toEqual([])
  })
})
