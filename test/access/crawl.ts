import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql'
import { expect } from 'vitest'
import { kindOf } from '../../src/core/ids.ts'
import type { TestApp } from '../support/app.ts'
import { callGraphQL, type GraphQLAnswer, queried } from '../support/graphql-request.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { idsIn, inCursors, marksIn, tokensOf } from './crawling.ts'
import type { Crawler, MarkedData } from './marked-data.ts'
import { fromNodes, fromRoot, type Generated } from './queries.ts'
import { valuesFrom } from './values.ts'

const ADDRESS = /mark\d+x@[\w.]+/g

/** Users without a role of their own in any organization. */
export const guests = ['guest', 'invited to ours', 'lender of ours']

const idsOf = (marked: MarkedData) => (kind: string) =>
  [...marked.ids.keys()].filter((id) => kindOf(id) === kind)

/** Queries for every field of every object: several hundred requests. */
export async function queriesFor(t: TestApp, marked: MarkedData): Promise<Generated[]> {
  const schema = await schemaOf(t, marked)
  const { emailDomains, paths, addresses, inRevisions } = marked
  const everyNode = () => [...marked.ids.keys(), ...[...inRevisions.values()].flat()]
  const hostnames = idsOf(marked)('Organization').map((id) => marked.nameOf(id))
  const known = { idsOf: idsOf(marked), everyNode, emailDomains, paths, addresses, hostnames, word: 'mark' }
  const values = valuesFrom(known)
  // The ids that `node(id:)` takes for a type. Ids of objects in a revision include the revision.
  const nodesOf = (type: string) => inRevisions.get(type) ?? idsOf(marked)(type)
  return [...fromNodes(schema, nodesOf, values), ...fromRoot(schema, values), ...changeRequests(marked)]
}

async function schemaOf(t: TestApp, marked: MarkedData): Promise<GraphQLSchema> {
  const anyone = marked.crawlers.find(({ person }) => person)?.person
  if (!anyone) throw new Error('No crawler has a token')
  return buildClientSchema(await queried<IntrospectionQuery>(t, anyone, getIntrospectionQuery()))
}

const changeRequests = (marked: MarkedData): Generated[] =>
  idsOf(marked)('Space').map((space) => ({
    query: `query($space: ID!) { changeRequest(spaceId: $space, number: 1) { id subject } ${idsOf(marked)(
      'ChangeRequest',
    )
      .map((id, index) => `way${index}: changeRequest(spaceId: $space, id: "${id}") { id subject }`)
      .join(' ')} }`,
    variables: { space },
  }))

/**
 * Without the path of an address at which the crawler sees no page: it is what the request has, for any address below a
 * site that the crawler sees.
 */
function withoutEcho(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('PublishedPlace_pageId' in value)) return value
  const {
    PublishedPlace_pathname: _path,
    PublishedPlace_canonicalUrl: _url,
    ...rest
  } = value as Record<string, unknown>
  return value.PublishedPlace_pageId === null ? rest : value
}

/** What one crawler has read. */
class Sight {
  readonly ids = new Set<string>()
  readonly marks = new Set<string>()
  readonly statuses = new Set<number>()
  readonly #addresses = new Set<string>()
  /** The first responses with something that the crawler must not see. */
  readonly leaks: string[] = []
  readonly who: Crawler
  readonly #allowed: ReadonlySet<string>

  constructor(marked: MarkedData, who: Crawler) {
    this.who = who
    this.#allowed = new Set([...marked.visible(marked.ids, who), ...marked.visible(marked.marks, who)])
  }

  add({ data, errors, trace }: GraphQLAnswer<unknown>): void {
    const text = JSON.stringify({ data, errors }, withoutEcho)
    const found = `${text} ${inCursors(text)}`
    for (const id of idsIn(found)) this.ids.add(id)
    for (const mark of marksIn(found)) this.marks.add(mark)
    for (const [address] of text.matchAll(ADDRESS)) this.#addresses.add(address)
    for (const error of errors ?? []) this.statuses.add(error.extensions.status)
    const leaked = tokensOf(found).filter((token) => !this.#allowed.has(token))
    if (leaked.length > 0 && this.leaks.length < 3) {
      this.leaks.push(`${leaked.join(' ')}\n${trace.slice(0, 4000)}`)
    }
  }

  /** E-mail addresses of other users. */
  get others(): string[] {
    return [...this.#addresses].filter((address) => address !== this.who.person?.user.email)
  }
}

export type Sights = ReadonlyMap<string, Sight>

/**
 * Sends every query as each of these crawlers. All of them send the same query before the next, because it is long, and
 * the server keeps only a few documents of this length parsed.
 */
export async function crawl(t: TestApp, marked: MarkedData, queries: Generated[], names: readonly string[]) {
  const sights: Sight[] = names.map((name) => {
    const who = marked.crawlers.find((each) => each.name === name)
    if (!who) throw new Error(`There is no ${name}`)
    return new Sight(marked, who)
  })
  for (const { query, variables } of queries) {
    await Promise.all(
      sights.map(async (sight) => sight.add(await callGraphQL(t, sight.who.person, query, variables))),
    )
  }
  expectNoFaults(t)
  return new Map(sights.map((sight) => [sight.who.name, sight]))
}

/** Expects that a crawler saw everything that they can read, and no id or text of anything else. */
export function expectSight(marked: MarkedData, sights: Sights, name: string) {
  const sight = sights.get(name)
  if (!sight) throw new Error(`${name} did not crawl`)
  const { who, ids, marks, statuses, leaks, others } = sight
  expect(leaks.join('\n\n')).toBe('')
  if (guests.includes(name)) expect(others).toEqual([])
  expect([...ids].sort()).toEqual(marked.visible(marked.ids, who))
  expect([...marks].sort()).toEqual(marked.visible(marked.marks, who))
  // A request rejected for another reason would hide what it could have returned.
  expect([...statuses].filter((status) => ![401, 403, 404].includes(status))).toEqual([])
}
