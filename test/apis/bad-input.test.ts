import { afterEach, describe, expect, it } from 'vitest'
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
import { buildWorld } from '../support/world.ts'

const t = await appForFile()
const mine = await buildWorld(t)
const theirs = await buildWorld(t)
let before = await rowCounts(t.db.database)

afterEach(async () => {
  expect(await rowCounts(t.db.database)).toEqual(before)
  expectNoFaults(t)
})

const rest = (method: string, path: string, json?: unknown) =>
  send(t.origin, `/v1${path}`, { method, token: mine.person.token, ...(json === undefined ? {} : { json }) })
const gql = (text: string, variables?: unknown) =>
  query(t.origin, text, { token: mine.person.token, variables })

const write = (name: string, selection: string) => {
  const input = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  return (values: object) =>
    gql(`mutation ($input: ${input}!) { ${name}(input: $input) { ${selection} } }`, { input: values })
}

describe('invalid input', () => {
  type Both = [string, string, () => Promise<Answer>, () => Promise<Answer>]
  const postComment = (markdown: unknown): [() => Promise<Answer>, () => Promise<Answer>] => [
    () => rest('POST', `/spaces/${mine.space.id}/comments`, { body: { markdown } }),
    () => write('postComment', 'comment { id }')({ spaceId: mine.space.id, body: { markdown } }),
  ]
  const createSpace = (values: object): [() => Promise<Answer>, () => Promise<Answer>] => [
    () => rest('POST', `/orgs/${mine.organization.id}/spaces`, values),
    () => write('createSpace', 'space { id }')({ organizationId: mine.organization.id, ...values }),
  ]
  const createChangeRequest = (subject: string): [() => Promise<Answer>, () => Promise<Answer>] => [
    () => rest('POST', `/spaces/${mine.space.id}/change-requests`, { subject }),
    () => write('createChangeRequest', 'changeRequest { id }')({ spaceId: mine.space.id, subject }),
  ]
  const updateComment = (values: object): [() => Promise<Answer>, () => Promise<Answer>] => [
    () => rest('PUT', `/spaces/${mine.space.id}/comments/${mine.comment.id}`, values),
    () => write('updateComment', 'comment { id }')({ commentId: mine.comment.id, ...values }),
  ]
  const createToken = (values: object): [() => Promise<Answer>, () => Promise<Answer>] => [
    () => rest('POST', '/user/tokens', values),
    () => write('createApiToken', 'apiToken { id }')(values),
  ]
  const listComments = (authors: string[]): [() => Promise<Answer>, () => Promise<Answer>] => [
    () =>
      rest(
        'GET',
        `/spaces/${mine.space.id}/comments?${authors.map((id) => `authors=${encodeURIComponent(id)}`).join('&')}`,
      ),
    () =>
      gql(
        'query ($id: ID!, $authors: [ID!]) { space(id: $id) { comments(authors: $authors) { nodes { id } } } }',
        {
          id: mine.space.id,
          authors,
        },
      ),
  ]

  const cases: Both[] = [
    ['a title of 51 characters', 'title', ...createSpace({ title: 'x'.repeat(51) })],
    ['a title of spaces', 'title', ...createSpace({ title: '   ' })],
    ['an emoji that is a word', 'emoji', ...createSpace({ emoji: 'smile' })],
    ['a subject of 101 characters', 'subject', ...createChangeRequest('x'.repeat(101))],
    ['an empty comment', 'body.markdown', ...postComment('')],
    ['a comment of blank lines', 'body.markdown', ...postComment(' \n\t\n ')],
    ['a comment of 100,001 characters', 'body.markdown', ...postComment('x'.repeat(100_001))],
    ['101 authors', 'authors', ...listComments(Array(101).fill(mine.person.user.id))],
    ['an author that is no id', 'authors.0', ...listComments(["x' OR 1=1 --"])],
    ['51 reactions', 'addedReactions', ...updateComment({ addedReactions: Array(51).fill('👍') })],
    ['an empty reaction', 'addedReactions.0', ...updateComment({ addedReactions: [''] })],
    ['a label of 51 characters', 'label', ...createToken({ label: 'x'.repeat(51) })],
    ['an expiry in the past', 'expiresAt', ...createToken({ label: 'x', expiresAt: '2001-01-01T00:00:00Z' })],
    ['NUL in a comment', 'body.markdown', ...postComment('a\u0000b')],
    ['NUL in a title', 'title', ...createSpace({ title: 'a\u0000b' })],
    ['NUL in a subject', 'subject', ...createChangeRequest('a\u0000b')],
    ['NUL in a label', 'label', ...createToken({ label: '\u0000' })],
    ['NUL in a reaction', 'addedReactions.1', ...updateComment({ addedReactions: ['👍', '\u0000'] })],
    ['NUL in an author', 'authors.0', ...listComments(['usr_\u0000'])],
    ['half an emoji in a comment', 'body.markdown', ...postComment('a\ud83d b')],
    ['the other half in a title', 'title', ...createSpace({ title: '\ude00' })],
  ]

  it.each(cases)(
    '%s is rejected by both APIs with the same message',
    async (_title, path, byRest, byGraphQL) => {
      const refusals = [
        expectRefused(await byRest(), 'invalid_input'),
        expectRefused(await byGraphQL(), 'invalid_input'),
      ]
      const [one, two] = refusals
      expect(one?.message).toBe(two?.message)
      expect(one?.details).toEqual(two?.details)
      expect(one?.details?.map((detail) => detail.path.join('.'))).toContain(path)
    },
  )

  it.each([
    ['a number for a text', postComment, 5],
    ['a list for a text', postComment, ['x']],
    ['an object for a text', postComment, { toString: 'x' }],
    ['nothing for a text', postComment, null],
  ] as const)('%s is rejected by both APIs', async (_title, make, value) => {
    for (const ask of make(value)) expectRefused(await ask(), 'invalid_input')
  })

  it('other control characters are stored unchanged', async () => {
    const markdown = 'tab\t, bell\u0007, escape\u001b, end\u0085, 👩‍👩‍👧 and \ufeff'
    const posted = bodyOf(await rest('POST', `/spaces/${mine.space.id}/comments`, { body: { markdown } }))
    expect(posted.body.markdown).toBe(markdown)
    await rest('DELETE', `/spaces/${mine.space.id}/comments/${posted.id}`)
    before = await rowCounts(t.db.database)
  })

  it('unknown fields are ignored, and path parameters cannot be overridden', async () => {
    const path = `/spaces/${mine.space.id}/comments/${mine.comment.id}`
    const json = { commentId: theirs.comment.id, spaceId: theirs.space.id, toString: 1, resolved: 'yes' }
    expectRefused(await rest('PUT', path, json), 'invalid_input')
    const { resolved: _, ...harmless } = json
    expect(bodyOf(await rest('PUT', path, harmless)).id).toBe(mine.comment.id)
  })

  it.each([['__proto__'], ['constructor'], ['toString']])('a space can be called %s', async (title) => {
    const { id } = bodyOf(await rest('POST', `/orgs/${mine.organization.id}/spaces`, { title }))
    expect(bodyOf(await rest('GET', `/spaces/${id}`)).title).toBe(title)
    before = await rowCounts(t.db.database)
  })
})
