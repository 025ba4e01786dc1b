import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindOf } from '../../src/core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { idsIn, inCursors, marksIn, tokensOf } from './crawling.ts'
import type { Crawler, Grounds } from './grounds.ts'
import { chunks, fromNodes, fromRoot, type Generated } from './queries.ts'
import { crawlerNames, settle } from './settlement.ts'
import { valuesFrom } from './values.ts'

const ADDRESS = /mark\d+x@[\w.]+/g

/** All that the schema shows of everything there is, several hundred requests. */
const PATIENCE = 90_000

let t: TestApp
let grounds: Grounds
let queries: Generated[]

beforeAll(async () => {
  t = await startApp({ environment: { MAX_QUERY_COST: '10000000', MAX_QUERY_DEPTH: '40' } })
  grounds = await settle(t)
  queries = generate(await schemaOf())
})
afterAll(() => t?.close())

async function schemaOf(): Promise<GraphQLSchema> {
  const anyone = grounds.crawlers.find(({ person }) => person)?.person
  if (!anyone) throw new Error('There is nobody to ask')
  return buildClientSchema(await queried<IntrospectionQuery>(t, anyone, getIntrospectionQuery()))
}

const idsOf = (kind: string) => [...grounds.ids.keys()].filter((id) => kindOf(id) === kind)
/** What `node(id:)` takes for a type: some are read in a revision, and have ids that name it. */
const nodesOf = (type: string) => grounds.inRevisions.get(type) ?? idsOf(type)
const everyNode = () => [...grounds.ids.keys(), ...[...grounds.inRevisions.values()].flat()]
const values = () =>
  valuesFrom({ idsOf, everyNode, emailDomains: grounds.emailDomains, paths: grounds.paths, word: 'mark' })

const changeRequests = (): Generated[] =>
  idsOf('Space').map((space) => ({
    query: `query($space: ID!) { changeRequest(spaceId: $space, number: 1) { id subject } ${idsOf(
      'ChangeRequest',
    )
      .map((id, index) => `way${index}: changeRequest(spaceId: $space, id: "${id}") { id subject }`)
      .join(' ')} }`,
    variables: { space },
  }))

function generate(schema: GraphQLSchema): Generated[] {
  return [...fromNodes(schema, nodesOf, values()), ...fromRoot(schema, values()), ...changeRequests()]
}

async function crawl(who: Crawler) {
  const seen = {
    ids: new Set<string>(),
    marks: new Set<string>(),
    statuses: new Set<number>(),
    addresses: new Set<string>(),
  }
  const leaks: string[] = []
  const allowed = new Set([...grounds.visible(grounds.ids, who), ...grounds.visible(grounds.marks, who)])
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
  return { seen, leaks }
}

/** Those who have no role of their own anywhere. */
const guests = ['guest', 'invited to ours', 'lender of ours']

describe.each(crawlerNames)('%s', (name) => {
  it(
    'sees no id and no text of what they may not see, and all of what they may',
    async () => {
      const who = grounds.crawlers.find((each) => each.name === name)
      if (!who) throw new Error(`There is no ${name}`)
      const { seen, leaks } = await crawl(who)
      expect(leaks.join('\n\n')).toBe('')
      if (guests.includes(name)) {
        const others = [...seen.addresses].filter((address) => address !== who.person?.user.email)
        expect(others).toEqual([])
      }
      expect([...seen.ids].sort()).toEqual(grounds.visible(grounds.ids, who))
      expect([...seen.marks].sort()).toEqual(grounds.visible(grounds.marks, who))
      // Nothing that was asked was refused for another reason, which would hide what it could have shown.
      expect([...seen.statuses].filter((status) => ![401, 403, 404].includes(status))).toEqual([])
      expectNoFaults(t)
    },
    PATIENCE,
  )
})

it('shows everything to somebody, but for what is deleted', () => {
  const unseen = [...grounds.ids].filter(([, sees]) => !grounds.crawlers.some(sees)).map(([id]) => kindOf(id))
  // In each of two deleted spaces a change request, its review, two threads and all content; and an invitation to each.
  const content = ['File', ...Array(5).fill('Page'), 'ReusableContent', ...Array(3).fill('Revision')]
  const threads = ['Comment', 'Comment', 'CommentReply', 'CommentReply']
  expect(unseen.sort()).toEqual(
    ['ChangeRequest', 'Invite', 'Review', ...threads, ...content].flatMap((kind) => [kind, kind]).sort(),
  )
})
