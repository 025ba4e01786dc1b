import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { type MergeRule, MergeRuleName, type MergeRules, MergeRulesType } from './merge-rules.ts'

const TypeEnum = graphqlEnum('MergeRulesType', MergeRulesType, 'Where the rules for merges come from.', {
  inherit: 'From the organization. For spaces only.',
  rules: 'They are listed in `rules`.',
  none: 'There are none: every user with the permission can merge.',
})

/** What each rule requires, which is also how an error about it begins. */
export const ruleDescriptions = {
  require_specific_reviewers: 'All of these users have approved the current revision.',
  require_one_of_specific_reviewers: 'One of these users has approved the current revision.',
  require_at_least_one_review: 'Somebody else than its author has reviewed the current revision.',
  require_at_least_one_approved_review: 'Somebody else than its author has approved the current revision.',
  require_all_reviews_approved: 'No reviewer has requested changes without approving it later.',
  require_up_to_date_change_request: 'It has all changes of main content.',
  require_change_request_subject: 'It has a subject.',
  require_change_request_description: 'It has a description.',
  require_author_to_merge: 'Its author merges it.',
  require_approvals:
    'This number of users, not counting its author, have approved the current revision. If users are named, only they count.',
  require_resolved_comments: 'All comments on it are resolved.',
  require_no_broken_links: 'It breaks no links.',
  require_open_change_request: 'It is open, and not a draft.',
} as const

const RuleEnum = graphqlEnum('MergeRuleName', MergeRuleName, 'What a merge requires of a change request.', {
  ...ruleDescriptions,
  allow_bypass: 'These users can merge without meeting the other rules, as admins of the space can.',
})

const RuleType = builder.objectRef<MergeRule>('MergeRule').implement({
  description: 'A rule that a merge must meet, or who need not meet the rules.',
  fields: (t) => ({
    rule: t.field({ type: RuleEnum, description: 'The rule.', resolve: ({ rule }) => rule }),
    users: t.idList({
      description: 'The IDs of the users that the rule names. Empty for rules that name none.',
      resolve: ({ users }) => users ?? [],
    }),
    count: t.int({
      nullable: true,
      description: 'The number of approvals. Null for other rules than `REQUIRE_APPROVALS`.',
      resolve: ({ count }) => count ?? null,
    }),
  }),
})

export const MergeRulesRef = builder.objectRef<MergeRules>('MergeRules').implement({
  description: 'What a merge into main content requires.',
  fields: (t) => ({
    type: t.field({ type: TypeEnum, description: 'Where the rules come from.', resolve: ({ type }) => type }),
    rules: t.field({
      type: [RuleType],
      description: 'The rules, all of which must be met. Empty unless the type is `RULES`.',
      resolve: ({ rules }) => rules ?? [],
    }),
  }),
})
