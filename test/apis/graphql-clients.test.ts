import { describe, expect, it } from 'vitest'
import { contentApis } from '../support/apis-content.ts'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { done } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

const codesOf = (answer: { errors: { extensions: { code: string } }[] | undefined }) =>
  answer.errors?.map(({ extensions }) => extensions.code)

interface Paged {
  nodes: { id?: string; type?: string }[]
  pageInfo: { endCursor: string }
}
type Found = Record<string, Paged> & { id: string }

describe('pagination below a revision or a page', () => {
  const LIST = '{ nodes { __typename } pageInfo { endCursor } }'
  const inRevision = (args: string) =>
    ['pages', 'allPages', 'files', 'reusableContents', 'diff']
      .map((list) => `${list}(${args}) ${LIST}`)
      .join(' ')

  it('continues by node(id:) with the cursors of space.content, changeRequest.content and REST', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const rest = contentApis[0]?.enter(t, cast.edit)
    const changes = [1, 2].flatMap((n) => [
      { operation: 'insert_page', title: `Page ${n}`, markdown: '[a](none.md) [b](none.md)', ref: `p${n}` },
      { operation: 'insert_page', title: `Child ${n}`, into: 'p1' },
      { operation: 'insert_files', files: [{ name: `f${n}.txt`, base64: 'YQ==' }] },
      { operation: 'insert_reusable_content', title: `Reusable ${n}` },
    ])
    await done(rest?.change({ spaceId }, changes) ?? Promise.reject())
    const { id: changeRequestId } = await t.build.buildChangeRequest({
      spaceId,
      createdById: cast.edit.user.id,
    })
    await done(
      rest?.change({ spaceId, changeRequest: changeRequestId }, [
        { operation: 'insert_page', title: 'Page 3' },
        { operation: 'insert_page', title: 'Page 4' },
      ]) ?? Promise.reject(),
    )
    const { space, changeRequest } = await queried<{
      space: { content: Found }
      changeRequest: { content: Found }
    }>(
      t,
      cast.read,
      `query ($s: ID!, $c: ID!) {
        space(id: $s) { content { id ${inRevision('first: 1')} } }
        changeRequest(id: $c) { content { id ${inRevision('first: 1')} } } }`,
      { s: spaceId, c: changeRequestId },
    )
    for (const { content } of [space, changeRequest]) {
      for (const list of ['pages', 'allPages', 'files', 'reusableContents', 'diff']) {
        const after = content[list]?.pageInfo.endCursor
        const { node } = await queried<{ node: Record<string, Paged> }>(
          t,
          cast.read,
          `query ($id: ID!, $after: String) { node(id: $id) { ... on Revision { ${list}(first: 50, after: $after) ${LIST} } } }`,
          { id: content.id, after },
        )
        expect(node[list]?.nodes.length, list).toBeGreaterThan(0)
      }
    }

    const files = await fetch(`${t.origin}/v1/spaces/${spaceId}/content/files?limit=1`, {
      headers: { authorization: `Bearer ${cast.read.token}` },
    })
    const { next } = (await files.json()) as { next: { page: string } }
    expect(next.page).toBe(space.content.files?.pageInfo.endCursor)

    // The links and children of a page, found by its path in the space.
    const page = await queried<{ space: { content: { pageByPath: Found } } }>(
      t,
      cast.read,
      `query ($s: ID!) { space(id: $s) { content { pageByPath(path: "page-1") { id ... on DocumentPage {
        links(first: 1) ${LIST} pages(first: 1) ${LIST} } } } } }`,
      { s: spaceId },
    )
    const found = page.space.content.pageByPath
    for (const list of ['links', 'pages']) {
      const { node } = await queried<{ node: Record<string, Paged> }>(
        t,
        cast.read,
        `query ($id: ID!, $after: String) { node(id: $id) { ... on DocumentPage { ${list}(first: 9, after: $after) ${LIST} } } }`,
        { id: found.id, after: found[list]?.pageInfo.endCursor },
      )
      expect(node[list]?.nodes, list).toHaveLength(1)
    }
  })
})

