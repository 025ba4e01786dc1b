import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { done, failedRequests, refused } from '../support/apis.ts'
import { mergingApis, type RuleView, restMerging } from '../support/apis-merging.ts'
import { type Proposal, restReviews } from '../support/apis-reviews.ts'
import { appForFile } from '../support/app.ts'
import { whileChanged } from '../support/concurrent-change.ts'
import { insertPages } from '../support/content.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const organizationId = cast.organization.id
const author = cast.edit
const [one, other] = [
  await t.build.buildPerson({ organizationId, role: 'review' }),
  await t.build.buildPerson({ organizationId, role: 'review' }),
]
afterEach(() => expect(failedRequests(t)).toEqual([]))

/** An open change request of the author, with a changed page. */
async function proposal(of: Person = author): Promise<Proposal & { pageId: string }> {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const [pageId = ''] = await insertPages(t, cast.admin, spaceId, [{ title: 'Start', markdown: 'One\n' }])
  const { id } = await done(restMerging(t, of).create(spaceId, { subject: 'Better' }))
  const at = { spaceId, changeRequestId: id, pageId }
  await done(restMerging(t, of).update(at, { status: 'open' }))
  await write(at, 'Two\n', of)
  return at
}

const path = ({ spaceId, changeRequestId }: Proposal) =>
  `/spaces/${spaceId}/change-requests/${changeRequestId}`

async function send(who: Person, method: string, address: string, body?: object): Promise<unknown> {
  const answer = await callRest(t, who, method, address, body === undefined ? {} : { body })
  if (answer.status >= 300) throw new Error(answer.trace)
  return answer.body
}

const write = (at: Proposal & { pageId: string }, markdown: string, who: Person = author) =>
  send(who, 'POST', `${path(at)}/content`, {
    changes: [{ operation: 'update_page', page: at.pageId, document: { markdown } }],
  })

const review = (at: Proposal, who: Person, status: string) => done(restReviews(t, who).submit(at, { status }))
const approve = (at: Proposal, who: Person) => review(at, who, 'approved')

async function comment(at: Proposal): Promise<string> {
  const body = { body: { markdown: 'Why?' } }
  return ((await send(one, 'POST', `${path(at)}/comments`, body)) as { id: string }).id
}

interface Case {
  rule: RuleView
  /** What happens before the rules are set: the change request then meets all but this one. */
  breaks?: (at: Proposal & { pageId: string }) => Promise<unknown>
  /** What makes it meet the rule. */
  mends: (at: Proposal & { pageId: string }) => Promise<unknown>
  merger?: Person
  of?: Person
}

const ids = (...people: Person[]) => people.map(({ user }) => user.id)
const comments = new Map<string, string>()

