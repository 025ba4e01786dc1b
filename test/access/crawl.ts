import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql'
import { expect } from 'vitest'
import { kindOf } from '../../src/core/ids.ts'
import type { TestApp } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { idsIn, inCursors, marksIn, tokensOf } from './crawling.ts'
import type { Crawler, MarkedData } from './marked-data.ts'
import { chunks, fromNodes, fromRoot, type Generated } from './queries.ts'
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
  const values = valuesFrom({ idsOf: idsOf(marked), everyNode, emailDomains, paths, addresses, word: 'mark' })
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

/** Everything that the crawler can read, and the part of it that they must not see. */
export async function crawl(t: TestApp, marked: MarkedData, queries: Generated[], who: Crawler) {
  const seen = {
    ids: new Set<string>(),
    marks: new Set<string>(),
    statuses: new Set<number>(),
    addresses: new Set<string>(),
  }
  const leaks: string[] = []
  const allowed = new Set([...marked.visible(marked.ids, who), ...marked.visible(marked.marks, who)])
  for (const batch of chunks(queries, 8)) {
    const answers = await Promise.all(
      batch.map(({ query, variables }) => callGraphQL(t, who.person, query, variables)),
    )
    for (const { data, errors, trace } of answers) {
      const text = JSON.stringify({ data, errors })
      const found = `${text} ${inCursors(text)}`
      for (const id of idsIn(found)) seen.ids.add(id)
      for (const mark of marksIn(found)) seen.marks.add(mark)
      for (const [address] of text.matchAll(ADDRESS)) seen.addresses.add(address)
      for (const error of errors ?? []) seen.statuses.add(error.extensions.status)
      const leaked = tokensOf(found).filter((token) => !allowed.has(token))
      if (leaked.length > 0 && leaks.length < 3) leaks.push(`${leaked.join(' ')}\n${trace.slice(0, 4000)}`)
    }
  }
  const others = [...seen.addresses].filter((address) => address !== who.person?.user.email)
  return { seen, leaks, others }
}

/** Expects that a crawler sees everything that they can read, and no id or text of anything else. */
export async function expectSight(t: TestApp, marked: MarkedData, queries: Generated[], name: string) {
  const who = marked.crawlers.find((each) => each.name === name)
  if (!who) throw new Error(`There is no ${name}`)
  const { seen, leaks, others } = await crawl(t, marked, queries, who)
  expect(leaks.join('\n\n')).toBe('')
  if (guests.includes(name)) expect(others).toEqual([])
  expect([...seen.ids].sort()).toEqual(marked.visible(marked.ids, who))
  expect([...seen.marks].sort()).toEqual(marked.visible(marked.marks, who))
  // A request rejected for another reason would hide what it could have returned.
  expect([...seen.statuses].filter((status) => ![401, 403, 404].includes(status))).toEqual([])
  expectNoFaults(t)
}
