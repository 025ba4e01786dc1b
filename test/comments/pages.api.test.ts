import { afterEach, describe, expect, it } from 'vitest'
import { altered } from '../support/altered.ts'
import {
  type Api,
  type Attempt,
  apis,
  done,
  failedRequests,
  type Listed,
  type PageOf,
  refused,
  rest,
} from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildCommentRows } from './comment-rows.ts'

const ROWS = 9

const t = await appForFile()
const { organizationId, ann, spaceId } = await buildCommentRows(t, ROWS)
const { id: changeRequestId } = await t.build.buildChangeRequest({ spaceId })
const { id: commentId } = await t.build.buildComment({ changeRequestId })
await t.build.buildReply({ commentId })
for (let n = 1; n < ROWS; n++) {
  await t.build.buildSpace({ organizationId })
  await t.build.buildChangeRequest({ spaceId })
  await t.build.buildComment({ changeRequestId })
  await t.build.buildMember({ userId: ann.user.id })
  await t.build.buildToken({ userId: ann.user.id })
  await t.build.buildReply({ commentId })
}
afterEach(() => expect(failedRequests(t)).toEqual([]))

interface Row {
  id: string
}

/** A list: how each API returns a page of it, and how GraphQL reaches its connection. */
interface List {
  name: string
  order: 'asc' | 'desc'
  page: (api: Api, page: PageOf) => Attempt<Listed<Row>>
  /** The path of fields to the connection, and the arguments of the connection itself. */
  reach: () => { fields: string[]; args?: string }
}

const orders = ['asc', 'desc'] as const
const lists: List[] = [
  ...orders.map(
    (order): List => ({
      name: `comments of main content, ${order}`,
      order,
      page: (api, page) => api.listComments({ spaceId }, { order, ...page }),
      reach: () => ({
        fields: [`space(id: "${spaceId}")`, 'comments'],
        args: `order: ${order.toUpperCase()}`,
      }),
    }),
  ),
  ...orders.map(
    (order): List => ({
      name: `comments of a change request, ${order}`,
      order,
      page: (api, page) => api.listComments({ spaceId, changeRequest: changeRequestId }, { order, ...page }),
      reach: () => ({
        fields: [`changeRequest(spaceId: "${spaceId}", id: "${changeRequestId}")`, 'comments'],
        args: `order: ${order.toUpperCase()}`,
      }),
    }),
  ),
  ...orders.map(
    (order): List => ({
      name: `replies, ${order}`,
      order,
      page: (api, page) =>
        api.listReplies({ spaceId, changeRequest: changeRequestId, commentId }, { order, ...page }),
      reach: () => ({
        fields: [`node(id: "${commentId}")`, '... on Comment', 'replies'],
        args: `order: ${order.toUpperCase()}`,
      }),
    }),
  ),
  {
    name: 'change requests',
    order: 'desc',
    page: (api, page) => api.listChangeRequests(spaceId, page),
    reach: () => ({ fields: [`space(id: "${spaceId}")`, 'changeRequests'] }),
  },
  {
    name: 'spaces',
    order: 'asc',
    page: (api, page) => api.listSpaces(organizationId, page),
    reach: () => ({ fields: [`organization(id: "${organizationId}")`, 'spaces'] }),
  },
  {
    name: 'organizations',
    order: 'asc',
    page: (api, page) => api.listOrganizations(page),
    reach: () => ({ fields: ['organizations'] }),
  },
  {
    name: 'tokens',
    order: 'desc',
    page: (api, page) => api.listApiTokens(page),
    reach: () => ({ fields: ['viewer', 'apiTokens'] }),
  },
]