describe('a change request', () => {
  const READ =
    'query ($space: ID, $id: ID, $number: Int) { changeRequest(spaceId: $space, id: $id, number: $number) { id } }'
  const REVIEW = 'mutation ($input: SubmitReviewInput!) { submitReview(input: $input) { review { status } } }'
  const MERGE = 'mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { result } }'

  it('is found by its ID alone, and by its number within a space', async () => {
    const { id, spaceId, number } = cast.changeRequest
    const read = (variables: object) => callGraphQL(t, cast.read, READ, { ...variables })
    expect((await read({ id })).data).toEqual({ changeRequest: { id } })
    expect((await read({ id, space: spaceId })).data).toEqual({ changeRequest: { id } })
    expect((await read({ number, space: spaceId })).data).toEqual({ changeRequest: { id } })
    const { id: other } = await t.build.buildSpace({ organizationId: cast.organization.id })
    expect(codesOf(await read({ id, space: other }))).toEqual(['NOT_FOUND'])
    expect(codesOf(await read({ number }))).toEqual(['INVALID_INPUT'])
  })

  it('is reviewed and merged by its ID alone; a space that is given must match', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await t.build.buildChangeRequest({
      spaceId,
      createdById: cast.edit.user.id,
      status: 'open',
    })
    const write = (text: string, input: object) => callGraphQL(t, cast.review, text, { input })
    const elsewhere = { spaceId: cast.space.id, changeRequestId: id }
    expect(codesOf(await write(REVIEW, { ...elsewhere, status: 'APPROVED' }))).toEqual(['NOT_FOUND'])
    expect(codesOf(await write(MERGE, elsewhere))).toEqual(['NOT_FOUND'])
    expect((await write(REVIEW, { changeRequestId: id, status: 'APPROVED' })).data).toEqual({
      submitReview: { review: { status: 'APPROVED' } },
    })
    expect((await write(MERGE, { changeRequestId: id })).data).toEqual({
      mergeChangeRequest: { result: 'MERGE' },
    })
  })

  it('is listed by one status, several or all', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    for (const status of ['draft', 'open', 'archived'] as const) {
      await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id, status })
    }
    const { space } = await queried<{ space: Record<string, { totalCount: number }> }>(
      t,
      cast.read,
      `query ($s: ID!) { space(id: $s) { byDefault: changeRequests { totalCount }
        one: changeRequests(status: DRAFT) { totalCount }
        several: changeRequests(status: [DRAFT, OPEN]) { totalCount }
        all: changeRequests(status: ALL) { totalCount } } }`,
      { s: spaceId },
    )
    expect(Object.values(space).map(({ totalCount }) => totalCount)).toEqual([1, 1, 2, 3])
    const listed = async (search: string) => {
      const response = await fetch(`${t.origin}/v1/spaces/${spaceId}/change-requests?${search}`, {
        headers: { authorization: `Bearer ${cast.read.token}` },
      })
      return ((await response.json()) as { count: number }).count
    }
    expect([await listed(''), await listed('status=draft&status=open'), await listed('status=all')]).toEqual([
      ...[1, 2, 3],
    ])
  })
})

it('space(id:) and node(id:) return a deleted space to users who can restore it, and to no other user', async () => {
  const { id } = await t.build.buildSpace({ organizationId: cast.organization.id, deletedAt: t.clock.now() })
  const text =
    'query ($id: ID!) { space(id: $id) { id deletedAt } node(id: $id) { id ... on Space { deletedAt } } }'
  const { data } = await callGraphQL<{ space: { deletedAt: string }; node: object }>(t, cast.create, text, {
    id,
  })
  expect(data?.space).toEqual({ id, deletedAt: expect.any(String) })
  expect(data?.node).toEqual(data?.space)
  expect((await callGraphQL(t, cast.read, text, { id })).data).toEqual({ space: null, node: null })
})

