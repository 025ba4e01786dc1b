import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apis, type CommentFilters, done, failedRequests, graphql, refused, rest } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { buildCommentRows } from './comment-rows.ts'

const ROWS = 9
const orders = ['asc', 'desc'] as const

const t = await appForFile()
const { organizationId, ann, bob, spaceId } = await buildCommentRows(t, ROWS)
for (let n = 0; n < ROWS; n++) await t.build.buildChangeRequest({ spaceId })
afterEach(() => expect(failedRequests(t)).toEqual([]))

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id)

describe('totalCount under filters', () => {
  it.each<[string, CommentFilters]>([
    ['status: ALL', { status: 'all' }],
    ['status: OPEN', { status: 'open' }],
    ['status: RESOLVED', { status: 'resolved' }],
    ['targetPage: "pag_none"', { targetPage: 'pag_none' }],
  ])('is the length of the list with %s', async (args, filters) => {
    const { items } = await done(rest.enter(t, ann).listComments({ spaceId }, filters))
    const { space } = await queried<{ space: { comments: { totalCount: number } } }>(
      t,
      ann,
      `{ space(id: "${spaceId}") { comments(first: 1, ${args}) { totalCount } } }`,
    )
    expect(space.comments.totalCount).toBe(items.length)
  })

  it('counts by author, and by status of change requests', async () => {
    const { items } = await done(rest.enter(t, ann).listComments({ spaceId }, { authors: [bob.user.id] }))
    expect(items).toHaveLength(3)
    const { space } = await queried<{ space: Record<string, { totalCount: number }> }>(
      t,
      ann,
      `{ space(id: "${spaceId}") {
        byBob: comments(authors: ["${bob.user.id}"]) { totalCount }
        drafts: changeRequests(status: DRAFT) { totalCount }
        every: changeRequests(status: ALL) { totalCount }
      } }`,
    )
    expect(space).toEqual({
      byBob: { totalCount: 3 },
      drafts: { totalCount: 0 },
      every: { totalCount: ROWS },
    })
  })
})

describe.each(apis)('a list that changes between pages ($name)', ({ enter }) => {
  it.each(orders)('never skips or repeats what stays (%s)', async (order) => {
    const space = await t.build.buildSpace({ organizationId })
    const rows: string[] = []
    for (let n = 0; n < 8; n++) rows.push((await t.build.buildComment({ spaceId: space.id })).id)
    const inOrder = order === 'asc' ? rows : [...rows].reverse()
    const api = enter(t, ann)
    const remove = (id: string | undefined) =>
      done(api.deleteComment({ spaceId: space.id, commentId: id ?? newId('Comment') }))
    const page = async (cursor?: string) =>
      done(api.listComments({ spaceId: space.id }, { order, limit: 3, ...(cursor ? { cursor } : {}) }))

    const first = await page()
    expect(idsOf(first.items)).toEqual(inOrder.slice(0, 3))
    // Deletes the row of the cursor, a returned row and a row of a later page; a new one is added at the end.
    await remove(inOrder[2])
    await remove(inOrder[0])
    await remove(inOrder[4])
    const added = (await done(api.postComment({ spaceId: space.id }, { markdown: 'New' }))).id
    const second = await page(first.next)
    expect(idsOf(second.items)).toEqual([inOrder[3], inOrder[5], inOrder[6]])
    const third = await page(second.next)
    expect(idsOf(third.items)).toEqual(order === 'asc' ? [inOrder[7], added] : [inOrder[7]])
    expect(third.next).toBeUndefined()
  })

  it('keeps a cursor to its filters', async () => {
    const api = enter(t, ann)
    const { next } = await done(api.listComments({ spaceId }, { status: 'open', limit: 1 }))
    const cursor = next ?? ''
    await done(api.listComments({ spaceId }, { status: 'open', limit: 5, cursor }))
    for (const filters of [
      {},
      { status: 'resolved' },
      { status: 'open', order: 'asc' },
    ] as CommentFilters[]) {
      const refusal = await refused(api.listComments({ spaceId }, { ...filters, cursor }), 400)
      expect(refusal.reason).toBe('invalid_cursor')
    }
  })
})

it('an endCursor is accepted as page, and a page as after', async () => {
  const { space } = await queried<{ space: { comments: { pageInfo: { endCursor: string } } } }>(
    t,
    ann,
    `{ space(id: "${spaceId}") { comments(first: 4) { pageInfo { endCursor } } } }`,
  )
  const page = { limit: 2, cursor: space.comments.pageInfo.endCursor }
  const viaRest = await done(rest.enter(t, ann).listComments({ spaceId }, page))
  expect(await done(graphql.enter(t, ann).listComments({ spaceId }, page))).toEqual(viaRest)
  const onward = { limit: 2, cursor: viaRest.next ?? '' }
  const viaGraphQL = await done(graphql.enter(t, ann).listComments({ spaceId }, onward))
  expect(await done(rest.enter(t, ann).listComments({ spaceId }, onward))).toEqual(viaGraphQL)
  expect(idsOf([...viaRest.items, ...viaGraphQL.items])).toHaveLength(4)
})
