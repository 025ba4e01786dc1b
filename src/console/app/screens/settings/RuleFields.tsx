import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'
import { PeopleField } from './PeopleField.tsx'
import { type MergeRuleName, namesPeople, RULE_GROUPS, type Rules, withChange, withRule } from './rules.ts'

interface RuleFieldsProps {
  organization: string
  rules: Rules
  isDisabled: boolean
  onChange: (rules: Rules) => void
}

const MAX_APPROVALS = 20
const groups = Object.keys(RULE_GROUPS) as (keyof typeof RULE_GROUPS)[]

/** All rules with a checkbox each, and the people and numbers of those that have some. */
export function RuleFields(props: RuleFieldsProps) {
  return groups.map((group) => (
    <fieldset key={group} className={styles.set} disabled={props.isDisabled}>
      <legend>{texts.settings.ruleGroups[group]}</legend>
      {RULE_GROUPS[group].map((rule) => (
        <RuleField key={rule} rule={rule} {...props} />
      ))}
    </fieldset>
  ))
}

function RuleField({ rule, organization, rules, onChange }: RuleFieldsProps & { rule: MergeRuleName }) {
  const t = texts.settings
  const found = rules.rules.flatMap((one, at) => (one.rule === rule ? [{ ...one, at }] : []))
  const label = t.rules[rule](found[0]?.count ?? 1)
  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={found.length > 0}
          onChange={({ target }) => onChange(withRule(rules, rule, target.checked))}
        />
        {label}
      </label>
      {found.map(({ at, count, users }) => (
        <div key={at} className={styles.inset}>
          {rule === 'REQUIRE_APPROVALS' && (
            <label className={styles.bar}>
              {t.approvals}
              <input
                type="number"
                className={`${styles.compact} ${styles.number}`}
                min={1}
                max={MAX_APPROVALS}
                value={count ?? 1}
                onChange={({ target }) => {
                  const next = Math.min(MAX_APPROVALS, Math.max(1, Math.trunc(target.valueAsNumber) || 1))
                  onChange(withChange(rules, at, { count: next }))
                }}
              />
            </label>
          )}
          {namesPeople(rule) !== 'never' && (
            <PeopleField
              label={label}
              organization={organization}
              users={users}
              onChange={(next) => onChange(withChange(rules, at, { users: next }))}
            />
          )}
          {namesPeople(rule) === 'sometimes' && users.length === 0 && (
            <p className="hint muted">{t.anybodyApproves}</p>
          )}
        </div>
      ))}
    </>
  )
}
