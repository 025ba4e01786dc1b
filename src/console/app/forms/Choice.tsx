import { useId } from 'react'

interface ChoiceProps {
  name: string
  label: string
  /** The texts by value. */
  options: Readonly<Record<string, string>>
  value: string
  /** For a table that shows the label already. */
  isLabelHidden?: boolean
}

/** One of several values. */
export function Choice({ name, label, options, value, isLabelHidden = false }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} name={name} defaultValue={value}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
