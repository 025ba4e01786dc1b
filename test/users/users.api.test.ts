import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type Api, apis, done, failedRequests, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

describe.each(apis)('users.viewer ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).viewer(), 401)
  })

  it('is the user behind the token', async () => {
    const { id, displayName, email } = cast.read.user
    const location = `${t.origin}/v1/users/${id}`
    expect(await done(as(cast.read).viewer())).toEqual({ id, displayName, email, location })
  })
})

describe.each(apis)('users.get ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).getUser(cast.read.user.id), 401)
  })

  it('a stranger looks exactly like an absent user', async () => {
    const hidden = await refused(as(cast.stranger).getUser(cast.read.user.id), 404)
    expect(await refused(as(cast.stranger).getUser(newId('User')), 404)).toEqual(hidden)
    expect(await refused(as(cast.stranger).getUser(cast.space.id), 404)).toEqual(hidden)
  })

  it('people of one organization, and oneself, are known', async () => {
    const alone = await t.build.buildPerson()
    expect((await done(as(alone).getUser(alone.user.id))).id).toBe(alone.user.id)
    for (const person of [cast.admin, cast.guest]) {
      expect((await done(as(cast.read).getUser(person.user.id))).id).toBe(person.user.id)
    }
  })

  it('a user without an e-mail address is given without one', async () => {
    const user = await t.build.buildUser({ email: null })
    await t.build.buildMember({ organizationId: cast.organization.id, userId: user.id })
    expect(await done(as(cast.read).getUser(user.id))).not.toHaveProperty('email')
  })
})
