import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { expectNoFaults, expectRefused, query, rowCounts, send } from '../support/refusals.ts'

const VIEWER = '{ viewer { user { id } } }'
const POST_COMMENT = 'mutation ($input: PostCommentInput!) { postComment(input: $input) { comment { id } } }'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'admin' })
const space = await t.build.buildSpace({ organizationId })
let before: Record<string, number>
afterEach(() => expectNoFaults(t))

describe('a caller without access', () => {
  let revoked: string
  let expired: string

  beforeAll(async () => {
    const userId = person.user.id
    expired = (await t.build.buildToken({ userId, expiresAt: new Date(Date.now() - 1) })).token
    const { token, row } = await t.build.buildToken({ userId })
    revoked = token
    expect((await send(t.origin, '/v1/user', { token })).status).toBe(200)
    const path = `/v1/user/tokens/${row.id}`
    expect((await send(t.origin, path, { method: 'DELETE', token: person.token })).status).toBe(205)
    before = await rowCounts(t.db.database)
  })
  afterEach(async () => expect(await rowCounts(t.db.database)).toEqual(before))

  const headers: [string, () => Record<string, string>][] = [
    ['no token', () => ({})],
    ['an empty header', () => ({ Authorization: '' })],
    ['a token without its scheme', () => ({ Authorization: person.token })],
    ['another scheme', () => ({ Authorization: `Basic ${person.token}` })],
    ['two tokens', () => ({ Authorization: `Bearer ${person.token} ${person.token}` })],
    ['a bearer without a token', () => ({ Authorization: 'Bearer ' })],
    ['a wrong token', () => ({ Authorization: `Bearer qre_${'x'.repeat(43)}` })],
    ['a token cut short', () => ({ Authorization: `Bearer ${person.token.slice(0, -1)}` })],
    ['a token of another make', () => ({ Authorization: 'Bearer ghp_0123456789' })],
    ['an expired token', () => ({ Authorization: `Bearer ${expired}` })],
    ['a revoked token', () => ({ Authorization: `Bearer ${revoked}` })],
    ['a very long token', () => ({ Authorization: `Bearer qre_${'x'.repeat(10_000)}` })],
  ]

  it.each(headers)('%s cannot read or write anything in either API', async (_title, given) => {
    const headers = given()
    const json = { body: { markdown: 'Hello' } }
    const input = { spaceId: space.id, ...json }
    const answers = await Promise.all([
      send(t.origin, '/v1/user', { headers }),
      send(t.origin, `/v1/spaces/${space.id}/comments`, { headers, json }),
      query(t.origin, VIEWER, { headers }),
      query(t.origin, POST_COMMENT, { headers, variables: { input } }),
      send(t.origin, `/graphql?query=${encodeURIComponent(VIEWER)}`, { headers }),
    ])
    for (const answer of answers) expectRefused(answer, 'unauthenticated')
  })

  it('a rejected token is never repeated in the response', async () => {
    const token = `qre_${'y'.repeat(43)}`
    for (const answer of [
      await send(t.origin, '/v1/user', { token }),
      await query(t.origin, VIEWER, { token }),
    ]) {
      expect(answer.text).not.toContain('yyy')
    }
  })
})
