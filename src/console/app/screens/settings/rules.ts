import type {
  MergeRuleInput,
  MergeRuleName,
  MergeRulesInput,
  MergeRulesType,
} from '#console/SpaceSettingsScreenMutation.graphql.ts'

export type { MergeRuleInput, MergeRuleName, MergeRulesInput, MergeRulesType }

/** The rules as the API returns them. */
export interface Rules {
  readonly type: MergeRulesType
  readonly rules: readonly {
    readonly rule: MergeRuleName
    readonly count: number | null | undefined
    readonly users: readonly string[]
  }[]
}

/** All rules, in the groups in which they are shown. */
export const RULE_GROUPS = {
  reviews: [
    'REQUIRE_APPROVALS',
    'REQUIRE_SPECIFIC_REVIEWERS',
    'REQUIRE_ONE_OF_SPECIFIC_REVIEWERS',
    'REQUIRE_AT_LEAST_ONE_APPROVED_REVIEW',
    'REQUIRE_AT_LEAST_ONE_REVIEW',
    'REQUIRE_ALL_REVIEWS_APPROVED',
  ],
  state: [
    'REQUIRE_OPEN_CHANGE_REQUEST',
    'REQUIRE_UP_TO_DATE_CHANGE_REQUEST',
    'REQUIRE_CHANGE_REQUEST_SUBJECT',
    'REQUIRE_CHANGE_REQUEST_DESCRIPTION',
    'REQUIRE_RESOLVED_COMMENTS',
    'REQUIRE_NO_BROKEN_LINKS',
  ],
  people: ['REQUIRE_AUTHOR_TO_MERGE', 'ALLOW_BYPASS'],
} as const satisfies Record<string, readonly MergeRuleName[]>

/** Whether a rule names people: it must, it can, or it does not. */
export const namesPeople = (rule: MergeRuleName): 'always' | 'sometimes' | 'never' => {
  if (rule === 'REQUIRE_APPROVALS') return 'sometimes'
  const always: readonly MergeRuleName[] = [
    'REQUIRE_SPECIFIC_REVIEWERS',
    'REQUIRE_ONE_OF_SPECIFIC_REVIEWERS',
    'ALLOW_BYPASS',
  ]
  return always.includes(rule) ? 'always' : 'never'
}

/** The rules as they are sent: the API rejects what does not belong to a rule. */
export const inputOf = ({ type, rules }: Rules): MergeRulesInput => ({
  type,
  ...(type === 'RULES' && {
    rules: rules.map(({ rule, count, users }) => ({
      rule,
      ...(rule === 'REQUIRE_APPROVALS' && { count: count ?? 1 }),
      ...(users.length > 0 && { users }),
    })),
  }),
})

/** Turns a rule on or off. A rule that is there twice, as the API allows, is turned off as a whole. */
export const withRule = ({ type, rules }: Rules, rule: MergeRuleName, isOn: boolean): Rules => {
  const others = rules.filter((one) => one.rule !== rule)
  const count = rule === 'REQUIRE_APPROVALS' ? 1 : null
  return { type, rules: isOn ? [...others, { rule, count, users: [] }] : others }
}

/** Changes the rule at an index. */
export const withChange = ({ type, rules }: Rules, at: number, change: object): Rules => ({
  type,
  rules: rules.map((one, index) => (index === at ? { ...one, ...change } : one)),
})

/** Whether every rule that must name somebody does. */
export const isWhole = ({ type, rules }: Rules): boolean =>
  type !== 'RULES' || rules.every(({ rule, users }) => namesPeople(rule) !== 'always' || users.length > 0)
