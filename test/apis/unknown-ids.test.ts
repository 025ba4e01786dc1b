import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import {
  type Answer,
  bodyOf,
  expectNoFaults,
  expectRefused,
  query,
  rowCounts,
  send,
} from '../support/refusals.ts'
import { buildWorld, type World } from '../support/world.ts'

const t = await appForFile()
const mine = await buildWorld(t)
const theirs = await buildWorld(t)
const sibling = await t.build.buildSpace({ organizationId: mine.organization.id })
const before = await rowCounts(t.db.database)
afterEach(async () => {
  expect(await rowCounts(t.db.database)).toEqual(before)
  expectNoFaults(t)
})

const rest = (method: string, path: string, json?: unknown) =>
  send(t.origin, `/v1${path}`, { method, token: mine.person.token, ...(json === undefined ? {} : { json }) })
const gql = (text: string, variables?: unknown) =>
  query(t.origin, text, { token: mine.person.token, variables })

const body = { markdown: 'Hello' }
const read = (field: string, selection = 'id') => `query ($id: ID!) { ${field} { ${selection} } }`
const write = (name: string, selection: string) => {
  const input = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  return (values: object) =>
    gql(`mutation ($input: ${input}!) { ${name}(input: $input) { ${selection} } }`, { input: values })
}