const cases: Case[] = [
  {
    rule: { rule: 'require_at_least_one_review' },
    breaks: (at) => review(at, author, 'approved').catch(() => {}),
    mends: (at) => review(at, one, 'changes-requested'),
  },
  {
    rule: { rule: 'require_at_least_one_approved_review' },
    breaks: (at) => review(at, one, 'changes-requested'),
    mends: (at) => approve(at, one),
  },
  {
    rule: { rule: 'require_approvals', count: 2 },
    breaks: (at) => approve(at, one),
    mends: (at) => approve(at, other),
  },
  {
    rule: { rule: 'require_approvals', count: 1, users: ids(other) },
    breaks: (at) => approve(at, one),
    mends: (at) => approve(at, other),
  },
  {
    rule: { rule: 'require_specific_reviewers', users: ids(one, other) },
    breaks: (at) => approve(at, one),
    mends: (at) => approve(at, other),
  },
  {
    rule: { rule: 'require_one_of_specific_reviewers', users: ids(one, other) },
    breaks: (at) => approve(at, cast.admin),
    mends: (at) => approve(at, other),
  },
  {
    rule: { rule: 'require_all_reviews_approved' },
    breaks: async (at) => {
      await review(at, one, 'changes-requested')
      await approve(at, other)
    },
    mends: (at) => approve(at, one),
  },
  {
    rule: { rule: 'require_up_to_date_change_request' },
    breaks: (at) => insertPages(t, cast.admin, at.spaceId, [{ title: 'Later' }]),
    mends: (at) => send(author, 'POST', `${path(at)}/update`),
  },
  {
    rule: { rule: 'require_change_request_subject' },
    breaks: (at) => done(restMerging(t, author).update(at, { subject: ' ' })),
    mends: (at) => done(restMerging(t, author).update(at, { subject: 'Why' })),
  },
  {
    rule: { rule: 'require_change_request_description' },
    mends: (at) => done(restMerging(t, author).update(at, { description: 'Because *it* is.' })),
  },
  {
    rule: { rule: 'require_author_to_merge' },
    mends: async (at) => {
      await t.db.database.prisma.changeRequest.update({
        where: { id: at.changeRequestId },
        data: { createdById: one.user.id },
      })
    },
  },
  {
    rule: { rule: 'require_resolved_comments' },
    breaks: async (at) => comments.set(at.changeRequestId, await comment(at)),
    mends: (at) =>
      send(one, 'PUT', `${path(at)}/comments/${comments.get(at.changeRequestId)}`, { resolved: true }),
  },
  {
    rule: { rule: 'require_no_broken_links' },
    breaks: (at) => write(at, '[Gone](gone.md)\n'),
    mends: (at) => write(at, 'No link\n'),
  },
  {
    rule: { rule: 'require_open_change_request' },
    breaks: (at) => done(restMerging(t, author).update(at, { status: 'draft' })),
    mends: (at) => done(restMerging(t, author).update(at, { status: 'open' })),
  },
]

