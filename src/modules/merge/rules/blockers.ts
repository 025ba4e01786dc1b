import { DomainError } from '../../../core/errors.ts'
import type { MergeBlockerName, MergeRule, Requirement } from '../../organizations/index.ts'
import { mayAdministrateSpace, type SpaceReach } from '../../spaces/index.ts'
import type { MergeFacts } from './merge-facts.ts'

/** What prevents a merge, and what to do about it. */
export interface Blocker {
  rule: MergeBlockerName
  message: string
}

/** The facts, and who wants to merge. */
export interface Merging extends Omit<MergeFacts, 'rules'> {
  /** The links that the change request breaks. Not counted unless a rule is about them. */
  brokenLinks: number
  userId: string
}

type Rule = MergeRule & { rule: Requirement }

const isRequirement = (rule: MergeRule): rule is Rule => rule.rule !== 'allow_bypass'

/** Whether these rules have to know the links of the change request. */
export const concernLinks = (rules: readonly MergeRule[]): boolean =>
  rules.some(({ rule }) => rule === 'require_no_broken_links')

/** The names of rules, for an event or a message. */
export const namesOf = (rules: readonly { rule: string }[]): string =>
  [...new Set(rules.map(({ rule }) => rule))].filter((rule) => rule !== 'allow_bypass').join(', ')

/** Admins of the space, and users whom a rule names, can merge without meeting the rules. */
export const mayBypass = (reach: SpaceReach, rules: readonly MergeRule[]): boolean =>
  mayAdministrateSpace(reach) ||
  rules.some(({ rule, users }) => rule === 'allow_bypass' && users?.includes(reach.userId))

/** What prevents the merge, besides conflicts. */
export function blockersOf(rules: readonly MergeRule[], merging: Merging): Blocker[] {
  const blockers: Blocker[] = rules.filter(isRequirement).flatMap((rule) => {
    const message = unmet[rule.rule](merging, rule)
    return message === undefined ? [] : [{ rule: rule.rule, message }]
  })
  if (merging.status !== 'archived') return blockers
  return [{ rule: 'archived', message: 'It is archived. Set its status to draft or open.' }, ...blockers]
}

/** The error of a merge that rules prevent. */
export function blocked(blockers: readonly Blocker[]): DomainError {
  const messages = [...new Set(blockers.map(({ message }) => message))]
  return new DomainError(
    'precondition_failed',
    `The merge rules of this space do not allow this merge. ${messages.join(' ')}`,
    blockers.map(({ rule, message }) => ({ path: ['mergeRules', rule], message })),
  )
}

/**
 * Users who have approved the current revision. An approval of an earlier one is about another content, and authors do
 * not approve their own change requests.
 */
const approversOf = ({ reviews, createdById }: Merging): Set<string> =>
  new Set(
    reviews.flatMap(({ userId, status, isCurrent }) =>
      isCurrent && status === 'approved' && userId !== createdById ? [userId] : [],
    ),
  )

/** Says which users of a rule can never approve. */
function absentAmong(users: readonly string[] = [], { absent }: Merging): string {
  const gone = users.filter((id) => absent.includes(id))
  if (gone.length === 0) return ''
  return ` ${gone.join(', ')} cannot see this space, or ${gone.length === 1 ? 'does' : 'do'} not exist any more: an admin can change the rule.`
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** By rule: what is missing and what to do, or undefined if the rule is met. */
const unmet: Record<Requirement, (merging: Merging, rule: Rule) => string | undefined> = {
  require_specific_reviewers: (merging, { users = [] }) => {
    const approvers = approversOf(merging)
    // An author who cannot see the space any more is missed like others.
    const missing = users.filter(
      (id) => !approvers.has(id) && (id !== merging.createdById || merging.absent.includes(id)),
    )
    if (missing.length === 0) return undefined
    return `The current revision needs the approval of ${missing.join(', ')}. Request their review.${absentAmong(missing, merging)}`
  },
  require_one_of_specific_reviewers: (merging, { users = [] }) => {
    const approvers = approversOf(merging)
    if (users.some((id) => approvers.has(id))) return undefined
    return `The current revision needs the approval of one of ${users.join(', ')}. Request their review.${absentAmong(users, merging)}`
  },
  require_at_least_one_review: ({ reviews, createdById }) =>
    reviews.some(({ userId, isCurrent }) => isCurrent && userId !== createdById)
      ? undefined
      : 'The current revision needs a review by somebody else than its author. Request one.',
  require_at_least_one_approved_review: (merging) =>
    approversOf(merging).size > 0
      ? undefined
      : 'The current revision needs an approval by somebody else than its author. Request a review.',
  require_approvals: (merging, { users, count = 1 }) => {
    const approvers = [...approversOf(merging)].filter((id) => users?.includes(id) ?? true)
    if (approvers.length >= count) return undefined
    const who = users ? ` of ${users.join(', ')}` : ''
    return `The current revision has ${approvers.length} of ${plural(count, 'required approval')}${who}. Request reviews.${absentAmong(users, merging)}`
  },
  require_all_reviews_approved: ({ reviews }) => {
    const against = reviews.flatMap(({ userId, status }) => (status === 'approved' ? [] : [userId]))
    if (against.length === 0) return undefined
    return `${against.join(', ')} requested changes. Make them, and request another review.`
  },
  require_up_to_date_change_request: ({ isOutdated }) =>
    isOutdated ? 'Main content has changed since. Update the change request from main content.' : undefined,
  require_change_request_subject: ({ subject }) =>
    subject.trim() === '' ? 'It has no subject. Set one.' : undefined,
  require_change_request_description: ({ hasDescription }) =>
    hasDescription ? undefined : 'It has no description. Write one.',
  require_author_to_merge: ({ createdById, userId }) =>
    createdById === userId ? undefined : `Only its author, ${createdById}, can merge it.`,
  require_resolved_comments: ({ commentsOpen }) =>
    commentsOpen === 0 ? undefined : `It has ${plural(commentsOpen, 'open comment')}. Resolve them.`,
  require_no_broken_links: ({ brokenLinks }) =>
    brokenLinks === 0 ? undefined : `It breaks ${plural(brokenLinks, 'link')}. Correct them.`,
  require_open_change_request: ({ status }) =>
    status === 'draft' ? 'It is a draft. Set its status to open.' : undefined,
}
