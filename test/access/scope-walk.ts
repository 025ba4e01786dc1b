import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql'
import { impliesScope } from '../../src/core/access/viewer.ts'
import { kindOf } from '../../src/core/ids.ts'
import { modules } from '../../src/modules/index.ts'
import type { TestApp } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { cases } from './cases.ts'
import { chunks, fromNodes, fromRoot, type Generated } from './queries.ts'
import { valuesFrom } from './values.ts'
import type { World } from './world.ts'

const SPACE = ['space:read']
const MEMBERS = ['organization:members:read']
const ORGANIZATION = ['organization:read']
const OPENAPI = ['openapi:read']
const SEARCH = ['organization:search', 'space:read']
const PERMISSIONS = ['space:permissions:read']
const USER = ['user:read']

/**
 * The scopes that allow reading an object of a type; any one of them is enough. Written by hand from the REST API, so
 * that the check does not depend on the declarations that it tests. Other types are part of the object that contains
 * them.
 */
const NEEDED: Record<string, string[]> = {
  ApiToken: USER,
  Backlink: SPACE,
  ChangeRequest: SPACE,
  Collection: SPACE,
  Comment: SPACE,
  CommentReply: SPACE,
  ComputedPage: SPACE,
  Conflict: SPACE,
  Contributor: SPACE,
  DocumentPage: SPACE,
  Event: ORGANIZATION,
  File: SPACE,
  GitOperation: SPACE,
  Import: SPACE,
  GroupPage: SPACE,
  Invite: MEMBERS,
  Link: SPACE,
  LinkPage: SPACE,
  Member: MEMBERS,
  Notification: SPACE,
  OpenAPISpec: OPENAPI,
  OpenAPISpecVersion: OPENAPI,
  Organization: ORGANIZATION,
  PageSearchResult: SEARCH,
  RequestedReviewer: SPACE,
  ReusableContent: SPACE,
  Review: SPACE,
  Revision: SPACE,
  Space: SPACE,
  SpaceSearchResult: SEARCH,
  Team: MEMBERS,
  TeamMembership: MEMBERS,
  TeamPermission: PERMISSIONS,
  UserPermission: PERMISSIONS,
  Viewer: USER,
  Webhook: ORGANIZATION,
  WebhookDelivery: ORGANIZATION,
}

/** Node types that the table leaves out on purpose: a user is part of the object that shows them, except by id. */
const EMBEDDED = ['User']
/** Objects that REST includes in the same response. */
const INCLUDED = ['TeamPermission.Team']
/** The text of every page in the world. */
const TEXT = /\bWords\b/

export const holds = (scope: string, needed: string[]) =>
  needed.some((each) => impliesScope(scope, each as Parameters<typeof impliesScope>[1]))

type Shown = { [field: string]: unknown; __typename?: string }

/** The positions in a response with an object that the scope does not allow: `Type.field: Type`. */
export function* leaksIn(value: unknown, scope: string, parent: string, field: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const each of value) yield* leaksIn(each, scope, parent, field)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const { __typename: type = '', ...fields } = value as Shown
  const isDirect = parent === 'Query' && EMBEDDED.includes(type)
  const needed = isDirect ? USER : INCLUDED.includes(`${parent}.${type}`) ? undefined : NEEDED[type]
  if (needed && !holds(scope, needed)) yield `${parent}.${field}: ${type}`
  // Connections and edges count as their parent; a node without a selected type is named by its position.
  const holder = /Connection$|Edge$/.test(type) ? parent : type || `${parent}.${field}`
  for (const [name, below] of Object.entries(fields)) yield* leaksIn(below, scope, holder, name)
}

export interface Walk {
  /** Pairs of a scope and a field that returned something the scope does not allow. */
  leaks: string[]
  /** All types that were returned, over all scopes. */
  shown: Set<string>
  requests: number
}