describe.each(mergingApis)('merge rules ($name)', ({ enter }) => {
  const as = (who: Person) => enter(t, who)

  it.each(cases.map((each) => [`${each.rule.rule}${each.rule.users ? ' of users' : ''}`, each] as const))(
    '%s prevents the merge until it is met, and says what to do',
    async (_name, { rule, breaks, mends }) => {
      const at = await proposal()
      await breaks?.(at)
      await done(as(cast.admin).setRules(at.spaceId, { type: 'rules', rules: [rule] }))
      const blocked = await done(as(one).mergeability(at))
      expect(blocked).toMatchObject({ state: 'blocked', canBypass: false })
      expect(blocked.blockedBy.map((each) => each.rule)).toEqual([rule.rule])
      const refusal = await refused(as(one).merge(at), 412)
      expect(refusal).toMatchObject({
        reason: 'precondition_failed',
        details: [{ path: ['mergeRules', rule.rule], message: blocked.blockedBy[0]?.message }],
      })
      expect(refusal.message).toContain(blocked.blockedBy[0]?.message)
      await mends(at)
      expect(await done(as(one).mergeability(at))).toMatchObject({ blockedBy: [], conflicts: 0 })
      expect(await done(as(one).merge(at))).toBe('merge')
      expect((await done(as(one).mergeability(at))).state).toBe('merged')
    },
  )

  it('are off at first: a draft of nobody but its author is merged at once', async () => {
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    expect(await done(as(one).rulesOfSpace(spaceId))).toEqual({ type: 'inherit' })
    expect(await done(as(one).rulesOfOrganization(organizationId))).toEqual({ type: 'none' })
    const { id } = await done(as(one).create(spaceId, {}))
    const at = { spaceId, changeRequestId: id }
    expect(await done(as(one).mergeability(at))).toEqual({
      state: 'clean',
      conflicts: 0,
      conflictingPages: [],
      blockedBy: [],
      canBypass: false,
    })
    expect(await done(as(one).merge(at))).toBe('merge')
  })

  it('of the organization apply to spaces that inherit, and not to those that say otherwise', async () => {
    const at = await proposal()
    const rules = [{ rule: 'require_approvals', count: 1 }]
    await done(as(cast.admin).setOrganizationRules(organizationId, { type: 'rules', rules }))
    try {
      expect(await done(as(one).rulesOfOrganization(organizationId))).toEqual({ type: 'rules', rules })
      expect((await done(as(one).mergeability(at))).state).toBe('blocked')
      await refused(as(one).merge(at), 412)
      await done(as(cast.admin).setRules(at.spaceId, { type: 'none' }))
      expect((await done(as(one).mergeability(at))).state).toBe('clean')
      await done(as(cast.admin).setRules(at.spaceId, { type: 'inherit' }))
      await refused(as(one).merge(at), 412)
    } finally {
      await done(as(cast.admin).setOrganizationRules(organizationId, { type: 'none' }))
    }
    expect(await done(as(one).merge(at))).toBe('merge')
  })

  it('count no approval of an earlier revision, of the author, or of who has left', async () => {
    const at = await proposal()
    const leaver = await t.build.buildPerson({ organizationId, role: 'review' })
    await done(
      as(cast.admin).setRules(at.spaceId, {
        type: 'rules',
        rules: [{ rule: 'require_approvals', count: 1 }],
      }),
    )
    await approve(at, one)
    expect((await done(as(one).mergeability(at))).state).toBe('clean')
    await write(at, 'Three\n')
    expect((await done(as(one).mergeability(at))).state).toBe('blocked')
    await done(restReviews(t, author).request(at, { users: ids(author) }))
    await approve(at, author)
    await refused(as(one).merge(at), 412)
    await approve(at, leaver)
    expect((await done(as(one).mergeability(at))).state).toBe('clean')
    await t.db.database.prisma.member.deleteMany({ where: { userId: leaver.user.id } })
    await refused(as(one).merge(at), 412)
  })

  it('are bypassed by admins and by users whom they name, who leave an event', async () => {
    const at = await proposal()
    const rules = [
      { rule: 'require_approvals', count: 2 },
      { rule: 'require_change_request_description' },
      { rule: 'allow_bypass', users: ids(other) },
    ]
    await done(as(cast.admin).setRules(at.spaceId, { type: 'rules', rules }))
    expect((await done(as(one).mergeability(at))).canBypass).toBe(false)
    expect((await refused(as(one).merge(at, { bypassRules: true }), 403)).message).toMatch('allow_bypass')
    await refused(as(cast.admin).merge(at), 412)
    expect(await done(as(cast.admin).mergeability(at))).toMatchObject({ state: 'blocked', canBypass: true })
    expect((await done(as(other).mergeability(at))).canBypass).toBe(true)
    expect(await done(as(other).merge(at, { bypassRules: true }))).toBe('merge')
    const events = await t.db.database.prisma.event.findMany({
      where: { changeRequestId: at.changeRequestId, type: { contains: 'rules' } },
    })
    expect(events.map(({ type, actorId, subject }) => ({ type, actorId, subject }))).toEqual([
      {
        type: 'change_request.rules_bypassed',
        actorId: other.user.id,
        subject: {
          changeRequest: at.changeRequestId,
          rules: 'require_approvals, require_change_request_description',
        },
      },
    ])
    const { items } = (await send(cast.admin, 'GET', `/orgs/${organizationId}/audit-events?limit=5`)) as {
      items: { action: string }[]
    }
    expect(JSON.stringify(items)).toContain('change_request.rules_bypassed')
  })

  it('leave no event where they are met', async () => {
    const at = await proposal()
    const rules = [{ rule: 'require_change_request_subject' }]
    await done(as(cast.admin).setRules(at.spaceId, { type: 'rules', rules }))
    await done(as(cast.admin).merge(at, { bypassRules: true }))
    const where = { changeRequestId: at.changeRequestId, type: 'change_request.rules_bypassed' }
    expect(await t.db.database.prisma.event.count({ where })).toBe(0)
  })

  it('reject edits of main content, which nobody has reviewed', async () => {
    const { spaceId } = await proposal()
    const page = { operation: 'insert_page' as const, title: 'Direct' }
    await done(as(cast.admin).edit(spaceId, [page]))
    await done(
      as(cast.admin).setRules(spaceId, { type: 'rules', rules: [{ rule: 'allow_bypass', users: ids(one) }] }),
    )
    await done(as(cast.admin).edit(spaceId, [page]))
    const rules = [{ rule: 'require_approvals', count: 1 }]
    await done(as(cast.admin).setRules(spaceId, { type: 'rules', rules }))
    const refusal = await refused(as(cast.admin).edit(spaceId, [page]), 412)
    expect(refusal.message).toMatch(/require_approvals.*change request/)
    expect(refusal.details?.[0]?.path).toEqual(['mergeRules', 'require_approvals'])
  })

  it('are validated, and changed by admins only', async () => {
    const { spaceId } = await proposal()
    const wrong: [object[], string][] = [
      [[{ rule: 'require_specific_reviewers' }], 'mergeRules.rules.0.users'],
      [
        [{ rule: 'require_specific_reviewers', users: [cast.stranger.user.id] }],
        'mergeRules.rules.0.users.0',
      ],
      [[{ rule: 'require_approvals' }], 'mergeRules.rules.0.count'],
      [[{ rule: 'require_approvals', count: 21 }], 'mergeRules.rules.0.count'],
      [[{ rule: 'require_resolved_comments', users: ids(one) }], 'mergeRules.rules.0.users'],
      [[{ rule: 'require_resolved_comments', count: 1 }], 'mergeRules.rules.0.count'],
    ]
    for (const [rules, field] of wrong) {
      const refusal = await refused(
        as(cast.admin).setRules(spaceId, { type: 'rules', rules: rules as RuleView[] }),
        400,
      )
      expect(refusal.message).toMatch(`${field}:`)
    }
    await refused(as(cast.admin).setRules(spaceId, { type: 'rules' }), 400)
    await refused(as(cast.admin).setRules(spaceId, { type: 'none', rules: [] }), 400)
    await refused(as(cast.admin).setOrganizationRules(organizationId, { type: 'inherit' }), 400)
    await refused(as(cast.create).setRules(spaceId, { type: 'none' }), 403)
    await refused(as(cast.create).setOrganizationRules(organizationId, { type: 'none' }), 403)
  })
})

