import type { TokenScope } from '#console/NewTokenDialogMutation.graphql.ts'
import settings from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'
import styles from './Account.module.css'

interface ScopeChoiceProps {
  /** Null for a token that may do everything that the person may do. */
  scopes: readonly TokenScope[] | null
  onChange: (scopes: readonly TokenScope[] | null) => void
}

/** What a token is limited to. */
export function ScopeChoice({ scopes, onChange }: ScopeChoiceProps) {
  const t = texts.account
  const toggle = (scope: TokenScope, isOn: boolean) => {
    const others = (scopes ?? []).filter((one) => one !== scope)
    onChange(isOn ? [...others, scope] : others)
  }
  const named = Object.entries(t.scopes) as [TokenScope, string][]
  return (
    <fieldset className={styles.set}>
      <legend>{t.scope}</legend>
      <label className={settings.check}>
        <input type="radio" name="limit" checked={scopes === null} onChange={() => onChange(null)} />
        {t.allScopes}
      </label>
      <label className={settings.check}>
        <input type="radio" name="limit" checked={scopes !== null} onChange={() => onChange([])} />
        {t.someScopes}
      </label>
      {scopes !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also by the keyboard.
        <fieldset className={styles.scopes} aria-label={t.someScopes} tabIndex={0}>
          {named.map(([scope, text]) => (
            <label key={scope} className={settings.check}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) => toggle(scope, target.checked)}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
    </fieldset>
  )
}
