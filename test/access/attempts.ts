import { getNamedType } from 'graphql'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import type { TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { type Case, type Document, namesFor } from './documents.ts'
import { selectionOf } from './queries.ts'
import type { Answered, Api } from './table.ts'
import { type CallerName, callers, type World } from './world.ts'

const routes = modules.flatMap((module) => module.routes)
const readerRoutes = modules.flatMap((module) => module.readerRoutes)
const isAnswered = ({ method, path }: { method: string; path: string }) =>
  readerRoutes.some((each) => each.method === method && each.path === path)

/** The routes that a caller reaches: some answer readers of sites by another operation. */
const routesFor = (caller: CallerName) =>
  caller === 'reader' ? [...routes.filter((route) => !isAnswered(route)), ...readerRoutes] : routes

export const operations = modules.flatMap((module) => [...module.operations, ...module.lists])

export const doesWrite = (id: string) =>
  operations.some((each) => each.id === id && 'writes' in each && each.writes)

interface Response {
  answered: Answered
  trace: string
  /** The part of the response that a replay repeats. */
  content: unknown
  /** Whether the response is marked as replayed, which only REST does. */
  isReplayed?: boolean
}

export interface Attempt {
  caller: CallerName
  api: Api
  where: string
  /** Sends the request. With an idempotency key, a mutation selects its whole payload. */
  ask: (key?: string) => Promise<Response>
}

/** The application and its test data. */
export interface Scene {
  t: TestApp
  world: World
}

export const whoIs = ({ people, reader }: World, caller: CallerName) =>
  caller === 'reader' ? reader : caller === 'anonymous' || caller === 'visitor' ? null : people[caller]

async function askRest(
  { t, world }: Scene,
  caller: CallerName,
  id: string,
  { params, body, form, query = {} }: Case,
  method: string,
  path: string,
  key?: string,
): Promise<Response> {
  const names = namesFor(world, caller)
  const known: Record<string, unknown> = {
    ...names,
    ...(path.includes(':changeRequestId') ? world.proposed : {}),
    ...params?.(names),
  }
  const address = path.replace('*', 'page').replaceAll(/:(\w+)/g, (_match, name: string) => {
    if (typeof known[name] !== 'string') throw new Error(`${id} has no ${name}`)
    return known[name]
  })
  const { jwtToken } = names.credentials
  const who = jwtToken === undefined ? whoIs(world, caller) : { token: jwtToken }
  const asked = typeof query === 'function' ? query(names) : query
  const options = { query: asked, ...(body ? { body: body(names) } : {}), ...(form ? { form: form() } : {}) }
  const {
    status,
    headers,
    body: given,
    trace,
  } = await callRest(t, who, method, address, {
    ...options,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
  return {
    answered: status < 300 ? 'ok' : String(status),
    trace,
    content: { status, location: headers.get('location'), body: given },
    isReplayed: headers.get('idempotent-replayed') === 'true',
  }
}

/** The mutation, selecting everything in its payload. */
export function withPayload({ query, variables }: Document): Document {
  const [, name = ''] = /\{ (\w+)\(input/.exec(query) ?? []
  const payload = graphqlSchema(modules).getMutationType()?.getFields()[name]?.type
  if (!payload) throw new Error(`${query} is no mutation`)
  return { query: query.replace('{ __typename }', selectionOf(getNamedType(payload), 1)), variables }
}

/** The mutation with an idempotency key, selecting everything in its payload. */
function withKey(document: Document, key: string): Document {
  const { query, variables } = withPayload(document)
  return { query, variables: { input: { ...(variables.input as object), idempotencyKey: key } } }
}

async function askGraphQL(
  { t, world }: Scene,
  caller: CallerName,
  document: Document,
  key?: string,
): Promise<Response> {
  const { query, variables } = key === undefined ? document : withKey(document, key)
  const { data, errors, trace } = await callGraphQL(t, whoIs(world, caller), query, variables)
  const [error] = errors ?? []
  if (error) return { answered: String(error.extensions.status), trace, content: { data, errors } }
  // The requested value is the first field of the first field; null anywhere on the path means 404.
  let value: unknown = data
  while (value !== null && typeof value === 'object' && !Array.isArray(value)) value = Object.values(value)[0]
  return { answered: value === null ? '404' : 'ok', trace, content: { data } }
}

const isOneOf = (paths: { path: string }[], path: string) =>
  !path.includes(':changeRequestId') || paths.every((each) => each.path.includes(':changeRequestId'))

/** Every request for a case in both APIs, for each caller. */
export function attemptsAt(
  scene: Scene,
  id: string,
  of: Case,
  by: readonly CallerName[] = callers,
): Attempt[] {
  const { world } = scene
  const [operation] = id.split(': ')
  return by.flatMap((caller) => {
    const documents = [of.graphql(namesFor(world, caller))].flat()
    return [
      ...routesFor(caller)
        .filter((route) => route.operation.id === operation)
        // Resources of the caller exist once, and not also in a change request.
        .filter(({ path }, _index, all) => !of.params || isOneOf(all, path))
        .map(
          ({ method, path }): Attempt => ({
            caller,
            api: 'rest',
            where: `${method} ${path}`,
            ask: (key) => askRest(scene, caller, id, of, method, path, key),
          }),
        ),
      ...documents.map(
        (document): Attempt => ({
          caller,
          api: 'graphql',
          where: document.query,
          ask: (key) => askGraphQL(scene, caller, document, key),
        }),
      ),
    ]
  })
}
