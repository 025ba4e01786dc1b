import { describe, expect, it } from 'vitest'
import { boundOperations } from '../../src/graphql/bindings.ts'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import { besides, served, toCome } from './specification.ts'

const operations = modules.flatMap((module) => [...module.operations, ...module.lists])
const routes = modules.flatMap((module) => module.routes)
const ids = operations.map(({ id }) => id).sort()
const addresses = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '{}')}`)

/** Operations that one door does without, and why. */
const missingAt: Record<'rest' | 'graphql', Record<string, string>> = {
  rest: {},
  graphql: {
    'content.uploadFiles': 'GraphQL takes no forms; changeContent takes files as base64 or by address',
  },
}

const duplicates = (list: readonly string[]) => list.filter((entry, index) => list.indexOf(entry) !== index)

describe('the register', () => {
  it('names every operation once, as resource.verb', () => {
    expect(duplicates(ids)).toEqual([])
    expect(ids.filter((id) => !/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(id))).toEqual([])
  })

  it('has a room for every node loader that the schema knows', () => {
    const kinds = modules.flatMap((module) => Object.keys(module.nodes))
    expect(duplicates(kinds)).toEqual([])
    expect(kinds.filter((kind) => graphqlSchema().getType(kind) === undefined)).toEqual([])
  })
})

describe('both doors', () => {
  it('reach every operation, or say why one does not', () => {
    graphqlSchema()
    const atRest = new Set(routes.map(({ operation }) => operation.id))
    expect(ids.filter((id) => !atRest.has(id)).sort()).toEqual(Object.keys(missingAt.rest).sort())
    expect(ids.filter((id) => !boundOperations.has(id)).sort()).toEqual(Object.keys(missingAt.graphql).sort())
  })

  it('bind nothing that is not in the register', () => {
    graphqlSchema()
    const bound = [...boundOperations, ...routes.map(({ operation }) => operation.id)]
    expect(bound.filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('the REST door', () => {
  it('has the 121 operations of the specification in view, each once', () => {
    expect(duplicates([...served, ...toCome, ...Object.keys(besides)])).toEqual([])
    expect(served.length + toCome.length).toBe(121)
  })

  it('serves exactly what is listed as served, and what is ours besides', () => {
    expect([...addresses].sort()).toEqual([...served, ...Object.keys(besides)].sort())
  })

  it('names path parameters as the input of the operation does', () => {
    const unknown = routes.flatMap(({ path, operation }) => {
      const shape = (operation.input as unknown as { shape?: Record<string, unknown> }).shape ?? {}
      const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
      return parameters.filter((name) => !(name in shape)).map((name) => `${path}: ${name}`)
    })
    expect(unknown).toEqual([])
  })
})