it('a token without the scope of a field gets an error for it, and the other fields', async () => {
  const { token } = await t.build.buildToken({ userId: cast.read.user.id, scopes: ['space:read'] })
  const answer = await callGraphQL(
    t,
    { token },
    'query ($id: ID!) { space(id: $id) { id title organization { id } commenters { totalCount } } }',
    { id: cast.space.id },
  )
  expect(answer.data).toEqual({
    space: { id: cast.space.id, title: cast.space.title, organization: null, commenters: null },
  })
  expect(answer.errors?.map(({ path }) => path?.join('.'))).toEqual([
    'space.organization',
    'space.commenters',
  ])
  expect(codesOf(answer)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
})

describe('the cost of a request', () => {
  it('counts introspection, with and without a token', async () => {
    const types = '__schema { types { fields { args { name } } } }'
    const many = Array.from({ length: 100 }, (_, index) => `a${index}: ${types}`).join(' ')
    const fragments = `query { ...F } fragment F on Query { ${many} }`
    for (const who of [null, cast.read]) {
      expect(codesOf(await callGraphQL(t, who, `{ ${many} }`))).toEqual(['QUERY_TOO_COMPLEX'])
    }
    expect(codesOf(await callGraphQL(t, cast.read, fragments))).toEqual(['QUERY_TOO_COMPLEX'])
    const one = await callGraphQL(t, null, `{ ${types} }`)
    expect(one.extensions?.cost).toBeGreaterThan(100)
    const byName = await callGraphQL(t, null, 'query { __type(name: "Space") { fields { name } } }')
    expect(byName.extensions?.cost).toBeGreaterThan(10)
  })

  it('leaves room for 50 comments with 5 replies, all with reactions and their users', async () => {
    const reactions = 'reactions { emoji count users { nodes { reactedAt user { id displayName } } } }'
    const answer = await callGraphQL(
      t,
      cast.read,
      `query ($id: ID!) { space(id: $id) { comments(first: 50) { nodes { id body { markdown } postedBy { displayName }
        ${reactions} replies(first: 5) { nodes { id body { markdown } postedBy { displayName } ${reactions} } } } } } }`,
      { id: cast.space.id },
    )
    expect(answer.errors).toBeUndefined()
  })
})

it('the users of a reaction are paginated, in the order of reaction', async () => {
  const comment = await t.build.buildComment({ spaceId: cast.space.id, postedById: cast.comment.user.id })
  const react = 'mutation ($input: UpdateCommentInput!) { updateComment(input: $input) { comment { id } } }'
  const people = [cast.comment, cast.edit, cast.review]
  for (const who of people) {
    await queried(t, who, react, { input: { commentId: comment.id, addedReactions: ['👍'] } })
  }
  const seen: string[] = []
  for (let after: string | null = null; ; ) {
    const answer: { node: Reacted } = await queried(
      t,
      cast.read,
      `query ($id: ID!, $after: String) { node(id: $id) { ... on Post { reactions { count users(first: 2, after: $after) {
        totalCount nodes { user { id } } pageInfo { hasNextPage endCursor } } } } } }`,
      { id: comment.id, after },
    )
    const [reaction] = answer.node.reactions
    expect([reaction?.count, reaction?.users.totalCount]).toEqual([3, 3])
    seen.push(...(reaction?.users.nodes.map(({ user }) => user.id) ?? []))
    after = reaction?.users.pageInfo.endCursor ?? null
    if (!reaction?.users.pageInfo.hasNextPage) break
  }
  expect(seen).toEqual(people.map(({ user }) => user.id))
})

interface Reacted {
  reactions: { count: number; users: Users }[]
}

interface Users {
  totalCount: number
  nodes: { user: { id: string } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

it('responses carry the rate-limit headers', async () => {
  for (const query of ['{ viewer { user { id } } }', '{ nonsense }']) {
    const { headers } = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cast.read.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    for (const name of ['limit', 'remaining', 'reset'])
      expect(headers.get(`x-ratelimit-${name}`)).toBeTruthy()
  }
})