interface Connection {
  nodes: Row[]
  totalCount?: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'

/** The connection of a list, selected with these page arguments. */
async function connectionOf(list: List, args: string, selection = ''): Promise<Connection> {
  const { fields, args: own = '' } = list.reach()
  const last = `${fields.at(-1)}(${[own, args].filter(Boolean).join(', ')}) { nodes { id } ${PAGE_INFO} ${selection} }`
  const query = [...fields.slice(0, -1)].reduceRight((inner, field) => `${field} { ${inner} }`, last)
  let found: unknown = await queried<unknown>(t, ann, `{ ${query} }`)
  for (const field of fields) {
    const [name] = field.split('(')
    if (name && !name.startsWith('...')) found = (found as Record<string, unknown>)[name]
  }
  return found as Connection
}

const idsOf = (rows: Row[]) => rows.map((row) => row.id)

/** Follows cursors to the end, alternating between the APIs. */
async function walk(list: List, through: Api[], limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  for (let page = 0; page <= ROWS; page++) {
    const api = through[page % through.length]
    if (!api) break
    const { items, next } = await done(list.page(api, { limit, ...(cursor ? { cursor } : {}) }))
    expect(items.length).toBeLessThanOrEqual(limit)
    ids.push(...idsOf(items))
    cursor = next
    if (!cursor) return ids
  }
  throw new Error(`${list.name} does not end`)
}

describe.each(lists)('the pages of $name', (list) => {
  const all = async () => idsOf((await done(list.page(rest.enter(t, ann), {}))).items)

  it('contain every row once, in order', async () => {
    const ids = await all()
    expect(ids).toHaveLength(ROWS)
    const sorted = [...ids].sort()
    expect(ids).toEqual(list.order === 'asc' ? sorted : sorted.reverse())
  })

  it.each([1, 2, 7])('are read %i at a time with each API, and with both alternately', async (limit) => {
    const ids = await all()
    const through = apis.map((api) => api.enter(t, ann))
    for (const api of through) expect(await walk(list, [api], limit)).toEqual(ids)
    expect(await walk(list, through, limit)).toEqual(ids)
    expect(await walk(list, through.reverse(), limit)).toEqual(ids)
  })

  it('are walked backwards with last and before', async () => {
    const ids = await all()
    for (const limit of [1, 2, 7]) {
      const seen: string[] = []
      let before = ''
      for (let page = 0; page <= ROWS; page++) {
        const { nodes, pageInfo } = await connectionOf(list, `last: ${limit}${before}`)
        expect(pageInfo.hasNextPage).toBe(before !== '')
        seen.unshift(...idsOf(nodes))
        if (!pageInfo.hasPreviousPage) break
        before = `, before: "${pageInfo.startCursor}"`
      }
      expect(seen).toEqual(ids)
    }
  })

  it('between two cursors contain the rows between them', async () => {
    const ids = await all()
    const { pageInfo: head } = await connectionOf(list, 'first: 2')
    const { pageInfo: tail } = await connectionOf(list, 'last: 3')
    const between = `after: "${head.endCursor}", before: "${tail.startCursor}"`
    expect(idsOf((await connectionOf(list, `first: 50, ${between}`)).nodes)).toEqual(ids.slice(2, -3))
    expect(idsOf((await connectionOf(list, `last: 2, ${between}`)).nodes)).toEqual(ids.slice(-5, -3))
  })

  it('are counted when asked, and only then', async () => {
    const counting = () => t.db.statements.filter(({ text }) => text.includes('count(*)')).length
    const before = counting()
    await connectionOf(list, 'first: 2')
    expect(counting()).toBe(before)
    const { nodes, totalCount } = await connectionOf(list, 'first: 2', 'totalCount')
    expect([nodes.length, totalCount]).toEqual([2, ROWS])
    expect(counting()).toBe(before + 1)
  })

  it.each(apis)('take only cursors of their own, at the API layer of $name', async ({ enter }) => {
    const api = enter(t, ann)
    const { next } = await done(list.page(api, { limit: 1 }))
    for (const cursor of [altered(next ?? '', 5), 'garbage']) {
      expect((await refused(list.page(api, { cursor }), 400)).reason).toBe('invalid_cursor')
    }
    for (const other of lists.filter(({ name }) => name !== list.name)) {
      const refusal = await refused(other.page(api, { cursor: next ?? '' }), 400)
      expect(refusal.reason).toBe('invalid_cursor')
    }
    for (const limit of [0, -1]) {
      expect((await refused(list.page(api, { limit }), 400)).reason).toBe('invalid_input')
    }
    // The cost of this many rows may exceed the budget before the limit is checked.
    await refused(list.page(api, { limit: 1001 }), 400)
  })
})
