import { beforeEach, describe, expect, it } from 'vitest'
import { accountApis } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import { done, refused } from '../support/outcome.ts'
import { buildOperator, buildWorld, EMAIL, forgetPeople, NAME } from './people-to-erase.ts'

const t = await appForFile()
const { prisma } = t.db.database

beforeEach(() => forgetPeople(t))

describe.each(accountApis)('exporting the data of a user at $name', ({ enter }) => {
  const fetched = async (url: string) => {
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    return (await response.json()) as Record<string, unknown[]> & { user: object }
  }

  it('returns everything about the person as JSON, and no secrets', async () => {
    const { organizationId, person, space, team, changeRequest, comment, theirs } = await buildWorld(t)
    const data = await fetched(await done(enter(t, person).exportUser()))
    expect(data.user).toMatchObject({ id: person.user.id, displayName: NAME, email: EMAIL })
    expect(data).toMatchObject({
      object: 'user-data',
      memberships: [{ organization: organizationId, role: 'edit' }],
      teams: [{ team: team.id }],
      tokens: [{ id: person.tokenId, label: 'Test' }],
      grants: [{ spaceId: space.id, role: 'review' }],
      comments: [{ id: comment.id, markdown: comment.markdown }],
      replies: [{ commentId: comment.id }],
      reviews: [{ changeRequestId: changeRequest.id }],
      changeRequests: [{ id: changeRequest.id, subject: changeRequest.subject }],
      requestedReviews: [{ changeRequestId: theirs.id }],
      receivedInvites: [{ email: EMAIL }],
      notifications: [{ kind: 'mention', subjectId: comment.id }],
      mutedNotifications: [{ targetId: comment.id }],
      viewedPages: [{ changeRequestId: theirs.id }],
      sessions: [{ id: `ses_${person.user.id}`, method: 'provider', address: '192.0.2.1' }],
      passkeys: [{ id: `pky_${person.user.id}`, name: `Key of ${NAME}` }],
      identities: [{ provider: 'work', subject: `subject of ${person.user.id}`, email: EMAIL }],
      preferences: [{ language: 'de', theme: 'dark', keyBindings: true, mail: {}, inbox: {} }],
    })
    const token = await prisma.apiToken.findUniqueOrThrow({ where: { id: person.tokenId } })
    const secrets = [
      token.digest,
      'session of ',
      'browser of ',
      'credential of ',
      'hash',
      'reset of ',
      'join of ',
    ]
    expect(secrets.filter((secret) => JSON.stringify(data).includes(secret))).toEqual([])
  })

  it('is for the person and for operators alone, with an unscoped token', async () => {
    const operator = await buildOperator(t)
    const { person, admin } = await buildWorld(t)
    const { id } = person.user
    await refused(enter(t, null).exportUser(id), 401)
    await refused(enter(t, admin).exportUser(id), 403)
    await refused(enter(t, await t.build.buildPerson()).exportUser(id), 404)
    const scoped = await t.build.buildToken({ userId: id, scopes: ['user:read'] })
    await refused(enter(t, scoped).exportUser(), 403)
    const data = await fetched(await done(enter(t, operator).exportUser(id)))
    expect(data.user).toMatchObject({ id })
  })

  it('reads lists of any length, a page at a time', async () => {
    const { person, space } = await buildWorld(t)
    await t.db.database.pool.query(
      `INSERT INTO "Comment" ("id", "spaceId", "targetId", "revisionId", "markdown", "postedById", "postedAt")
        SELECT 'com_' || $3::text || n, $1, $1, $2, 'Words', $3, now() FROM generate_series(1, 2100) n`,
      [space.id, space.revisionId, person.user.id],
    )
    const { comments = [] } = await fetched(await done(enter(t, person).exportUser()))
    expect(new Set(comments.map((comment) => (comment as { id: string }).id)).size).toBe(2101)
  })
})
