import { describe, expect, it } from 'vitest'
import { accountApis } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import { whileChanged } from '../support/concurrent-change.ts'
import { done, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'
import { buildOperator } from '../users/people-to-erase.ts'
import { audited } from './audited.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

const t = await appForFile()
const statusOf = async (who: { token: string }) => (await callRest(t, who, 'GET', '/user')).status

describe.each(accountApis)('the account of another person ($name)', ({ enter }) => {
  it('loses all API tokens by an admin of all of its organizations, and keeps its sessions', async () => {
    const organization = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const member = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
    const { browser } = await signedIn(t, member.user.id)
    const second = await t.build.buildToken({ userId: member.user.id })
    await refused(enter(t, member).revokeUserApiTokens(admin.user.id), 403)
    expect(await done(enter(t, admin).revokeUserApiTokens(member.user.id))).toBe(2)
    await expect.poll(() => Promise.all([member, second].map(statusOf))).toEqual([401, 401])
    expect((await browser.graphql('{ viewer { user { id } } }')).body.data.viewer.user.id).toBe(
      member.user.id,
    )
    const [revoked = []] = await audited(t, admin, organization.id, 'token.revoked')
    expect(revoked).toHaveLength(2)
    expect(await done(enter(t, admin).revokeUserApiTokens(member.user.id))).toBe(0)

    const other = await t.build.buildOrganization()
    await t.build.buildMember({ organizationId: other.id, userId: member.user.id, role: 'read' })
    await refused(enter(t, admin).revokeUserApiTokens(member.user.id), 403)
    await refused(enter(t, admin).revokeUserApiTokens('usr_unknown'), 404)
  })

  it('is disabled by an operator until it is enabled again, and repeating that changes nothing', async () => {
    const operator = await buildOperator(t)
    const organization = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const member = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
    const { email } = await signedIn(t, member.user.id)
    const api = enter(t, operator)
    await refused(enter(t, admin).disableUser(member.user.id), 403)
    expect(await done(api.disableUser(member.user.id))).toBe(2)
    await expect.poll(() => statusOf(member)).toBe(401)
    const signIn = () => new Browser(t).auth('password', { email, password: PASSWORD })
    expect((await signIn()).status).toBe(403)
    await refused(api.createTokenFor(member.user.id, { label: 'No' }), 409)
    expect(await done(api.disableUser(member.user.id))).toBe(0)

    await refused(enter(t, admin).enableUser(member.user.id), 403)
    expect(await done(api.enableUser(member.user.id))).toBe(member.user.id)
    await done(api.enableUser(member.user.id))
    expect((await signIn()).status).toBe(200)
    const about = [{ actor: operator.user.id, about: [{ type: 'user', id: member.user.id }] }]
    expect(await audited(t, admin, organization.id, 'user.disabled')).toEqual([about, about])
    expect(await audited(t, admin, organization.id, 'user.enabled')).toEqual([about, about])
  })

  it('is not disabled by itself, nor with a token that is limited to scopes', async () => {
    const operator = await buildOperator(t)
    const { user } = await t.build.buildPerson({
      organizationId: (await t.build.buildOrganization()).id,
      role: 'edit',
    })
    await refused(enter(t, operator).disableUser(operator.user.id), 409)
    const scoped = await t.build.buildToken({ userId: operator.user.id, scopes: ['user:write', 'user:read'] })
    for (const attempt of ['disableUser', 'enableUser', 'revokeUserApiTokens'] as const)
      await refused(enter(t, scoped)[attempt](user.id), 403)
  })

  it('is not disabled by an operator whom another one has disabled meanwhile', async () => {
    const [operator, other] = [await buildOperator(t), await buildOperator(t)]
    const sql = `WITH held AS (SELECT "id" FROM "User" WHERE "id" = $1 FOR NO KEY UPDATE)
      INSERT INTO "DisabledUser" ("userId", "disabledAt") SELECT "id", now() FROM held`
    const change = { sql, values: [operator.user.id] }
    const attempt = whileChanged(t, change, () => enter(t, operator).disableUser(other.user.id))
    await refused(attempt, 403)
  })
})
