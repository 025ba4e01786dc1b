import { z } from 'zod'
import { invalidInput } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { statement } from '../../platform/statements/statement.ts'

/** Where the rules of a space come from. */
export const MergeRulesType = z.enum(['inherit', 'rules', 'none']).meta({
  description: '`rules` for the given rules, `none` for none, and `inherit` for those of the organization.',
})

/** What a merge can be required to meet. The names up to `require_author_to_merge` are those of the public API. */
const REQUIREMENTS = [
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_author_to_merge',
  'require_approvals',
  'require_resolved_comments',
  'require_no_broken_links',
  'require_open_change_request',
] as const
export type Requirement = (typeof REQUIREMENTS)[number]

export const MergeRuleName = z.enum([...REQUIREMENTS, 'allow_bypass']).meta({ description: 'The rule.' })
/** What can prevent a merge, besides conflicts. */
export const MergeBlockerName = z.enum([...REQUIREMENTS, 'archived'])
export type MergeBlockerName = z.output<typeof MergeBlockerName>

const MAX_RULES = 20
const MAX_USERS = 100
const MAX_APPROVALS = 20

const WITH_USERS: readonly string[] = [
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
  'allow_bypass',
]

const RULE = {
  rule: MergeRuleName,
  users: z
    .array(idField('User', 'A user.'))
    .min(1, 'must name at least one user')
    .max(MAX_USERS)
    .optional()
    .meta({
      description:
        'The IDs of the users that the rule names: the reviewers, or the users who can merge without meeting the rules. With `require_approvals`, only their approvals count; if omitted, those of everyone.',
    }),
  count: z
    .int()
    .min(1)
    .max(MAX_APPROVALS)
    .optional()
    .meta({
      description: `The number of approvals that \`require_approvals\` requires, 1 to ${MAX_APPROVALS}.`,
    }),
}

const MergeRule = z
  .object(RULE)
  .superRefine(({ rule, users, count }, ctx) => {
    const problem = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (WITH_USERS.includes(rule)) {
      if (!users) problem('users', `is required by ${rule}`)
    } else if (users && rule !== 'require_approvals') problem('users', `does not belong to ${rule}`)
    if (rule === 'require_approvals' && count === undefined) problem('count', `is required by ${rule}`)
    if (rule !== 'require_approvals' && count !== undefined) problem('count', `does not belong to ${rule}`)
  })
  .meta({ title: 'MergeRule', description: 'A rule that a merge must meet, or who need not meet the rules.' })
export type MergeRule = z.output<typeof MergeRule>

export const MergeRules = z
  .object({
    type: MergeRulesType,
    rules: z
      .array(MergeRule)
      .max(MAX_RULES)
      .optional()
      .meta({ description: 'The rules, all of which must be met. With the type `rules` only.' }),
  })
  .superRefine(({ type, rules }, ctx) => {
    if ((type === 'rules') === (rules !== undefined)) return
    const message = type === 'rules' ? 'is required by the type rules' : `does not belong to the type ${type}`
    ctx.addIssue({ code: 'custom', path: ['rules'], message })
  })
  .meta({ title: 'MergeRules', description: 'What a merge into main content requires.' })
export type MergeRules = z.output<typeof MergeRules>

export const NO_MERGE_RULES: MergeRules = { type: 'none' }

/** The rules as they are stored. An organization has none until they are set. */
export const mergeRulesOf = ({ mergeRules }: { mergeRules: unknown }, initial = NO_MERGE_RULES): MergeRules =>
  (mergeRules as MergeRules | null) ?? initial

/** The rules of an organization for the viewer. They name members, so that users who could join do not see them. */
export const rulesShownOf = (organization: { mergeRules: unknown; viewerIsMember: boolean }): MergeRules =>
  organization.viewerIsMember ? mergeRulesOf(organization) : NO_MERGE_RULES

/** The rules of a space that has none of its own. */
export const INHERITED_RULES: MergeRules = { type: 'inherit' }

/** The rules that are in force in a space: its own, or those of its organization. */
export function rulesInForce(space: unknown, organization: unknown): readonly MergeRule[] {
  const own = mergeRulesOf({ mergeRules: space }, INHERITED_RULES)
  const { rules = [] } = own.type === 'inherit' ? mergeRulesOf({ mergeRules: organization }) : own
  return rules
}

const MEMBERS = statement<{ userId: string }>({
  name: 'membersAmongUsers',
  text: `SELECT m."userId" FROM "Member" m
    WHERE m."organizationId" = $1 AND m."userId" = ANY($2) AND NOT m."disabled"`,
})

/** Rejects rules that name users who are not in the organization: nobody else can review or merge. */
export async function requireKnownUsers(
  { reads }: WriteContext,
  organizationId: string,
  { rules = [] }: MergeRules,
): Promise<void> {
  const named = new Set(rules.flatMap(({ users = [] }) => users))
  if (named.size === 0) return
  const found = await reads.db.query(MEMBERS, [organizationId, [...named]])
  const known = new Set(found.map(({ userId }) => userId))
  const unknown = rules.flatMap(({ users = [] }, at) =>
    users.flatMap((id, index) =>
      known.has(id)
        ? []
        : [
            {
              path: ['mergeRules', 'rules', at, 'users', index],
              message: `${id} does not exist or is not in this organization`,
            },
          ],
    ),
  )
  if (unknown.length > 0) throw invalidInput(...unknown)
}