describe('an unknown id', () => {
  const other = { Space: 'Comment', Comment: 'Space', CommentReply: 'Comment' } as const
  type Kind = 'Organization' | 'Space' | 'ChangeRequest' | 'Comment' | 'CommentReply' | 'User'

  /** An unknown id, an existing one of another kind, and one that exists where the caller has no access. */
  const ids = (kind: Kind): string[] => {
    const of = (world: World) => ({
      Organization: world.organization.id,
      Space: world.space.id,
      ChangeRequest: world.changeRequest.id,
      Comment: world.comment.id,
      CommentReply: world.reply.id,
      User: world.person.user.id,
    })
    return [newId(kind), of(mine)[kind === 'Space' ? other.Space : 'Space'], of(theirs)[kind]]
  }

  const asks: [string, Kind, (id: string) => Promise<Answer>][] = [
    ['GET an organization', 'Organization', (id) => rest('GET', `/orgs/${id}`)],
    ['GET its spaces', 'Organization', (id) => rest('GET', `/orgs/${id}/spaces`)],
    ['POST a space', 'Organization', (id) => rest('POST', `/orgs/${id}/spaces`, { title: 'New' })],
    ['GET a space', 'Space', (id) => rest('GET', `/spaces/${id}`)],
    ['GET its comments', 'Space', (id) => rest('GET', `/spaces/${id}/comments`)],
    ['POST a comment', 'Space', (id) => rest('POST', `/spaces/${id}/comments`, { body })],
    ['GET its change requests', 'Space', (id) => rest('GET', `/spaces/${id}/change-requests`)],
    [
      'POST a change request',
      'Space',
      (id) => rest('POST', `/spaces/${id}/change-requests`, { subject: 'New' }),
    ],
    ['DELETE a comment of it', 'Space', (id) => rest('DELETE', `/spaces/${id}/comments/cmt_gone`)],
    [
      'GET a change request',
      'ChangeRequest',
      (id) => rest('GET', `/spaces/${mine.space.id}/change-requests/${id}`),
    ],
    [
      'POST a comment on one',
      'ChangeRequest',
      (id) => rest('POST', `/spaces/${mine.space.id}/change-requests/${id}/comments`, { body }),
    ],
    ['GET a comment', 'Comment', (id) => rest('GET', `/spaces/${mine.space.id}/comments/${id}`)],
    [
      'PUT a comment',
      'Comment',
      (id) => rest('PUT', `/spaces/${mine.space.id}/comments/${id}`, { resolved: true }),
    ],
    [
      'POST a reply',
      'Comment',
      (id) => rest('POST', `/spaces/${mine.space.id}/comments/${id}/replies`, { body }),
    ],
    [
      'GET a reply',
      'CommentReply',
      (id) => rest('GET', `/spaces/${mine.space.id}/comments/${mine.comment.id}/replies/${id}`),
    ],
    [
      'PUT a reply',
      'CommentReply',
      (id) => rest('PUT', `/spaces/${mine.space.id}/comments/${mine.comment.id}/replies/${id}`, { body }),
    ],
    ['GET a user', 'User', (id) => rest('GET', `/users/${id}`)],
    ['organization', 'Organization', (id) => gql(read('organization(id: $id)'), { id })],
    ['createSpace', 'Organization', (id) => write('createSpace', 'space { id }')({ organizationId: id })],
    ['space', 'Space', (id) => gql(read('space(id: $id)'), { id })],
    ['postComment', 'Space', (id) => write('postComment', 'comment { id }')({ spaceId: id, body })],
    [
      'createChangeRequest',
      'Space',
      (id) => write('createChangeRequest', 'changeRequest { id }')({ spaceId: id }),
    ],
    [
      'changeRequest',
      'ChangeRequest',
      (id) => gql(`query ($id: ID!) { changeRequest(spaceId: "${mine.space.id}", id: $id) { id } }`, { id }),
    ],
    [
      'updateComment',
      'Comment',
      (id) => write('updateComment', 'comment { id }')({ commentId: id, resolved: true }),
    ],
    [
      'postCommentReply',
      'Comment',
      (id) => write('postCommentReply', 'reply { id }')({ commentId: id, body }),
    ],
    [
      'updateCommentReply',
      'CommentReply',
      (id) => write('updateCommentReply', 'reply { id }')({ replyId: id, body }),
    ],
    ['user', 'User', (id) => gql(read('user(id: $id)'), { id })],
  ]

  it.each(asks)(
    '%s: unknown, of another kind and not visible all return the same 404',
    async (_title, kind, ask) => {
      const answers = await Promise.all(ids(kind).map(ask))
      for (const answer of answers) expectRefused(answer, 'not_found')
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    },
  )

  it('node returns null for all of them', async () => {
    const asked = (
      ['Organization', 'Space', 'ChangeRequest', 'Comment', 'CommentReply', 'User'] as const
    ).flatMap((kind) => [ids(kind)[0] ?? '', ids(kind)[2] ?? ''])
    const strange = [
      '',
      'x',
      '_',
      'spc_',
      'xyz_1',
      'spc_\u0000',
      'spc_\ud800',
      'toString_1',
      `spc_${'x'.repeat(100_000)}`,
    ]
    const all = [...asked, ...strange, newId('Request'), newId('Event')]
    const one = await gql('query ($id: ID!) { node(id: $id) { id } }', { id: all[0] })
    const answers = await Promise.all(
      all.map((id) => gql('query ($id: ID!) { node(id: $id) { id } }', { id })),
    )
    for (const answer of answers) expect(answer.text).toBe(one.text)
    const nodes = bodyOf(await gql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: all }))
    expect(nodes.errors).toBeUndefined()
    expect(nodes.data.nodes).toEqual(all.map(() => null))
  })

  it.each([
    ['a member', 'organization', 'member(userId: "usr_gone") { user { id } }'],
    ['the status of an integration', 'organization', 'integrationStatus(name: "no-such") { installed }'],
    ['an OpenAPI spec', 'organization', 'openAPISpec(slug: "no-such") { id }'],
    ['an invite link', 'organization', 'linkInvite(id: "inv_gone") { id }'],
    ['a comment', 'space', 'comment(id: "cmt_gone") { id }'],
    ['a revision', 'space', 'revision(id: "rev_gone") { id }'],
    ['a page', 'space', 'content { page(id: "pag_gone") { id } }'],
    ['a page by its path', 'space', 'content { pageByPath(path: "no/such") { id } }'],
    ['a file', 'space', 'content { file(id: "fil_gone") { id } }'],
    ['a Git connection', 'space', 'gitConnection { url }'],
  ])('%s below an object is null, without an error', async (_what, root, field) => {
    const id = root === 'space' ? mine.space.id : mine.organization.id
    const { data, errors } = bodyOf(await gql(`query ($id: ID!) { ${root}(id: $id) { ${field} } }`, { id }))
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data)).toMatch(/:null\}+$/)
  })

  it('a comment of another space is not found', async () => {
    const at = (id: string) => rest('GET', `/spaces/${sibling.id}/comments/${id}`)
    expect((await at(mine.comment.id)).text).toBe((await at(newId('Comment'))).text)
    expectRefused(await at(mine.comment.id), 'not_found')
    const path = `/spaces/${mine.space.id}/change-requests/${mine.changeRequest.id}/comments/${mine.comment.id}`
    expectRefused(await rest('GET', path), 'not_found')
    expectRefused(await rest('PUT', path, { resolved: true }), 'not_found')
  })

  it('deleting an invisible resource looks like deleting a deleted one, and deletes nothing', async () => {
    const pairs: [(id: string) => Promise<Answer>, string, string][] = [
      [
        (id) => rest('DELETE', `/spaces/${mine.space.id}/comments/${id}`),
        newId('Comment'),
        theirs.comment.id,
      ],
      [(id) => rest('DELETE', `/spaces/${sibling.id}/comments/${id}`), newId('Comment'), mine.comment.id],
      [(id) => rest('DELETE', `/user/tokens/${id}`), newId('ApiToken'), theirs.person.tokenId],
      [
        (commentId) => write('deleteComment', 'deletedId')({ commentId }),
        newId('Comment'),
        theirs.comment.id,
      ],
      [
        (replyId) => write('deleteCommentReply', 'deletedId')({ replyId }),
        newId('CommentReply'),
        theirs.reply.id,
      ],
      [
        (tokenId) => write('revokeApiToken', 'deletedId')({ tokenId }),
        newId('ApiToken'),
        theirs.person.tokenId,
      ],
    ]
    for (const [ask, gone, hidden] of pairs) {
      const [one, two] = [await ask(gone), await ask(hidden)]
      expect(two.status).toBe(one.status)
      expect(two.text.replace(hidden, 'id')).toBe(one.text.replace(gone, 'id'))
    }
    expect((await send(t.origin, '/v1/user', { token: theirs.person.token })).status).toBe(200)
  })
})
