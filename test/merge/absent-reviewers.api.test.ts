import { describe, expect, it } from 'vitest'
import { done, refused } from '../support/apis.ts'
import { restAccounts } from '../support/apis-accounts.ts'
import { mergingApis, type RuleView, restMerging } from '../support/apis-merging.ts'
import { restReviews } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const organizationId = cast.organization.id
const { prisma } = t.db.database
const reviewer = () => t.build.buildPerson({ organizationId, role: 'review' })
const ids = (...people: Person[]) => people.map(({ user }) => user.id)

/** An open change request of somebody. */
async function proposal(of: Person) {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const { id: changeRequestId } = await done(restMerging(t, of).create(spaceId, { subject: 'Better' }))
  const at = { spaceId, changeRequestId }
  await done(restMerging(t, of).update(at, { status: 'open' }))
  return at
}

/** How somebody no longer has access. */
const departures: Record<string, (who: Person) => Promise<unknown>> = {
  'left the organization': ({ user }) => prisma.member.deleteMany({ where: { userId: user.id } }),
  'are disabled in it': ({ user }) =>
    prisma.member.updateMany({ where: { userId: user.id }, data: { disabled: true } }),
  'are deleted': async (who) => done(restAccounts(t, who).deleteUser()),
}

const rulesOf: Record<string, (gone: Person, present: Person) => RuleView> = {
  require_specific_reviewers: (gone, present) => ({
    rule: 'require_specific_reviewers',
    users: ids(gone, present),
  }),
  require_one_of_specific_reviewers: (gone) => ({
    rule: 'require_one_of_specific_reviewers',
    users: ids(gone),
  }),
  require_approvals: (gone, present) => ({
    rule: 'require_approvals',
    users: ids(gone, present),
    count: 2,
  }),
}

describe.each(mergingApis)('rules that name users without access ($name)', ({ enter }) => {
  const as = (who: Person) => enter(t, who)

  describe.each(Object.entries(departures))('who %s', (_name, leave) => {
    it.each(Object.entries(rulesOf))('are not met by %s, and say so', async (rule, rulesFor) => {
      const [gone, present] = [await reviewer(), await reviewer()]
      const at = await proposal(cast.edit)
      await done(as(cast.admin).setRules(at.spaceId, { type: 'rules', rules: [rulesFor(gone, present)] }))
      for (const who of [gone, present]) await done(restReviews(t, who).submit(at, { status: 'approved' }))
      expect((await done(as(cast.edit).mergeability(at))).blockedBy).toEqual([])
      await leave(gone)
      const { state, blockedBy } = await done(as(cast.edit).mergeability(at))
      expect(state).toBe('blocked')
      expect(blockedBy).toMatchObject([{ rule }])
      expect(blockedBy[0]?.message).toContain(
        ` ${gone.user.id} cannot see this space, or does not exist any more: an admin can change the rule.`,
      )
      expect((await refused(as(cast.admin).merge(at), 412)).message).toContain('an admin can change the rule')
      await refused(
        as(cast.admin).setRules(at.spaceId, { type: 'rules', rules: [rulesFor(gone, present)] }),
        400,
      )
    })
  })

  it('are not met because the only user whom they name was the author', async () => {
    const [author, present] = [
      await t.build.buildPerson({ organizationId, role: 'edit' }),
      await t.build.buildPerson({ organizationId, role: 'edit' }),
    ]
    const at = await proposal(author)
    const rules = [{ rule: 'require_specific_reviewers', users: ids(author) }]
    await done(as(cast.admin).setRules(at.spaceId, { type: 'rules', rules }))
    expect((await done(as(present).mergeability(at))).blockedBy).toEqual([])
    await prisma.member.deleteMany({ where: { userId: author.user.id } })
    expect((await done(as(present).mergeability(at))).blockedBy).toMatchObject([
      { rule: 'require_specific_reviewers' },
    ])
  })

  it('say nothing about users who have access', async () => {
    const [one, other] = [await reviewer(), await reviewer()]
    const at = await proposal(cast.edit)
    const rules = [{ rule: 'require_specific_reviewers', users: ids(one, other) }]
    await done(as(cast.admin).setRules(at.spaceId, { type: 'rules', rules }))
    const { blockedBy } = await done(as(cast.edit).mergeability(at))
    expect(blockedBy[0]?.message).toBe(
      `The current revision needs the approval of ${ids(one, other).join(', ')}. Request their review.`,
    )
  })
})
