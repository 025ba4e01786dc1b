import { afterEach, describe, expect, it } from 'vitest'
import { done, failedRequests, refused } from '../support/apis.ts'
import { mergingApis } from '../support/apis-merging.ts'
import type { Proposal } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import { changeContent, insertPages } from '../support/content.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const organizationId = cast.organization.id
afterEach(() => expect(failedRequests(t)).toEqual([]))

const LINES = Array.from({ length: 12 }, (_, n) => `Line ${n + 1}`)
const text = (lines: Record<number, string> = {}) =>
  `${LINES.map((line, n) => lines[n + 1] ?? line).join('\n')}\n`

interface Prepared {
  at: Proposal
  pages: string[]
}

/** Pages in a folder, and a change request. */
async function prepare(titles: string[]): Promise<Prepared> {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const pages = await insertPages(
    t,
    cast.admin,
    spaceId,
    titles.map((title) => ({ title, markdown: text() })),
  )
  const made = await callRest(t, cast.edit, 'POST', `/spaces/${spaceId}/change-requests`, { body: {} })
  return { at: { spaceId, changeRequestId: (made.body as { id: string }).id }, pages }
}

const edited = (page: string, lines: Record<number, string>) => ({
  operation: 'update_page',
  page,
  document: { markdown: text(lines) },
})

async function propose({ spaceId, changeRequestId }: Proposal, ...changes: object[]): Promise<void> {
  const answer = await callRest(
    t,
    cast.edit,
    'POST',
    `/spaces/${spaceId}/change-requests/${changeRequestId}/content`,
    {
      body: { changes },
    },
  )
  if (answer.status !== 200) throw new Error(answer.trace)
}

const revisionsIn = (spaceId: string) => t.db.database.prisma.revision.count({ where: { spaceId } })

describe.each(mergingApis)('whether a change request can be merged ($name)', ({ enter }) => {
  const as = (who: Person) => enter(t, who)

  it('is said for clean, outdated, conflicting, resolved and merged ones, and nothing is written', async () => {
    const { at, pages } = await prepare(['Both', 'Mine'])
    const [both = '', mine = ''] = pages
    await propose(at, edited(both, { 5: 'Mine' }), edited(mine, { 1: 'Mine' }))
    expect((await done(as(cast.read).mergeability(at))).state).toBe('clean')
    await changeContent(t, cast.admin, at.spaceId, [edited(both, { 11: 'Elsewhere' })])
    expect(await done(as(cast.read).mergeability(at))).toMatchObject({ state: 'outdated', conflicts: 0 })
    await changeContent(t, cast.admin, at.spaceId, [edited(both, { 5: 'Theirs' })])
    const before = await revisionsIn(at.spaceId)
    const conflicting = await done(as(cast.read).mergeability(at))
    expect(conflicting).toMatchObject({
      state: 'conflicts',
      conflicts: 1,
      conflictingPages: [{ page: both, title: 'Both', path: 'both' }],
      blockedBy: [],
    })
    expect(await revisionsIn(at.spaceId)).toBe(before)
    expect(await t.db.database.prisma.conflict.count({ where: { spaceId: at.spaceId } })).toBe(0)
    expect((await refused(as(cast.review).merge(at), 409)).details).toHaveLength(conflicting.conflicts)

    const path = `/spaces/${at.spaceId}/change-requests/${at.changeRequestId}`
    await callRest(t, cast.edit, 'POST', `${path}/update`)
    expect(await done(as(cast.read).mergeability(at))).toEqual(conflicting)
    const { body } = await callRest(t, cast.edit, 'GET', `${path}/conflicts`)
    const [conflict] = (body as { items: { id: string }[] }).items
    await callRest(t, cast.edit, 'POST', `${path}/conflicts/${conflict?.id}/resolve`, {
      body: { resolution: 'changed' },
    })
    expect((await done(as(cast.read).mergeability(at))).state).toBe('clean')
    await done(as(cast.review).merge(at))
    expect((await done(as(cast.read).mergeability(at))).state).toBe('merged')
  })

  it('names a page that the change request deleted and main content changed', async () => {
    const { at, pages } = await prepare(['Gone'])
    const [page = ''] = pages
    await propose(at, { operation: 'delete_page', page })
    await changeContent(t, cast.admin, at.spaceId, [edited(page, { 1: 'Kept' })])
    expect((await done(as(cast.read).mergeability(at))).conflictingPages).toEqual([
      { page, title: 'Gone', path: 'gone' },
    ])
  })

  it('says that an archived one is blocked', async () => {
    const { at } = await prepare(['One'])
    await done(as(cast.edit).update(at, { status: 'archived' }))
    const { state, blockedBy } = await done(as(cast.read).mergeability(at))
    expect([state, blockedBy.map(({ rule }) => rule)]).toEqual(['blocked', ['archived']])
    await refused(as(cast.review).merge(at), 409)
  })

  it('is not said to those who cannot see it', async () => {
    const { at } = await prepare(['One'])
    await refused(as(cast.stranger).mergeability(at), 404)
    await refused(as(cast.guest).mergeability(at), 404)
  })
})

describe('asking whether change requests can be merged', () => {
  const LIST = `query($space: ID!) { space(id: $space) { changeRequests(first: 50, status: [DRAFT]) { nodes {
    id merge { state conflictingPages { title } blockedBy { rule } } } } } }`
  const read = (query: string, variables: object) =>
    fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cast.read.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    }).then((response) => response.json() as Promise<{ data?: object; errors?: object }>)

  it('takes one statement for a whole list, once the revisions are known', async () => {
    const { at, pages } = await prepare(['Both'])
    const [page = ''] = pages
    const others = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const made = await callRest(t, cast.edit, 'POST', `/spaces/${at.spaceId}/change-requests`, {
          body: {},
        })
        return { spaceId: at.spaceId, changeRequestId: (made.body as { id: string }).id }
      }),
    )
    for (const [n, each] of [at, ...others].entries()) await propose(each, edited(page, { 5: `Mine ${n}` }))
    await changeContent(t, cast.admin, at.spaceId, [edited(page, { 5: 'Theirs' })])
    const ask = async () => {
      const answer = await read(LIST, { space: at.spaceId })
      expect(answer.errors).toBeUndefined()
      expect(JSON.stringify(answer.data).match(/"CONFLICTS"/g)).toHaveLength(5)
    }
    await ask()
    const statements = await statementsOf(t, ask)
    // The space, its change requests, and the facts of all of them.
    expect(statements).toHaveLength(3)
    expect(statements.filter((each) => each.includes('"isOutdated"'))).toHaveLength(1)
  })
})