/** Reads every field of the schema and every GET route as an admin, with a token of each single scope. */
export async function walkScopes(t: TestApp, world: World, scopes: readonly string[]): Promise<Walk> {
  const { admin } = world.people
  const schema = buildClientSchema(await queried<IntrospectionQuery>(t, admin, getIntrospectionQuery()))
  const queries = queriesOf(schema, world)
  const walk: Walk = { leaks: [], shown: new Set(), requests: 0 }
  for (const scope of scopes) {
    const { token } = await t.build.buildToken({ userId: admin.user.id, scopes: [scope] })
    const found = new Set<string>()
    const read = async ({ query, variables }: Generated) => {
      const { data, errors } = await callGraphQL(t, { token }, query, variables)
      const wrong = (errors ?? []).filter(({ extensions }) => ![403, 404].includes(extensions.status))
      if (wrong.length > 0) throw new Error(`${scope}: ${JSON.stringify(wrong)}\n${query}`)
      for (const leak of leaksIn(data, scope, 'Query', '')) found.add(leak)
      const text = JSON.stringify(data ?? null)
      for (const [, type = ''] of text.matchAll(/"__typename":"(\w+)"/g)) walk.shown.add(type)
      if (TEXT.test(text) && !holds(scope, SEARCH)) found.add(`text of a page: ${query.slice(0, 200)}`)
    }
    for (const batch of chunks(queries, 8)) await Promise.all(batch.map(read))
    for (const batch of chunks(routesLacking(scope, world), 8)) {
      const answers = batch.map(async ({ name, path, query }) => {
        const { status } = await callRest(t, { token }, 'GET', path, query ? { query } : {})
        if (status !== 403) found.add(`${name} answered ${status}`)
      })
      await Promise.all(answers)
      walk.requests += batch.length
    }
    walk.requests += queries.length
    walk.leaks.push(...[...found].map((leak) => `${scope} × ${leak}`))
  }
  return walk
}

/** Node types that are missing in the table. */
export const unlisted = (shown: Set<string>, schema: string): string[] =>
  [...shown].filter(
    (type) =>
      new RegExp(`^type ${type} implements [^{]*\\bNode\\b`, 'm').test(schema) &&
      !NEEDED[type] &&
      !EMBEDDED.includes(type),
  )

function queriesOf(schema: GraphQLSchema, world: World): Generated[] {
  const ids = [...new Set(JSON.stringify(world).match(/\b[a-z]+_[0-9a-z]{20,}/g) ?? [])]
  const inRevisions: Record<string, string[]> = {
    DocumentPage: [`${world.pageId}-${world.revisionId}`],
    File: [`${world.fileId}-${world.revisionId}`],
    ReusableContent: [`${world.reusableContentId}-${world.revisionId}`],
  }
  const few = (kind: string) => ids.filter((id) => kindOf(id) === kind).slice(0, 3)
  const known = {
    idsOf: few,
    everyNode: () => [...ids, ...Object.values(inRevisions).flat()],
    emailDomains: [world.emailDomain],
    paths: ['page'],
    addresses: [],
    hostnames: [world.subdomain],
    word: 'Words',
  }
  const values = valuesFrom(known)
  return [...fromNodes(schema, (type) => inRevisions[type] ?? few(type), values), ...fromRoot(schema, values)]
}

/** The GET routes whose operation requires a scope that this one does not include. */
function routesLacking(scope: string, world: World) {
  const names = { ...world, mine: world.own.admin }
  return modules
    .flatMap(({ routes }) => routes)
    .filter(({ method, operation }) => method === 'GET' && !holds(scope, [operation.scope]))
    .map(({ path, operation }) => {
      const { params, query } = cases[operation.id] ?? {}
      const values: Record<string, unknown> = {
        ...names,
        ...(path.includes(':changeRequestId') ? world.proposed : {}),
        ...params?.(names),
      }
      const address = path.replace('*', 'page').replaceAll(/:(\w+)/g, (_all, name) => String(values[name]))
      return { name: `GET ${path}`, path: address, query: typeof query === 'function' ? {} : query }
    })
}
