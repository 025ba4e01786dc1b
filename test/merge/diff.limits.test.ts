import { describe, expect, it } from 'vitest'
import { restAsker } from '../support/api-requests.ts'
import { done, refused } from '../support/apis.ts'
import { contentApis } from '../support/apis-content.ts'
import { appForFile } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const spaceId = (await t.build.buildSpace({ organizationId: cast.organization.id })).id
const changeRequestId = (await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })).id
const rest = contentApis[0]?.enter(t, cast.edit)
const changes = Array.from({ length: 12 }, (_, index) => ({
  operation: 'insert_page',
  title: `Page ${index}`,
  document: { markdown: `Text ${index}\n` },
}))
const at = { spaceId, changeRequest: changeRequestId }
await done(rest?.change(at, changes) ?? Promise.reject())
const revisionId = (await done(rest?.revision(at) ?? Promise.reject())).id

type Diff = { changes: unknown[]; more?: number; next?: { page: string } }

const places = [
  { what: 'a change request', isRevision: false },
  { what: 'a revision', isRevision: true },
]

describe.each(places)('the differences of $what', ({ isRevision }) => {
  const rest = (limit?: number, page?: string) =>
    restAsker(t, cast.read)(
      'GET',
      isRevision
        ? `/spaces/${spaceId}/revisions/${revisionId}/changes`
        : `/spaces/${spaceId}/change-requests/${changeRequestId}/changes`,
      (body: Diff) => body,
      { query: { limit, page } },
    )
  const graphql = (limit?: number, fields = 'type') => {
    const diff = `diff${limit === undefined ? '' : `(first: ${limit})`} { totalCount nodes { ${fields} } }`
    return graphqlAsker(t, cast.read).ask(
      `query ($id: ID!) { node(id: $id) { ... on Revision { ${diff} } ... on ChangeRequest { ${diff} } } }`,
      { id: isRevision ? revisionId : changeRequestId },
      ({ node }: { node: { diff: { totalCount: number; nodes: unknown[] } } | null }): Diff | null =>
        node && { changes: node.diff.nodes, more: node.diff.totalCount - node.diff.nodes.length },
    )
  }

  it.each([-1, 0, 1001, 5_000])('reject a limit of %i in both APIs', async (limit) => {
    expect((await refused(rest(limit), 400)).details?.[0]?.path).toEqual(['limit'])
    expect((await refused(graphql(limit), 400)).details?.[0]?.path).toEqual(['first'])
  })

  it('have the same limits, and continue where a page ended', async () => {
    for (const asked of [rest(), graphql(10)]) {
      const { changes, more } = await done(asked)
      expect([changes.length, more]).toEqual([10, 2])
    }
    for (const asked of [rest(1000), graphql(1000)]) expect((await done(asked)).changes).toHaveLength(12)
  })

  it('continue with the cursor of a response, until there is none', async () => {
    const all = (await done(rest(1000))).changes
    const first = await done(rest(5))
    expect(first).toMatchObject({ more: 7, next: { page: expect.any(String) } })
    const second = await done(rest(5, first.next?.page))
    const last = await done(rest(5, second.next?.page))
    expect([...first.changes, ...second.changes, ...last.changes]).toEqual(all)
    expect(last).not.toHaveProperty('next')
    expect(last).not.toHaveProperty('more')
    await refused(rest(5, 'forged'), 400)
  })

  it('load the texts of all changes in one statement', async () => {
    t.db.statements.length = 0
    await done(graphql(12, 'hunks { after { lines } }'))
    const texts = t.db.statements.filter(({ text }) => text.includes('"Document"'))
    expect(texts).toHaveLength(1)
  })
})

describe('the cost of differences', () => {
  const cost = async (limit: number, fields: string) => {
    const query = `query ($s: ID!, $c: ID) { changeRequest(spaceId: $s, id: $c) { diff(first: ${limit}) { nodes { ${fields} } } } }`
    const response = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cast.read.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { s: spaceId, c: changeRequestId } }),
    })
    return (await response.json()) as { extensions?: { cost: number }; errors?: { message: string }[] }
  }

  it('depends on the limit, and many long ones are rejected before they run', async () => {
    const few = (await cost(10, 'type subjectId')).extensions?.cost ?? 0
    const many = (await cost(1000, 'type subjectId')).extensions?.cost ?? 0
    expect(many - few).toBe(990 * 2)
    const { errors } = await cost(1000, 'hunks { before { lines } after { lines } }')
    expect(errors?.[0]?.message).toMatch(/could cost \d+ points/)
  })
})