describe.each(mergingApis)('a merge while what it depends on changes ($name)', ({ enter }) => {
  const rulesOf = (...rules: RuleView[]) => JSON.stringify({ type: 'rules', rules })
  const approvals = { rule: 'require_approvals', count: 1 }

  it.each([
    [
      'an approval is withdrawn',
      async (at: Proposal) => {
        await approve(at, one)
        await done(enter(t, cast.admin).setRules(at.spaceId, { type: 'rules', rules: [approvals] }))
        return {
          sql: `WITH held AS (UPDATE "ChangeRequest" SET "updatedAt" = now() WHERE "id" = $1 RETURNING *)
            INSERT INTO "Review" ("id", "spaceId", "changeRequestId", "revisionId", "reviewerId", "status")
            SELECT $2, "spaceId", "id", "revisionId", $3, 'changes-requested' FROM held`,
          values: [at.changeRequestId, newId('Review'), one.user.id],
        }
      },
    ],
    [
      'a comment is reopened',
      async (at: Proposal) => {
        const rules = [{ rule: 'require_resolved_comments' }]
        await done(enter(t, cast.admin).setRules(at.spaceId, { type: 'rules', rules }))
        return {
          sql: `UPDATE "ChangeRequest" SET "commentsOpen" = "commentsOpen" + 1 WHERE "id" = $1`,
          values: [at.changeRequestId],
        }
      },
    ],
    [
      'the rules of its space change',
      async (at: Proposal) => ({
        sql: `UPDATE "Space" SET "mergeRules" = $2 WHERE "id" = $1`,
        values: [at.spaceId, rulesOf(approvals)],
      }),
    ],
    [
      'the rules of its organization change',
      async () => ({
        sql: `UPDATE "Organization" SET "mergeRules" = $2 WHERE "id" = $1`,
        values: [organizationId, rulesOf(approvals)],
      }),
    ],
  ] as const)('is rejected if %s', async (_name, changeOf) => {
    const at = await proposal()
    const change = await changeOf(at)
    try {
      await whileChanged(t, change, () => refused(enter(t, other).merge(at), 412))
    } finally {
      await done(enter(t, cast.admin).setOrganizationRules(organizationId, { type: 'none' }))
    }
    const { status } = await done(enter(t, other).get(at))
    expect(status).toBe('open')
  })
})
