import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import type { ChangeRequest, Space } from '../../src/generated/prisma/client.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'

const MANY = 2_000
const WIDEST = 10

let t: TestApp
let reader: Person
let space: Space
/** Newest first, as in the list. The first one has many comments. */
let changeRequests: ChangeRequest[]

beforeAll(async () => {
  t = await startApp()
  const organization = await t.build.buildOrganization()
  reader = await t.build.buildPerson({ organizationId: organization.id, role: 'read' })
  space = await t.build.buildSpace({ organizationId: organization.id })
  const made: ChangeRequest[] = []
  for (let i = 0; i < WIDEST + 1; i++) made.push(await t.build.buildChangeRequest({ spaceId: space.id }))
  changeRequests = made.reverse()
  for (const [index, changeRequest] of changeRequests.entries()) {
    const comments = await addComments(changeRequest, index === 0 ? MANY : WIDEST + 2)
    // Replies are on the newest comments, which are on the first page.
    await addReplies(comments.slice(-WIDEST - 1), WIDEST + 1)
  }
  await t.db.database.pool.query('ANALYZE')
  await warmUp()
})
afterAll(() => t.close())

async function addComments(changeRequest: ChangeRequest, count: number): Promise<string[]> {
  const authors = await Promise.all([t.build.buildUser(), t.build.buildUser()])
  const data = Array.from({ length: count }, (_, index) => ({
    id: newId('Comment'),
    spaceId: changeRequest.spaceId,
    changeRequestId: changeRequest.id,
    targetId: changeRequest.id,
    revisionId: changeRequest.revisionId,
    markdown: `Remark ${index}`,
    postedById: authors[index % 2]?.id ?? '',
  }))
  await t.db.database.prisma.comment.createMany({ data })
  return data.map(({ id }) => id)
}

async function addReplies(commentIds: string[], count: number): Promise<void> {
  const author = await t.build.buildUser()
  const data = commentIds.flatMap((commentId) =>
    Array.from({ length: count }, () => ({
      id: newId('CommentReply'),
      spaceId: space.id,
      commentId,
      markdown: 'Answer',
      postedById: author.id,
    })),
  )
  await t.db.database.prisma.commentReply.createMany({ data })
}

/** The clock stops here, so the token is read once; its first use is written independently of the request. */
async function warmUp(): Promise<void> {
  const now = t.clock.now()
  t.clock.now = () => now
  await request('/v1/user')
  await vi.waitFor(() =>
    expect(t.db.statements.some(({ text }) => text.includes('UPDATE "ApiToken"'))).toBe(true),
  )
}

async function request(path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${t.origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.status).toBe(200)
  return response.json()
}

beforeEach(() => {
  t.db.statements.length = 0
})

interface Connection {
  totalCount?: number
  nodes: ({ author?: { displayName: string } } & Record<string, unknown>)[]
}

async function nested(breadth: number, fields = ''): Promise<{ space: { changeRequests: Connection } }> {
  const query = `query ($id: ID!, $n: Int!) {
    space(id: $id) {
      changeRequests(first: $n) { ${fields} pageInfo { hasNextPage endCursor } nodes {
        id author: createdBy { displayName }
        comments(first: $n) { ${fields} pageInfo { hasNextPage } edges { cursor } nodes {
          id author: postedBy { displayName }
          replies(first: $n) { ${fields} pageInfo { hasNextPage } nodes { id author: postedBy { displayName } } }
        } }
      } }
    }
  }`
  const answer = (await request('/graphql', { query, variables: { id: space.id, n: breadth } })) as {
    data: { space: { changeRequests: Connection } }
    errors?: unknown
  }
  expect(answer.errors).toBeUndefined()
  return answer.data
}

/** The number of rows and of connections in a response. */
function measure(connection: Connection): { rows: number; connections: number } {
  const sum = { rows: connection.nodes.length, connections: 1 }
  for (const node of connection.nodes) {
    expect(node.author?.displayName).toEqual(expect.any(String))
    for (const child of [node.comments, node.replies] as (Connection | undefined)[]) {
      if (!child) continue
      const below = measure(child)
      sum.rows += below.rows
      sum.connections += below.connections
    }
  }
  return sum
}

const rowsRead = () => t.db.statements.reduce((sum, { rows }) => sum + rows, 0)

