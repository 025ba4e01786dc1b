import { afterEach, describe, expect, it } from 'vitest'
import { type Scope, scopes } from '../../src/core/access/viewer.ts'
import { newId } from '../../src/core/ids.ts'
import { modules } from '../../src/modules/index.ts'
import { type Api, apis, done, failedRequests, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import { refusedSoon } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => {
  t.clock.now = () => new Date()
  expect(failedRequests(t)).toEqual([])
})

const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

/** Revocations are published through the database; without a notification a node checks its cache after a second. */
const expectRefused = (api: Api) => refusedSoon(() => api.viewer(), 401)

describe.each(apis)('tokens ($name)', ({ enter }) => {
  const as = (who: { token: string } | null): Api => enter(t, who)
  /** A token of an admin, limited to these scopes. */
  const scoped = async (...names: Scope[]) => {
    const { token } = await t.build.buildToken({ userId: cast.admin.user.id, scopes: names })
    return as({ token })
  }

  it('require a token', async () => {
    await refused(as(null).createApiToken({ label: 'Mine' }), 401)
    await refused(as(null).listApiTokens(), 401)
    await refused(as(null).revokeApiToken(newId('ApiToken')), 401)
  })

  it('a wrong, unknown or malformed token is refused', async () => {
    for (const token of ['qre_unknown', 'something', `${cast.admin.token}x`]) {
      const refusal = await refused(as({ token }).viewer(), 401)
      expect(refusal.reason).toBe('unauthenticated')
    }
  })

  it('one is shown once, works as its user, and only its digest is kept', async () => {
    const person = await t.build.buildPerson()
    const made = await done(as(person).createApiToken({ label: ' Deploys ' }))
    expect(made).toEqual({
      id: expect.stringMatching(/^tok_/),
      label: 'Deploys',
      scopes: [],
      createdAt: expect.any(String),
      token: expect.stringMatching(/^qre_[\w-]{43}$/),
    })
    expect((await done(as(made).viewer())).id).toBe(person.user.id)
    const { items } = await done(as(person).listApiTokens())
    expect(items.map((item) => item.id)).toEqual([made.id, person.tokenId])
    expect(JSON.stringify(items)).not.toContain(made.token)
    const row = await t.db.database.prisma.apiToken.findUniqueOrThrow({ where: { id: made.id } })
    expect(JSON.stringify(row)).not.toContain(made.token.slice(4))
  })

  it('a label has 1 to 50 characters', async () => {
    for (const label of ['', '  ', 'x'.repeat(51)]) {
      const refusal = await refused(as(cast.read).createApiToken({ label }), 400)
      expect(refusal).toMatchObject({ reason: 'invalid_input', details: [{ path: ['label'] }] })
    }
  })

  it('reading scopes do not write', async () => {
    const place = { spaceId: cast.space.id }
    const reader = await scoped('space:read')
    const { items } = await done(reader.listComments(place))
    expect(Array.isArray(items)).toBe(true)
    for (const attempt of [
      reader.postComment(place, { markdown: 'Hello' }),
      reader.createChangeRequest(cast.space.id),
      reader.createSpace(cast.organization.id),
    ]) {
      const refusal = await refused(attempt, 403)
      expect(refusal).toMatchObject({ reason: 'forbidden', message: expect.stringContaining('space:write') })
    }
  })

  it('scopes of one resource do not include another', async () => {
    const reader = await scoped('space:read')
    expect((await refused(reader.viewer(), 403)).message).toContain('user:read')
    await refused(reader.getOrganization(cast.organization.id), 403)
    await refused(reader.listOrganizations(), 403)
    await refused(reader.createOrganization({ title: 'Acme' }), 403)
    await refused(reader.listApiTokens(), 403)
    await refused(reader.createApiToken({ label: 'Mine' }), 403)
    const user = await scoped('user:read')
    await done(user.viewer())
    await refused(user.getSpace(cast.space.id), 403)
    await refused(user.revokeApiToken(cast.admin.tokenId), 403)
  })

  it('writing includes reading', async () => {
    const place = { spaceId: cast.space.id }
    const writer = await scoped('space:write')
    const { id } = await done(writer.postComment(place, { markdown: 'Hello' }))
    await done(writer.getComment({ ...place, commentId: id }))
    await done(writer.getChangeRequest(cast.space.id, cast.changeRequest.id))
    await done((await scoped('organization:write')).listOrganizations())
    await done((await scoped('user:write')).viewer())
  })

  it('an unscoped one makes any, and shows its scopes', async () => {
    const all = scopes.names()
    const made = await done(as(cast.admin).createApiToken({ label: 'All', scopes: all }))
    expect(made.scopes).toEqual(all)
    await refused(as(cast.admin).createApiToken({ label: 'Odd', scopes: ['space:fly'] }), 400)
  })

  it('one can have every scope that an operation requires', async () => {
    const operations = modules.flatMap((module) => [...module.operations, ...module.lists])
    const required = [...new Set(operations.map(({ scope }) => scope))]
    const made = await done(as(cast.admin).createApiToken({ label: 'Required', scopes: required }))
    expect(made.scopes).toEqual(required)
  })

  it('a scoped one cannot make a wider one', async () => {
    const maker = await scoped('user:write', 'space:write')
    for (const wish of [undefined, [], ['organization:read'], ['space:write', 'organization:write']]) {
      const input = { label: 'Wider', ...(wish ? { scopes: wish } : {}) }
      expect((await refused(maker.createApiToken(input), 403)).reason).toBe('forbidden')
    }
    const same = await done(maker.createApiToken({ label: 'Same', scopes: ['space:write'] }))
    await refused(as(same).viewer(), 403)
    // Write scopes include reading, so these are fewer and not more.
    const less = await done(maker.createApiToken({ label: 'Less', scopes: ['space:read'] }))
    await done(as(less).listComments({ spaceId: cast.space.id }))
  })

  it('stop working when they expire', async () => {
    const start = new Date()
    t.clock.now = () => start
    const expiresAt = later(start, 60_000).toISOString()
    const made = await done(as(cast.read).createApiToken({ label: 'Short', expiresAt }))
    expect(made.expiresAt).toBe(expiresAt)
    await done(as(made).viewer())
    t.clock.now = () => later(start, 59_999)
    await done(as(made).viewer())
    t.clock.now = () => later(start, 60_000)
    expect((await refused(as(made).viewer(), 401)).reason).toBe('unauthenticated')
  })

  it('cannot be made to expire in the past', async () => {
    const refusal = await refused(
      as(cast.read).createApiToken({ label: 'Late', expiresAt: '2020-01-01T00:00:00.000Z' }),
      400,
    )
    expect(refusal).toMatchObject({ reason: 'invalid_input', details: [{ path: ['expiresAt'] }] })
  })

  it('a revoked one is refused within a second, in both APIs', async () => {
    const { token, row } = await t.build.buildToken({ userId: cast.read.user.id })
    for (const api of apis) await done(api.enter(t, { token }).viewer())
    expect(await done(as(cast.read).revokeApiToken(row.id))).toBe(row.id)
    for (const api of apis) await expectRefused(api.enter(t, { token }))
    const { items } = await done(as(cast.read).listApiTokens())
    expect(items.map((item) => item.id)).not.toContain(row.id)
    await done(as(cast.read).revokeApiToken(row.id))
  })

  it('one can revoke itself', async () => {
    const { token, row } = await t.build.buildToken({ userId: cast.read.user.id })
    await done(as({ token }).revokeApiToken(row.id))
    await expectRefused(as({ token }))
  })

  it('of others can be neither revoked nor seen, and look like absent ones', async () => {
    const theirs = await as(cast.admin).revokeApiToken(cast.read.tokenId)
    const absent = await as(cast.admin).revokeApiToken(newId('ApiToken'))
    expect(theirs.ok).toBe(absent.ok)
    await done(as(cast.read).viewer())
    const { items } = await done(as(cast.admin).listApiTokens())
    expect(items.map((item) => item.id)).not.toContain(cast.read.tokenId)
  })

  it('remember when they were last used, to the minute', async () => {
    const start = new Date('2027-01-01T10:00:00.000Z')
    t.clock.now = () => start
    const { token, row } = await t.build.buildToken({ userId: cast.read.user.id })
    const lastUsedAt = async () =>
      (await t.db.database.prisma.apiToken.findUniqueOrThrow({ where: { id: row.id } })).lastUsedAt
    expect(await lastUsedAt()).toBeNull()
    await done(as({ token }).viewer())
    // The last use is written independently of the request.
    await expect.poll(lastUsedAt, { interval: 5 }).toEqual(start)
    t.clock.now = () => later(start, 61_000)
    await done(as({ token }).viewer())
    await expect.poll(lastUsedAt, { interval: 5 }).toEqual(later(start, 61_000))
    const { items } = await done(as({ token }).listApiTokens())
    expect(items.find((item) => item.id === row.id)?.lastUsedAt).toBe('2027-01-01T10:01:01.000Z')
  })
})
