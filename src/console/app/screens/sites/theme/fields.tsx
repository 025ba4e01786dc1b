import { useId } from 'react'
import { contrast } from '../../../../../modules/site-rendering/theme/colour.ts'
import { language, texts } from '../../../texts/index.ts'
import type { Colours } from './customization.ts'
import styles from './Theme.module.css'
import { NAMES } from './theme-values.ts'

interface SelectProps<Value extends string> {
  label: string
  value: Value | '%future added value'
  values: readonly Value[]
  onChange: (value: Value) => void
}

/** One of the values that the API knows. */
export function Select<Value extends string>({ label, value, values, onChange }: SelectProps<Value>) {
  const id = useId()
  const t = texts.sites.looks
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {NAMES[each] ?? t.values[each] ?? each}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CheckProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export const Check = ({ label, isOn, onChange }: CheckProps) => (
  <label className="choice">
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

interface TextProps {
  label: string
  value: string | null | undefined
  type?: 'text' | 'url'
  maxLength?: number
  onChange: (value: string) => void
}

export function Text({ label, value, type = 'text', maxLength = 2048, onChange }: TextProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        maxLength={maxLength}
        autoComplete="off"
        dir={type === 'url' ? 'ltr' : 'auto'}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

interface ColourProps {
  label: string
  value: Colours
  /** Texts in this colour are shown on the page: say where they cannot be read as they are. */
  isText?: boolean
  onChange: (value: Colours) => void
}

/** The backgrounds of pages with the default theme, light and dark. */
const SURFACES: Colours = { light: '#ffffff', dark: '#0f1216' }
const ENOUGH = 4.5
const THEMES = ['light', 'dark'] as const

/** `#36d` as `#3366dd`: the picker of the browser knows no other form. */
const long = (hex: string): string =>
  hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex

/** A colour for each theme. */
export function Colour({ label, value, isText = false, onChange }: ColourProps) {
  const t = texts.sites.looks
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const weak = isText ? THEMES.filter((theme) => contrast(long(value[theme]), SURFACES[theme]) < ENOUGH) : []
  return (
    <fieldset className={styles.colours}>
      <legend>{label}</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={styles.colour}>
          <input
            type="color"
            value={long(value[theme])}
            onChange={({ target }) => onChange({ ...value, [theme]: target.value })}
          />
          {t[theme]}
          <code>{value[theme]}</code>
        </label>
      ))}
      {weak.map((theme) => (
        <p key={theme} className={styles.warning} role="note">
          {t.contrast(t[theme], format.format(contrast(long(value[theme]), SURFACES[theme])))}
        </p>
      ))}
    </fieldset>
  )
}

interface OptionalColourProps {
  label: string
  value: Colours | null | undefined
  initial: Colours
  onChange: (value: Colours | null) => void
}

/** A colour that can be absent. */
export const OptionalColour = ({ label, value, initial, onChange }: OptionalColourProps) => (
  <div className={styles.optional}>
    <Check
      label={label}
      isOn={(value ?? null) !== null}
      onChange={(isOn) => onChange(isOn ? initial : null)}
    />
    {value && <Colour label={label} value={value} onChange={onChange} />}
  </div>
)