describe('space → change requests → comments → replies, with authors', () => {
  it.each([1, 3, WIDEST])(
    'takes four statements with %i items per level, and no more rows than it returns',
    async (breadth) => {
      const data = await nested(breadth)
      expect(t.db.statements.length).toBe(4)
      const { rows, connections } = measure(data.space.changeRequests)
      expect(rows).toBe(breadth + breadth ** 2 + breadth ** 3)
      // The space is one row; each connection may read one more row to know whether more follow.
      expect(rowsRead()).toBeLessThanOrEqual(1 + rows + connections)
    },
  )

  it('returns the same data with the same statements before and after the document is compiled', async () => {
    // Another document than above, which has not run yet.
    const first = await nested(WIDEST, '__typename')
    const statements = t.db.statements.splice(0).map(({ text }) => text)
    for (const _run of [2, 3, 4]) {
      expect(await nested(WIDEST, '__typename')).toEqual(first)
      expect(t.db.statements.splice(0).map(({ text }) => text)).toEqual(statements)
    }
  })

  it('reads the same number of rows below a change request with 2,000 comments as below one with few', async () => {
    const read = async (changeRequest: ChangeRequest | undefined) => {
      t.db.statements.length = 0
      await request('/graphql', {
        query: `query ($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) {
          comments(first: 10) { nodes { id replies(first: 3) { nodes { id } } } } } }`,
        variables: { space: space.id, id: changeRequest?.id },
      })
      return { statements: t.db.statements.length, rows: rowsRead() }
    }
    const [crowded, quiet] = changeRequests
    const first = await read(crowded)
    expect(first).toEqual({ statements: 3, rows: 1 + 11 + 10 * 4 })
    expect(await read(quiet)).toEqual(first)
  })

  it.each([1, 3, WIDEST])(
    'counts each level with one more statement with %i items per level',
    async (breadth) => {
      const data = await nested(breadth, 'totalCount')
      expect(t.db.statements.length).toBe(4 + 3)
      expect(data.space.changeRequests.totalCount).toBe(WIDEST + 1)
      expect(data.space.changeRequests.nodes[0]?.comments).toMatchObject({ totalCount: MANY })
    },
  )

  it('reads no rows when only the count is requested', async () => {
    const query = `query ($id: ID!) { space(id: $id) { changeRequests(first: 10) { nodes { comments(first: 1) { totalCount } } } } }`
    await request('/graphql', { query, variables: { id: space.id } })
    // Each comments connection reads one row for its page and one for its count.
    expect(rowsRead()).toBeLessThanOrEqual(1 + 11 + 10 * 2 + 10)
  })

  it('finds comments and replies by index', async () => {
    await nested(WIDEST)
    for (const table of ['Comment', 'CommentReply']) {
      const statement = t.db.statements.find(({ text }) => text.includes(`FROM "${table}"`))
      const plan = await planOf(
        statement?.text ?? '',
        table === 'Comment' ? changeRequests.map(({ id }) => id) : [],
      )
      expect(plan).toContain('Index')
      expect(plan).not.toMatch(new RegExp(`Seq Scan on (public\\.)?"${table}"`))
    }
  })
})

/** The plan of a nested statement, prepared as in production. */
async function planOf(text: string, keys: string[]): Promise<string> {
  const client = await t.db.database.pool.connect()
  try {
    const parameters = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
    const extra = Array(Math.max(...parameters) - 2).fill('NULL')
    await client.query(`PREPARE nested AS ${text}`)
    const list = `ARRAY[${keys.map((key) => `'${key}'`).join(', ')}]::text[]`
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN EXECUTE nested(${[list, '11', ...extra].join(', ')})`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    client.release(true)
  }
}

describe('the REST list of comments', () => {
  it('costs the same number of statements for 1, 10 and 100 comments', async () => {
    const costs: number[] = []
    for (const limit of [1, 10, 100]) {
      t.db.statements.length = 0
      const path = `/v1/spaces/${space.id}/change-requests/${changeRequests[0]?.id}/comments?limit=${limit}`
      const { items } = (await request(path)) as { items: unknown[] }
      expect(items.length).toBe(limit)
      expect(rowsRead()).toBeLessThanOrEqual(limit + 5)
      costs.push(t.db.statements.length)
    }
    expect(costs).toEqual([2, 2, 2])
  })

  it('costs one more when some have reactions, and none when some are resolved, however many', async () => {
    const { prisma } = t.db.database
    const of = { changeRequestId: changeRequests[0]?.id ?? null }
    const comments = await prisma.comment.findMany({ where: of, orderBy: { id: 'desc' }, take: 30 })
    const [{ id: userId } = { id: '' }] = await prisma.user.findMany({ take: 1 })
    await prisma.reaction.createMany({
      data: comments.map(({ id }) => ({ id: newId('Reaction'), commentId: id, userId, emoji: '👍' })),
    })
    const ids = { id: { in: comments.map(({ id }) => id) } }
    await prisma.comment.updateMany({ where: ids, data: { reactionCount: 1 } })
    await prisma.comment.updateMany({
      where: ids,
      data: { status: 'resolved', resolvedById: userId, resolvedAt: new Date() },
    })
    const costs: number[] = []
    for (const limit of [1, 30]) {
      t.db.statements.length = 0
      await request(`/v1/spaces/${space.id}/change-requests/${of.changeRequestId}/comments?limit=${limit}`)
      costs.push(t.db.statements.length)
    }
    expect(costs).toEqual([3, 3])
  })
})
