import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { MergeRulesSection_rules$key } from '#console/MergeRulesSection_rules.graphql.ts'
import { act } from '../../forms/act.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'
import { RuleFields } from './RuleFields.tsx'
import { inputOf, isWhole, type MergeRulesInput, RULE_GROUPS, type Rules } from './rules.ts'

interface MergeRulesSectionProps {
  organization: string
  rules: MergeRulesSection_rules$key
  /** The rules of the organization, where a space can have the same. */
  inherited?: MergeRulesSection_rules$key
  /** Why they cannot be changed, if so. */
  disabledReason?: string | undefined
  save: (rules: MergeRulesInput) => Promise<unknown>
  onChanged: () => void
}

const fragment = graphql`
  fragment MergeRulesSection_rules on MergeRules {
    type
    rules {
      rule
      count
      users
    }
  }
`

/** What merges into main content require. */
export function MergeRulesSection(props: MergeRulesSectionProps) {
  const { organization, disabledReason, save, onChanged } = props
  const rules = useFragment(fragment, props.rules)
  const inherited = useFragment(fragment, props.inherited ?? null)
  // What nobody has edited here follows what others save.
  const [edited, setEdited] = useState<Rules>()
  const shown = edited ?? rules
  const t = texts.settings
  const types = inherited ? (['INHERIT', 'NONE', 'RULES'] as const) : (['NONE', 'RULES'] as const)
  const isReady = edited !== undefined && isWhole(edited)
  const send = async () => {
    if (!isReady) return
    const isSaved = await act({
      run: () => save(inputOf(shown)),
      undo: () => save(inputOf(rules)),
      done: t.rulesSaved,
      onChanged,
    })
    if (isSaved) setEdited(undefined)
  }
  return (
    <Section title={t.mergeRules} hint={t.mergeRulesHint}>
      {() => (
        <>
          {disabledReason !== undefined && <p className="muted">{disabledReason}</p>}
          <fieldset className={styles.set} disabled={disabledReason !== undefined}>
            <legend>{t.mergeRulesType}</legend>
            {types.map((type) => (
              <label key={type} className={styles.check}>
                <input
                  type="radio"
                  name="merge-rules"
                  checked={shown.type === type}
                  onChange={() => setEdited({ type, rules: shown.rules })}
                />
                {t.mergeRulesTypes[type]}
              </label>
            ))}
          </fieldset>
          {shown.type === 'INHERIT' && inherited && <Inherited rules={inherited} />}
          {shown.type === 'RULES' && (
            <RuleFields
              organization={organization}
              rules={shown}
              isDisabled={disabledReason !== undefined}
              onChange={setEdited}
            />
          )}
          {disabledReason === undefined && (
            <div className={styles.actions}>
              <button type="button" className="button" aria-disabled={!isReady} onClick={() => void send()}>
                {t.saveRules}
              </button>
              {edited && (
                <button type="button" className="button" onClick={() => setEdited(undefined)}>
                  {texts.forms.cancel}
                </button>
              )}
            </div>
          )}
          {edited && !isWhole(edited) && <p role="status">{t.namePeople}</p>}
        </>
      )}
    </Section>
  )
}

/** The rules of the organization, to read. */
function Inherited({ rules: { type, rules } }: { rules: Rules }) {
  const t = texts.settings
  if (type !== 'RULES' || rules.length === 0) return <p className="muted">{t.organizationHasNone}</p>
  const names = Object.values(RULE_GROUPS).flat()
  return (
    <ul>
      {names.flatMap((name) =>
        rules
          .filter(({ rule }) => rule === name)
          // biome-ignore lint/suspicious/noArrayIndexKey: the same rule can be there twice.
          .map(({ count }, at) => <li key={`${name} ${at}`}>{t.rules[name](count ?? 1)}</li>),
      )}
    </ul>
  )
}
