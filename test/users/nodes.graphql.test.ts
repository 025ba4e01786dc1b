import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { failedRequests } from '../support/outcome.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'

let t: TestApp
let cast: PeopleByRole
/** One resource of every kind of id, and a user who can see all of them. */
let ids: Record<string, string>

beforeAll(async () => {
  t = await startApp()
  cast = await buildPeopleByRole(t)
  const comment = await t.build.buildComment({ spaceId: cast.space.id })
  ids = {
    Organization: cast.organization.id,
    User: cast.comment.user.id,
    Space: cast.space.id,
    ChangeRequest: cast.changeRequest.id,
    Comment: comment.id,
    CommentReply: (await t.build.buildReply({ commentId: comment.id })).id,
    ApiToken: cast.read.tokenId,
  }
})
afterEach(() => expect(failedRequests(t)).toEqual([]))
afterAll(() => t.close())

const kinds = [
  'Organization',
  'User',
  'Space',
  'ChangeRequest',
  'Comment',
  'CommentReply',
  'ApiToken',
] as const
type Found = { __typename: string; id: string } | null

const NODE = 'query($id: ID!) { node(id: $id) { __typename id } }'

describe.each(kinds)('node of a %s', (kind) => {
  const nodeOf = async (who: { token: string }, id: string) =>
    (await queried<{ node: Found }>(t, who, NODE, { id })).node

  it('is found by users who can see it', async () => {
    const id = ids[kind] ?? ''
    expect(await nodeOf(cast.read, id)).toEqual({ __typename: kind, id })
  })

  it('is null alike when it is hidden, absent or no id at all', async () => {
    const answers = await Promise.all(
      [ids[kind] ?? '', newId(kind), 'nonsense', '', `x${ids[kind]}`].map((id) =>
        callGraphQL(t, cast.stranger, NODE, { id }),
      ),
    )
    const [hidden] = answers
    expect(hidden).toMatchObject({ status: 200, data: { node: null }, errors: undefined })
    for (const answer of answers) {
      expect({ ...answer, trace: '' }).toEqual({ ...hidden, trace: '' })
    }
  })

  it('is null under the prefix of another kind', async () => {
    const tail = (ids[kind] ?? '').split('_')[1]
    for (const other of kinds.filter((each) => each !== kind)) {
      const [prefix] = (ids[other] ?? '').split('_')
      expect(await nodeOf(cast.read, `${prefix}_${tail}`)).toBeNull()
    }
  })

  it('requires a token', async () => {
    const { status, errors } = await callGraphQL(t, null, NODE, { id: ids[kind] })
    expect(status).toBe(401)
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', status: 401 } }])
  })
})

describe('nodes', () => {
  it('are returned in the requested order, with null for missing ones', async () => {
    const hidden = await t.build.buildSpace()
    const asked = [ids.Comment, newId('Comment'), ids.Space, hidden.id, ids.Comment, ids.ApiToken]
    const { nodes } = await queried<{ nodes: Found[] }>(
      t,
      cast.read,
      'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: asked },
    )
    expect(nodes.map((node) => node?.id ?? null)).toEqual([
      ids.Comment,
      null,
      ids.Space,
      null,
      ids.Comment,
      ids.ApiToken,
    ])
  })

  it('of one kind are one statement', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => t.build.buildComment({ spaceId: cast.space.id })),
    )
    const asked = made.map(({ id }) => id)
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Comment { postedBy { id } } } }'
    await queried(t, cast.read, query, { ids: asked.slice(0, 1) })
    const before = t.db.statements.length
    await queried(t, cast.read, query, { ids: asked })
    const about = t.db.statements.slice(before).filter(({ text }) => text.includes('"Comment"'))
    expect(about).toHaveLength(1)
  })

  it('are at most 100 at a time', async () => {
    const { errors } = await callGraphQL(t, cast.read, 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array.from({ length: 101 }, () => newId('Space')),
    })
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', status: 400 } }])
  })

  it('ask a token for the scope of what they are', async () => {
    const who = await t.build.buildToken({ userId: cast.read.user.id, scopes: ['organization:read'] })
    const { data, errors } = await callGraphQL(
      t,
      who,
      'query($a: ID!, $b: ID!) { seen: node(id: $a) { id } unseen: node(id: $b) { id } }',
      { a: ids.Organization, b: ids.Space },
    )
    expect(data).toEqual({ seen: { id: ids.Organization }, unseen: null })
    expect(errors).toMatchObject([{ path: ['unseen'], extensions: { code: 'FORBIDDEN', status: 403 } }])
  })
})

describe('viewer', () => {
  it('contains the data of the caller', async () => {
    const { user, tokenId } = cast.edit
    expect(
      await queried(
        t,
        cast.edit,
        `{ viewer { user { id displayName email } organizations { nodes { id } totalCount }
          apiTokens { nodes { id } totalCount } } }`,
      ),
    ).toEqual({
      viewer: {
        user: { id: user.id, displayName: user.displayName, email: user.email },
        organizations: { nodes: [{ id: cast.organization.id }], totalCount: 1 },
        apiTokens: { nodes: [{ id: tokenId }], totalCount: 1 },
      },
    })
  })
})
